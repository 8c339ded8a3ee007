import { MINUTE_MILLIS } from "@headroom/core";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isPageThere } from "./page-there.ts";

const ASK_MILLIS = 10 * MINUTE_MILLIS;

/** Renders the page again from time to time. */
export function useAskingAgain(isWanted: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isWanted) return;
    const ask = async () => {
      // Otherwise the router would leave for the browser's own page of an error, and nobody would come to leave that again.
      if (await isPageThere()) router.refresh();
    };
    const asking = setInterval(() => void ask(), ASK_MILLIS);
    return () => clearInterval(asking);
  }, [isWanted, router]);
}
