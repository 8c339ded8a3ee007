interface Asked {
  method: string;
  url: string;
  host: string;
  ip: string;
  socket: { remotePort?: number | undefined };
}

/** The URL for the log, without tickets: they would give access to anyone who reads the log. */
export function loggedRequest({ method, url, host, ip, socket }: Asked): Record<string, unknown> {
  return {
    method,
    url: url.replace(/([?&]ticket=)[^&]*/g, "$1…"),
    host,
    remoteAddress: ip,
    remotePort: socket.remotePort,
  };
}
