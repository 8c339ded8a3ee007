"use client";

import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";

interface WhenSeenProps {
  /** Keeps the place until then. */
  waiting: ReactNode;
  children: () => ReactNode;
  className?: string;
}

/** After this the rest of the page is there, and a print of it would show an empty box. */
const PATIENCE_MILLIS = 2_000;
/** Drawing keeps a phone busy while its reader is still at the top, and hardly anybody prints from one. */
const PHONE = "(max-width: 759px)";
const PATIENCE_ON_PHONE_MILLIS = 15_000;

/** Renders its children once they are close to the visible part of the page, or when the rest of it has had its time. */
export function WhenSeen({ waiting, children, className }: WhenSeenProps) {
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
    const patience = window.matchMedia(PHONE).matches ? PATIENCE_ON_PHONE_MILLIS : PATIENCE_MILLIS;
    const timer = setTimeout(() => setSeen(true), patience);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [seen]);
  return seen ? (
    children()
  ) : (
    <div ref={element} className={className}>
      {waiting}
    </div>
  );
}
