import { onEachRequest } from "./each-request.ts";

const FORWARDED = "x-forwarded-for";

/**
 * Adds to each request, as every proxy before it did, whom it was taken from. Next passes on what a client says there
 * and writes the address of the connection only where nothing was said; with that, anybody would be as many people as
 * they like.
 */
export function noteSenders(): void {
  onEachRequest(({ headers, socket: { remoteAddress: sender } }) => {
    if (sender === undefined) return;
    const said = headers[FORWARDED];
    headers[FORWARDED] = said === undefined ? sender : `${String(said)}, ${sender}`;
  });
}
