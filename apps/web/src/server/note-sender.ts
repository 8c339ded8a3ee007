import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";

const FORWARDED = "x-forwarded-for";

/**
 * Adds to each request, as every proxy before it did, whom it was taken from. Next passes on what a client says there
 * and writes the address of the connection only where nothing was said; with that, anybody would be as many people as
 * they like.
 */
export function noteSenders(): void {
  subscribe("http.server.request.start", (message) => {
    const request = requestOf(message);
    const sender = request?.socket.remoteAddress;
    if (request === null || sender === undefined) return;
    const said = request.headers[FORWARDED];
    request.headers[FORWARDED] = said === undefined ? sender : `${String(said)}, ${sender}`;
  });
}

function requestOf(message: unknown): IncomingMessage | null {
  if (typeof message !== "object" || message === null || !("request" in message)) return null;
  return message.request instanceof IncomingMessage ? message.request : null;
}
