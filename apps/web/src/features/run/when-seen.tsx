"use client";

import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";

interface WhenSeenProps {
  /** Keeps the place until then. */
  waiting: ReactNode;
  children: () => ReactNode;
}

/** Renders its children once they are close to the visible part of the page. */
export function WhenSeen({ waiting, children }: WhenSeenProps) {
  const [seen, setSeen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = element.current;
    if (seen || target === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: "300px 0px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [seen]);
  return seen ? children() : <div ref={element}>{waiting}</div>;
}
