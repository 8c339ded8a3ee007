import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";

/** Sees each request before any other code reads it. */
export function onEachRequest(see: (request: IncomingMessage) => void): void {
  subscribe("http.server.request.start", (message) => {
    const request = requestOf(message);
    if (request !== null) see(request);
  });
}

function requestOf(message: unknown): IncomingMessage | null {
  if (typeof message !== "object" || message === null || !("request" in message)) return null;
  return message.request instanceof IncomingMessage ? message.request : null;
}
