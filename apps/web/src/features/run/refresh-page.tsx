"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Reads the page again every few seconds while somebody looks at it. */
export function RefreshPage({ everySeconds }: { everySeconds: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, everySeconds * 1_000);
    return () => clearInterval(timer);
  }, [router, everySeconds]);
  return null;
}
