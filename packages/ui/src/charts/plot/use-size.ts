import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { onPaper } from "../../components/page/on-paper.ts";

export interface Size {
  width: number;
  height: number;
}

/** The size that the style sheet gives an element, on paper, too; null until it is known. */
export function useSize(): [RefObject<HTMLDivElement | null>, Size | null] {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const keep = ({ width, height }: Size) =>
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    const observer = new ResizeObserver(([entry]) => {
      if (entry) keep(entry.contentRect);
    });
    observer.observe(observed);
    const stop = onPaper(() => {
      const { width, height } = getComputedStyle(observed);
      flushSync(() => keep({ width: Number.parseFloat(width), height: Number.parseFloat(height) }));
    });
    return () => {
      observer.disconnect();
      stop();
    };
  }, []);
  return [element, size];
}
