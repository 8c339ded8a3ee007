interface Asked {
  method: string;
  url: string;
  host: string;
  ip: string;
  socket: { remotePort?: number | undefined };
}

/** A request as the log tells it: a ticket in its address would let in whoever reads the log. */
export function loggedRequest({ method, url, host, ip, socket }: Asked): Record<string, unknown> {
  return {
    method,
    url: url.replace(/([?&]ticket=)[^&]*/g, "$1…"),
    host,
    remoteAddress: ip,
    remotePort: socket.remotePort,
  };
}
