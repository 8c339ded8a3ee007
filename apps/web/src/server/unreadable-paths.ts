import { onEachRequest } from "./each-request.ts";

/** An address without a page. */
const NOWHERE = "/unreadable";

/**
 * Rewrites what Next can't handle (a path that can't be decoded, `OPTIONS *`, TRACE), so that it gets the usual "not found"
 * page. Next would answer with a plain 500, without the security headers of every other response.
 */
export function rewriteUnreadablePaths(): void {
  onEachRequest((request) => {
    const address = request.url ?? "/";
    const isForNoPage = request.method === "TRACE" || address === "*";
    if (isForNoPage) request.method = "GET";
    if (isForNoPage || !isReadable(address)) request.url = NOWHERE;
  });
}

function isReadable(address: string): boolean {
  try {
    decodeURIComponent(address.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}
