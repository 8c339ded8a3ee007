import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";

/** Sees each request before any other code reads it. */
export function onEachRequest(see: (request: IncomingMessage, response: ServerResponse) => void): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = Object(message);
    if (request instanceof IncomingMessage && response instanceof ServerResponse) see(request, response);
  });
}
