"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
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
  // eslint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtualizer = useVirtualizer({
    count: enabled ? count : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialRect: { width: 0, height: rowHeight * 12 },
  });
  const rows = virtualizer.getVirtualItems();
  const scrollTo = (row: number) => {
    if (enabled) virtualizer.scrollToIndex(row);
  };
  if (!enabled) return { from: 0, to: count - 1, before: 0, after: 0, scrollTo };
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) {
    const to = Math.min(count, virtualFrom) - 1;
    return { from: 0, to, before: 0, after: (count - to - 1) * rowHeight, scrollTo };
  }
  return {
    from: first.index,
    to: last.index,
    before: first.start,
    after: virtualizer.getTotalSize() - last.end,
    scrollTo,
  };
}
