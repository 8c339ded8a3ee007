"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const AGAIN_MILLIS = 1_500;
/** Whatever takes longer than a minute is an archive, and nobody waits for it. */
const MOST_TIMES = 40;

/** Reads the page again until it shows what is still being worked out: a run's outcome, seconds after its upload. */
export function RefreshWhile({ pending }: { pending: boolean }) {
  const router = useRouter();
  useEffect(() => {
    if (!pending) return;
    let times = 0;
    const timer = setInterval(() => {
      times += 1;
      if (times >= MOST_TIMES) clearInterval(timer);
      router.refresh();
    }, AGAIN_MILLIS);
    return () => clearInterval(timer);
  }, [pending, router]);
  return null;
}
