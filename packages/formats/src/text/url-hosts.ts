/** URL beginnings whose host is remembered; others are looked at each time. */
const MOST_REMEMBERED = 1_000;
/** Those that are compared byte by byte before that. */
const MOST_FIRST = 8;
const MAX_HOST_LENGTH = 253;
const SCHEME = "://";
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443", ws: "80", wss: "443" };
const AUTHORITY = /^(?:.*@)?((?:[\w.-]+|\[[\da-f:.]+\]))(?::(\d{1,5}))?$/i;

/** The tested host of URLs as files have them. Neither user, path nor query is ever kept. */
export class UrlHosts {
  readonly #known = new Map<string, string | null>();
  /** What the first URLs began with, up to their paths, and their hosts: nearly all begin with one of them. */
  readonly #first: { begin: Uint8Array; host: string | null }[] = [];

  /** Of the URL bytes[from..to); null: it names none. */
  find(bytes: Uint8Array, from: number, to: number): string | null {
    for (const { begin, host } of this.#first) if (beginsWith(bytes, from, to, begin)) return host;
    const end = endOfHost(bytes, from, to);
    const host = this.of(latin1(bytes, from, end));
    if (end < to && end - from <= MAX_HOST_LENGTH && this.#first.length < MOST_FIRST)
      this.#first.push({ begin: Uint8Array.from(bytes.subarray(from, end + 1)), host });
    return host;
  }

  /** Of a URL, or of its beginning up to the path. */
  of(url: string): string | null {
    const known = this.#known.get(url);
    if (known !== undefined) return known;
    const host = hostOf(url);
    if (this.#known.size < MOST_REMEMBERED && url.length <= MAX_HOST_LENGTH) this.#known.set(url, host);
    return host;
  }
}

/** "shop.example:8443" of "https://me@Shop.example:8443/cart?q=1". */
export function hostOf(url: string): string | null {
  const begin = url.indexOf(SCHEME);
  if (begin <= 0) return null;
  const [authority = ""] = url.slice(begin + SCHEME.length).split(/[/?#\\]/, 1);
  const [, host = "", port = ""] = AUTHORITY.exec(authority) ?? [];
  if (host === "" || host.length > MAX_HOST_LENGTH) return null;
  const isDefault = port === "" || port === DEFAULT_PORTS[url.slice(0, begin).toLowerCase()];
  return `${host.toLowerCase()}${isDefault ? "" : `:${port}`}`;
}

function beginsWith(bytes: Uint8Array, from: number, to: number, begin: Uint8Array): boolean {
  if (to - from < begin.length) return false;
  for (let at = 0; at < begin.length; at++) if (bytes[from + at] !== begin[at]) return false;
  return true;
}

export function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1");
}

/** Where the path of the URL bytes[from..to) begins. */
export function endOfHost(bytes: Uint8Array, from: number, to: number): number {
  let slashes = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === 47) slashes++;
    if ((byte === 47 && slashes === 3) || byte === 63 || byte === 35) return at;
  }
  return to;
}
