import { lookup as lookUp } from "node:dns";
import type { LookupOptions } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP } from "node:net";
import type { LookupFunction } from "node:net";

interface Webhook {
  url: string;
  body: string;
  headers: Record<string, string>;
}

/** Returns the status of the answer. Throws unless it was accepted. */
export type PostWebhook = (webhook: Webhook) => Promise<number>;

/** Somebody answered, and didn't accept it. */
export class WebhookRefused extends Error {
  readonly status: number;
  /** How long it asks to be left alone; null: it doesn't say. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, retryAfterSeconds: number | null = null) {
    super(`The webhook answered ${status}.`);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const TIMEOUT_MILLIS = 10_000;

/** Networks that people outside can't reach: an editor of a workspace isn't to reach them through this server. */
const PRIVATE = new BlockList();
for (const [address, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(address, bits, "ipv4");
for (const [address, bits] of [
  ["::", 127],
  // A gateway of the network may translate these to IPv4 addresses: NAT64, Teredo and 6to4.
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  PRIVATE.addSubnet(address, bits, "ipv6");

export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || PRIVATE.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** Posts JSON. It follows no redirects, and looks at each address that it connects to, so a name can't hide a private one. */
export function webhookPoster({ allowPrivate }: { allowPrivate: boolean }): PostWebhook {
  return ({ url, body, headers }) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const target = new URL(url);
    const host = target.hostname.replaceAll(/^\[|\]$/g, "");
    if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) return Promise.reject(unreachable());
    const send = target.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(target, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "user-agent": "headroom" },
      signal: AbortSignal.timeout(TIMEOUT_MILLIS),
      agent: false,
      ...(allowPrivate ? {} : { lookup: publicLookup }),
    });
    request.on("error", reject);
    request.on("response", (response) => {
      const { statusCode = 0 } = response;
      // What it answers isn't read.
      response.destroy();
      if (statusCode >= 200 && statusCode < 300) resolve(statusCode);
      else reject(new WebhookRefused(statusCode, secondsOf(response.headers["retry-after"])));
    });
    request.end(body);
    return promise;
  };
}

/** Dates are left out: chats answer with seconds, some of them with a fraction. */
function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,9}(?:\.\d+)?$/.test(header) ? Math.ceil(Number(header)) : null;
}

const publicLookup: LookupFunction = (host, options, done) => {
  const all: LookupOptions & { all: true } = { ...options, all: true };
  lookUp(host, all, (error, found) => {
    const [first] = found ?? [];
    const hidden = (found ?? []).find(({ address }) => isPrivateAddress(address));
    if (error !== null) done(error, "");
    else if (first === undefined || hidden !== undefined) done(unreachable(), "");
    else if (options.all === true) done(null, found);
    else done(null, first.address, first.family);
  });
};

/** As the system says it of an address without a way there: nobody learns which private names exist. */
function unreachable(): Error {
  return Object.assign(new Error("a private address"), { code: "EHOSTUNREACH" });
}
