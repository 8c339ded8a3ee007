import * as RadixPopover from "@radix-ui/react-popover";
import type { PointerEventHandler, ReactNode, RefObject } from "react";

interface PopoverPartProps {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  panel: RefObject<HTMLDivElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What it is rendered into. */
  home: HTMLElement | null;
  pointer: { onPointerEnter: PointerEventHandler; onPointerLeave: PointerEventHandler };
  children: ReactNode;
}

/** What a popover's button opens. */
export function PopoverPart(props: PopoverPartProps) {
  const { id, button, panel, open, onOpenChange, home, pointer, children } = props;
  return (
    <RadixPopover.Root open={open} onOpenChange={onOpenChange}>
      <RadixPopover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
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
