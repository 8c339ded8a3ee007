"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";

interface Again {
  everySeconds: number;
  /** After this, people reload the page themselves. */
  minutes?: number;
}

let underWay = 0;
/** The address to write, of the page at the other one. */
let waiting: { address: string; of: string } | null = null;

/**
 * Notes the address of what the browser shows, once no page is being read again. The router drops a reading whose answer is
 * arriving while the address changes, and then waits for the rest of it forever, and with it all that isn't urgent.
 */
export function noteAddress(address: string): void {
  waiting = { address, of: window.location.pathname };
  if (underWay === 0) writeAddress();
}

function writeAddress(): void {
  if (waiting?.of === window.location.pathname) window.history.replaceState(null, "", waiting.address);
  waiting = null;
}

function beginReading(): () => void {
  underWay += 1;
  return () => {
    underWay -= 1;
    if (underWay === 0) writeAddress();
  };
}

/**
 * Reads the page again every few seconds while it is wanted and somebody looks at it. The next time counts from when the last
 * reading was shown: on a server that takes longer than the pause, readings that overtake each other would show none of them,
 * nor what a member did in the meantime.
 */
export function useReadAgain(wanted: boolean, { everySeconds, minutes = Infinity }: Again): void {
  const router = useRouter();
  const [reading, startReading] = useTransition();
  const since = useRef<number | null>(null);
  useEffect(() => (reading ? beginReading() : undefined), [reading]);
  useEffect(() => {
    if (!wanted) since.current = null;
    if (!wanted || reading) return;
    since.current ??= performance.now();
    const until = since.current + minutes * 60_000;
    const timer = setInterval(() => {
      if (performance.now() > until) clearInterval(timer);
      else if (document.visibilityState === "visible") startReading(() => router.refresh());
    }, everySeconds * 1_000);
    return () => clearInterval(timer);
  }, [wanted, reading, router, everySeconds, minutes]);
}

export function ReadAgain(again: Again) {
  useReadAgain(true, again);
  return null;
}

/** For what is worked out within seconds, like a run's outcome after its upload. What takes longer than a minute is an archive. */
export function ReadAgainWhile({ pending }: { pending: boolean }) {
  useReadAgain(pending, { everySeconds: 1.5, minutes: 1 });
  return null;
}
