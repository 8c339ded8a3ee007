import { randomUUID } from "node:crypto";
import { channel, subscribe } from "node:diagnostics_channel";
import { onEachRequest } from "./each-request.ts";
import { SECRET_PATHS } from "./security-headers.ts";
import { clientAddress } from "./visitor.ts";

/** The id of a request, set here whatever the client sent. */
export const REQUEST_ID = "x-request-id";

/** Next bundles what runs at start apart from pages, so a channel of the process connects the two. */
const SENDERS = "headroom.web.senders";

interface Sender {
  requestId: string;
  user?: string;
  workspace?: string;
}

/** Pages and calls say who sent a request, once they know it. */
export function noteSender(sender: Sender): void {
  channel(SENDERS).publish(sender);
}

/** Files of the build and probes say nothing about anybody. */
const UNLOGGED = /^\/(?:_next\/static\/|healthz|readyz)/;
const MAX_URL = 500;

/** One line of JSON for each request, when its response ends. */
export function logRequests(
  trustedProxies: number,
  write: (line: string) => unknown = (line) => process.stdout.write(line),
): void {
  const running = new Map<string, Sender>();
  subscribe(SENDERS, (message) => {
    const { requestId, ...who } = Object(message) as Sender;
    Object.assign(running.get(requestId) ?? {}, who);
  });
  onEachRequest((request, response) => {
    const { method, url = "", headers } = request;
    if (UNLOGGED.test(url)) return;
    const requestId = randomUUID();
    headers[REQUEST_ID] = requestId;
    response.setHeader(REQUEST_ID, requestId);
    const sender: Sender = { requestId };
    running.set(requestId, sender);
    const beganAt = performance.now();
    response.once("close", () => {
      running.delete(requestId);
      const line = {
        level: "info",
        time: new Date().toISOString(),
        ...sender,
        method,
        url: loggedUrl(url),
        // A client that left before it got an answer has no status.
        status: response.headersSent ? response.statusCode : null,
        milliseconds: Math.round(performance.now() - beganAt),
        address: clientAddress(String(headers["x-forwarded-for"] ?? ""), trustedProxies),
      };
      write(`${JSON.stringify(line)}\n`);
    });
  });
}

/** Without secrets: paths of links end where theirs begins, and parameters are named without their values. */
export function loggedUrl(url: string): string {
  const [path = "", query = ""] = url.split(/\?(.*)/s, 2);
  const isSecret = [...SECRET_PATHS, "/api/auth/"].some((secret) => path.startsWith(secret));
  const shown = isSecret ? path.replace(/^(\/(?:api\/)?[^/]+\/).+$/s, "$1…") : path;
  const names = query.split("&").map((pair) => pair.replace(/=.*/s, "=…"));
  return (query === "" ? shown : `${shown}?${names.join("&")}`).slice(0, MAX_URL);
}
