"use client";

import * as RadixDialog from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import clsx from "clsx";
import { IconButton } from "./icon-button.tsx";

/*
 * The veil is our own element: Radix's locks the page behind it with a style element of its own making, which the
 * content security policy forbids. `base.css` locks the page while a modal is open.
 */
export const veilClass = "fixed inset-0 z-40 animate-appear bg-veil";
export const modalClass = clsx(
  "fixed inset-x-4 top-[max(16px,8vh)] z-50 mx-auto flex max-h-[min(84vh,calc(100dvh-32px))] animate-appear flex-col",
  "rounded-sheet bg-surface text-14 shadow-float outline-none",
);

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the one that does it last. */
  footer?: ReactNode;
  width?: "narrow" | "medium" | "broad";
}

const widths = { narrow: "max-w-[440px]", medium: "max-w-[600px]", broad: "max-w-[880px]" } as const;

/** A task of its own over the page: focus stays in it, Escape leaves, and the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, width = "medium" } = props;
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div aria-hidden="true" className={veilClass} />
        <RadixDialog.Content
          data-modal=""
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
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
