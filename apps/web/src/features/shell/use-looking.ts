import { useRouter } from "next/navigation";
import { useEffect } from "react";

const EVERY_MILLIS = 2_000;
/** What takes longer is looked at by hand. */
const MOST_MILLIS = 10 * 60_000;

/** Has the page come anew while something is done in the background. */
export function useLooking(waiting: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!waiting) return;
    const looking = setInterval(() => router.refresh(), EVERY_MILLIS);
    const enough = setTimeout(() => clearInterval(looking), MOST_MILLIS);
    return () => {
      clearInterval(looking);
      clearTimeout(enough);
    };
  }, [waiting, router]);
}
