"use client";

import { useEffect, useState } from "react";
import type { RefObject } from "react";

interface VirtualRowsInput {
  count: number;
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
  /** All rows have this height, so that rows that are not rendered keep their space. */
  rowHeight: number;
  /** Fewer rows are all rendered, on the server too, so that the browser's search finds them. */
  virtualFrom?: number;
}

export interface VirtualRows {
  /** The first and the last row that are drawn; `to` is -1 without rows. */
  from: number;
  to: number;
  /** Room of the rows above and below. */
  before: number;
  after: number;
  scrollTo: (row: number) => void;
}

const OVERSCAN = 12;

/** Which rows of a long table are drawn: those in sight and a few around them. */
export function useVirtualRows(input: VirtualRowsInput): VirtualRows {
  const { count, scroller, rowHeight, virtualFrom = 60 } = input;
  const enabled = count > virtualFrom;
  const [shown, setShown] = useState({ from: 0, to: virtualFrom - 1 });
  useEffect(() => {
    const element = scroller.current;
    if (!enabled || element === null) return;
    const look = () => {
      const next = rowsInSight(element, rowHeight);
      setShown((now) => (now.from === next.from && now.to === next.to ? now : next));
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, [enabled, rowHeight, scroller]);
  if (!enabled) return { from: 0, to: count - 1, before: 0, after: 0, scrollTo: () => undefined };
  const to = Math.min(shown.to, count - 1);
  const from = Math.min(shown.from, to);
  return {
    from,
    to,
    before: from * rowHeight,
    after: (count - 1 - to) * rowHeight,
    scrollTo: (row) => bringIntoSight(scroller.current, row, rowHeight),
  };
}

function rowsInSight({ scrollTop, clientHeight }: HTMLElement, rowHeight: number) {
  return {
    from: Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN),
    to: Math.ceil((scrollTop + clientHeight) / rowHeight) + OVERSCAN,
  };
}

/** Scrolls as little as it takes. */
function bringIntoSight(element: HTMLElement | null, row: number, rowHeight: number): void {
  if (element === null) return;
  const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight];
  if (top < element.scrollTop) element.scrollTop = top;
  else if (bottom > element.scrollTop + element.clientHeight)
    element.scrollTop = bottom - element.clientHeight;
}
