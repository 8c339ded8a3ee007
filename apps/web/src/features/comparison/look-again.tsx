"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

const PAUSE_MILLIS = 3_000;
const MAX_LOOKS = 20;

/** Statistics are computed in the background. The page refreshes until they are there, for at most a minute. */
export function LookAgain() {
  const router = useRouter();
  const looks = useRef(0);
  useEffect(() => {
    const timer = setInterval(() => {
      looks.current += 1;
      if (looks.current >= MAX_LOOKS) clearInterval(timer);
      router.refresh();
    }, PAUSE_MILLIS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
