import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";

export interface Size {
  width: number;
  height: number;
}

/** The size that the style sheet gives an element; null until it is known. */
export function useSize(): [RefObject<HTMLDivElement | null>, Size | null] {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    });
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
