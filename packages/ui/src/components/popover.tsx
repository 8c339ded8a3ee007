"use client";

import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import clsx from "clsx";

interface PopoverProps {
  /** What the button says to a screen reader. */
  label: string;
  trigger: ReactNode;
  children: ReactNode;
  triggerClassName?: string;
}

const GAP = 8;
const CLOSE_AFTER_MS = 120;

/**
 * Opens under the pointer and by keyboard, in the top layer, so that no sheet cuts it off. The pointer may travel
 * into it; Escape closes it and leaves the focus where it was.
 */
export function Popover({ label, trigger, children, triggerClassName }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  const show = useCallback(() => {
    clearTimeout(leaving.current);
    setOpen(true);
  }, []);
  const hide = useCallback(() => {
    clearTimeout(leaving.current);
    setOpen(false);
  }, []);

  useEffect(() => {
    const [anchor, box] = [button.current, panel.current];
    if (!anchor || !box) return;
    if (!open) {
      if (box.matches(":popover-open")) box.hidePopover();
      return;
    }
    box.showPopover();
    place(anchor, box);
    window.addEventListener("scroll", hide, { passive: true });
    window.addEventListener("resize", hide);
    return () => {
      window.removeEventListener("scroll", hide);
      window.removeEventListener("resize", hide);
    };
  }, [open, hide]);
  useEffect(() => () => clearTimeout(leaving.current), []);

  const onPointerEnter = (event: PointerEvent) => {
    if (event.pointerType === "mouse") show();
  };
  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType === "mouse") leaving.current = setTimeout(hide, CLOSE_AFTER_MS);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      event.stopPropagation();
      hide();
    }
  };

  return (
    <span className="inline-flex" onPointerEnter={onPointerEnter} onPointerLeave={onPointerLeave}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        className={triggerClassName}
        onClick={show}
        onBlur={hide}
        onKeyDown={onKeyDown}
      >
        {trigger}
      </button>
      <div
        ref={panel}
        id={id}
        popover="manual"
        role="note"
        className={clsx(
          "fixed m-0 w-79 max-w-[calc(100vw-16px)] rounded-control bg-surface px-4 py-3.5 text-left text-12 text-ink-2 shadow-float",
          "inset-auto font-normal tracking-normal whitespace-normal",
        )}
      >
        {children}
      </div>
    </span>
  );
}

function place(anchor: HTMLElement, box: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const below = at.bottom + GAP + height <= window.innerHeight;
  const left = Math.min(Math.max(GAP, at.left - 16), window.innerWidth - width - GAP);
  box.style.left = `${left}px`;
  box.style.top = `${below ? at.bottom + GAP : Math.max(GAP, at.top - GAP - height)}px`;
}
