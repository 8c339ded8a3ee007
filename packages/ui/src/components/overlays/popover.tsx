"use client";

import * as RadixPopover from "@radix-ui/react-popover";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { PointerEvent, ReactNode, RefObject } from "react";
import { BareButton } from "../fields/bare-button.tsx";
import { floatHome } from "./float-home.ts";

interface PopoverProps {
  /** What the button says to a screen reader. */
  label: string;
  trigger: ReactNode;
  children: ReactNode;
  triggerClassName?: string | undefined;
}

const CLOSE_AFTER_MS = 120;

/**
 * Opens under the pointer and by keyboard, over everything, so that no sheet cuts it off. The pointer may travel
 * into it; Escape closes it and leaves the focus where it was.
 */
export function Popover({ label, trigger, children, triggerClassName }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { open, home, change, pointer } = useHoverOpen(button);
  return (
    <RadixPopover.Root open={open} onOpenChange={change}>
      <RadixPopover.Anchor asChild>
        <span className="inline-flex" {...pointer}>
          <BareButton
            ref={button}
            aria-label={label}
            aria-expanded={open}
            {...(open ? { "aria-controls": id } : {})}
            className={triggerClassName}
            onClick={() => change(true)}
            onBlur={(event) => {
              if (!panel.current?.contains(event.relatedTarget)) change(false);
            }}
          >
            {trigger}
          </BareButton>
        </span>
      </RadixPopover.Anchor>
      <RadixPopover.Portal container={home}>
        <RadixPopover.Content
          ref={panel}
          id={id}
          role="note"
          side="bottom"
          align="start"
          alignOffset={-16}
          sideOffset={8}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && button.current?.contains(event.target))
              event.preventDefault();
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-50 w-79 max-w-[calc(100vw-16px)] animate-appear rounded-control bg-surface px-4 py-3.5 text-left text-12 font-normal tracking-normal whitespace-normal text-ink-2 shadow-float"
          {...pointer}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}

/** Open while a mouse is on the button or on its way into the panel. Scrolling closes it. */
function useHoverOpen(button: RefObject<HTMLButtonElement | null>) {
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  const [home, setHome] = useState<HTMLElement | null>(null);

  const change = useCallback(
    (next: boolean) => {
      clearTimeout(leaving.current);
      setHome(floatHome(button.current));
      setOpen(next);
    },
    [button],
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
