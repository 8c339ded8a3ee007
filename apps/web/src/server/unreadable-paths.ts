import { onEachRequest } from "./each-request.ts";

/** An address without a page. */
const NOWHERE = "/unreadable";

/**
 * Rewrites a path that cannot be decoded, so that it gets the usual "not found" page. Next would answer with a plain 500,
 * without the security headers of every other response.
 */
export function rewriteUnreadablePaths(): void {
  onEachRequest((request) => {
    if (!isReadable(request.url ?? "/")) request.url = NOWHERE;
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
