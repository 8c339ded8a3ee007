const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

function hostOf(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/**
 * Whether a request was sent to this server's own address. On the loopback, every name of the loopback counts. A name
 * that someone else pointed at it (DNS rebinding) does not.
 */
export function isOwnHost(host: string | null, webUrl: string): boolean {
  const [own, asked] = [hostOf(webUrl), host === null ? null : hostOf(`http://${host}`)];
  if (!own || !asked) return false;
  if (own.host === asked.host) return true;
  return LOOPBACK.has(own.hostname) && LOOPBACK.has(asked.hostname) && samePort(own, asked);
}

function samePort(own: URL, asked: URL): boolean {
  return (own.port || (own.protocol === "https:" ? "443" : "80")) === (asked.port || "80");
}

/** Writes are accepted only from our own pages. The browser has to send the origin. */
export function isOwnOrigin(headers: Headers, webUrl: string): boolean {
  const origin = headers.get("origin");
  const [own, sender] = [hostOf(webUrl), origin === null ? null : hostOf(origin)];
  if (!own || !sender) return false;
  if (sender.origin === own.origin) return true;
  if (sender.protocol !== own.protocol) return false;
  return sender.host === headers.get("host") && isOwnHost(sender.host, webUrl);
}

export function isLoopback(host: string | null): boolean {
  const asked = host === null ? null : hostOf(`http://${host}`);
  return asked !== null && LOOPBACK.has(asked.hostname);
}
