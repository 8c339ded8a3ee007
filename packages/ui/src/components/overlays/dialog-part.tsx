"use client";

import * as RadixDialog from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import clsx from "clsx";
import { IconButton } from "../fields/icon-button.tsx";
import { useReturnFocus } from "./return-focus.ts";

/*
 * The overlay is our own element: Radix's adds a style element to lock the page behind it, which the content security
 * policy forbids. This one scrolls by one pixel and contains the scrolling, so that the page behind stays still and
 * keeps its scroll bar.
 */
export const veilClass = clsx(
  "pointer-events-auto fixed inset-0 z-50 animate-appear overflow-y-scroll overscroll-contain bg-veil [scrollbar-width:none]",
  "after:block after:h-[calc(100%+1px)] after:content-['']",
);
export const modalClass = clsx(
  "absolute inset-x-4 top-[max(16px,8vh)] mx-auto flex max-h-[min(84vh,calc(100dvh-32px))] flex-col",
  "rounded-sheet bg-surface text-14 text-ink shadow-float outline-none",
);

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, with the primary one last. */
  footer?: ReactNode;
  width?: "narrow" | "medium" | "broad";
}

const widths = { narrow: "max-w-[440px]", medium: "max-w-[600px]", broad: "max-w-[880px]" } as const;

/** A modal task: focus stays inside, Escape closes it, and focus returns to where it was. */
export function Dialog(props: DialogProps) {
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
