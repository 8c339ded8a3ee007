import { isHeadroomError } from "@headroom/core";

const NO_STORE = { "cache-control": "private, no-store" };
/** How soon a page should ask again while the database has no connection for it. */
const AWAY_SECONDS = 5;

export function refuseFeed(status: 401 | 404, message: string): Response {
  return Response.json({ message }, { status, headers: NO_STORE });
}

/** Opens a feed. What can't be found is answered with `notFound`. */
export async function answerFeed(notFound: string, open: () => Promise<Response>): Promise<Response> {
  try {
    return await open();
  } catch (error) {
    if (isHeadroomError(error, "not-found")) return refuseFeed(404, notFound);
    if (!isHeadroomError(error, "unavailable")) throw error;
    const headers = { ...NO_STORE, "retry-after": String(AWAY_SECONDS) };
    return Response.json({ message: error.message }, { status: 503, headers });
  }
}
