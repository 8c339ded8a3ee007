import { MINUTE_MILLIS } from "@headroom/core";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

const EVERY_MILLIS = 2_000;
/** After this, people reload the page themselves. */
const MAX_MILLIS = 10 * MINUTE_MILLIS;

/** Refreshes the page while a background job is running. */
export function useLooking(waiting: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!waiting) return;
    const looking = setInterval(() => router.refresh(), EVERY_MILLIS);
    const enough = setTimeout(() => clearInterval(looking), MAX_MILLIS);
    return () => {
      clearInterval(looking);
      clearTimeout(enough);
    };
  }, [waiting, router]);
}
