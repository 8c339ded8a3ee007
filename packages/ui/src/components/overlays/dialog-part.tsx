import * as RadixDialog from "@radix-ui/react-dialog";
import clsx from "clsx";
import { IconButton } from "../fields/icon-button.tsx";
import type { DialogProps } from "./dialog.tsx";
import { modalClass, veilClass } from "./modal-classes.ts";
import { useReturnFocus } from "./return-focus.ts";

const widths = { narrow: "max-w-[440px]", medium: "max-w-[600px]", broad: "max-w-[880px]" } as const;

/** A dialog itself. */
export function DialogPart(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, width = "medium" } = props;
  const focus = useReturnFocus();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div className={veilClass}>
          <RadixDialog.Content
            data-modal=""
            aria-modal="true"
            {...focus}
            className={clsx(modalClass, widths[width])}
            {...(description === undefined ? { "aria-describedby": undefined } : {})}
          >
            <header className="flex items-start gap-3 border-b border-line px-4 py-3.5 wide:px-5">
              <div className="min-w-0 flex-1">
                <RadixDialog.Title className="py-1.5 text-15 font-semibold tracking-[-0.008em] wrap-anywhere">
                  {title}
                </RadixDialog.Title>
                {description === undefined ? null : (
                  <RadixDialog.Description className="text-13 text-ink-2 wrap-anywhere">
                    {description}
                  </RadixDialog.Description>
                )}
              </div>
              <RadixDialog.Close asChild>
                <IconButton label="Close" icon="close" className="-mr-2" />
              </RadixDialog.Close>
            </header>
            <div className="min-h-0 overflow-y-auto px-4 py-4 wide:px-5">{children}</div>
            {footer ? (
              <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 wide:px-5">
                {footer}
              </footer>
            ) : null}
          </RadixDialog.Content>
        </div>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
