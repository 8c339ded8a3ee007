interface Asked {
  method: string;
  url: string;
  host: string;
  ip: string;
  socket: { remotePort?: number | undefined };
}

/** The URL for the log, with the names of its parameters alone: their values can be tickets, notes and names. */
export function loggedRequest({ method, url, host, ip, socket }: Asked): Record<string, unknown> {
  const [path = "", query = ""] = url.split(/\?(.*)/s, 2);
  const names = query.split("&").map((pair) => pair.replace(/=.*/s, "=…"));
  return {
    method,
    url: query === "" ? path : `${path}?${names.join("&")}`,
    host,
    remoteAddress: ip,
    remotePort: socket.remotePort,
  };
}
