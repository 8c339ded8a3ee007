import { useRouter } from "next/navigation";
import { useEffect } from "react";

const ASK_MILLIS = 10 * 60_000;

/** Renders the page again from time to time. */
export function useAskingAgain(isWanted: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isWanted) return;
    const ask = async () => {
      if (await isPageThere()) router.refresh();
    };
    const asking = setInterval(() => void ask(), ASK_MILLIS);
    return () => clearInterval(asking);
  }, [isWanted, router]);
}

/**
 * If it can't be rendered, the router would leave for the browser's own page of an error, and nobody would come to leave
 * that again.
 */
async function isPageThere(): Promise<boolean> {
  try {
    const { ok, redirected } = await fetch(globalThis.location.href, { method: "HEAD", cache: "no-store" });
    return ok && !redirected;
  } catch {
    return false;
  }
}
