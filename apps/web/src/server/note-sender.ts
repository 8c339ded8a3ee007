import { onEachRequest } from "./each-request.ts";

const FORWARDED = "x-forwarded-for";

/**
 * Appends the address of the connection to X-Forwarded-For, as a proxy does. Next keeps what the client sent there, and
 * adds the address only if the header is absent. Any client could then pretend to be any number of people.
 */
export function noteSenders(): void {
  onEachRequest(({ headers, socket: { remoteAddress: sender } }) => {
    if (sender === undefined) return;
    const said = headers[FORWARDED];
    headers[FORWARDED] = said === undefined ? sender : `${String(said)}, ${sender}`;
  });
}
