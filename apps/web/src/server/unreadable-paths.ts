import { onEachRequest } from "./each-request.ts";

/** No page is there. */
const NOWHERE = "/unreadable";

/**
 * A path that cannot be decoded names no page: it is answered as any other that is not there. Next would answer a bare
 * 500, without the headers that fence every answer in.
 */
export function mendPaths(): void {
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
