"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const PAUSE_MILLIS = 5_000;

/** Reads the page again every few seconds while somebody looks at it. */
export function RefreshPage() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, PAUSE_MILLIS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
