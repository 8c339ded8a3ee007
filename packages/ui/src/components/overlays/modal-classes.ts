import clsx from "clsx";

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
