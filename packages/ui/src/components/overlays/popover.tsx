"use client";

import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { PointerEvent, ReactNode, RefObject } from "react";
import { BareButton } from "../fields/bare-button.tsx";
import { floatHome } from "./float-home.ts";
import { latePart } from "./late-part.ts";

interface PopoverProps {
  /** What the button says to a screen reader. */
  label: string;
  trigger: ReactNode;
  children: ReactNode;
  triggerClassName?: string | undefined;
}

const usePopoverPart = latePart(() => import("./popover-part.tsx").then(({ PopoverPart }) => PopoverPart));

const CLOSE_AFTER_MS = 120;

/**
 * Opens under the pointer and by keyboard, over everything, so that no sheet cuts it off. The pointer may travel
 * into it; Escape closes it and leaves the focus where it was.
 */
export function Popover({ label, trigger, children, triggerClassName }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [Part, load] = usePopoverPart();
  const fetchPart = useCallback(() => void load().catch(() => undefined), [load]);
  const { open, home, change, pointer } = useHoverOpen(button, fetchPart);
  return (
    <>
      <span className="inline-flex" {...pointer}>
        <BareButton
          ref={button}
          aria-label={label}
          aria-expanded={open}
          {...(open && Part !== null ? { "aria-controls": id } : {})}
          className={triggerClassName}
          onFocus={fetchPart}
          onClick={() => change(true)}
          onBlur={(event) => {
            if (!panel.current?.contains(event.relatedTarget)) change(false);
          }}
        >
          {trigger}
        </BareButton>
      </span>
      {Part === null ? null : (
        <Part {...{ id, button, panel, open, home, pointer }} onOpenChange={change}>
          {children}
        </Part>
      )}
    </>
  );
}

/** Open while a mouse is on the button or on its way into the panel. Scrolling closes it. */
function useHoverOpen(button: RefObject<HTMLButtonElement | null>, onOpening: () => void) {
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  const [home, setHome] = useState<HTMLElement | null>(null);

  const change = useCallback(
    (next: boolean) => {
      clearTimeout(leaving.current);
      if (next) onOpening();
      setHome(floatHome(button.current));
      setOpen(next);
    },
    [button, onOpening],
  );
  useEffect(() => () => clearTimeout(leaving.current), []);
  useEffect(() => {
    if (!open) return;
    const close = () => setOpen(false);
    window.addEventListener("scroll", close, { passive: true });
    return () => window.removeEventListener("scroll", close);
  }, [open]);

  const pointer = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === "mouse") change(true);
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === "mouse") leaving.current = setTimeout(() => setOpen(false), CLOSE_AFTER_MS);
    },
  };
  return { open, home, change, pointer };
}
