import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { Socket } from "node:net";

export interface HangingProxy {
  /** The database's address through the proxy. */
  url: string;
  /** From now on connections stay open, and nothing passes. */
  hang(): void;
  /** Passes on what has gathered. */
  goOn(): void;
  close(): Promise<void>;
}

/** In front of a database, for tests of one that hangs. */
export async function openHangingProxy(databaseUrl: string): Promise<HangingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let hangs = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from
        .on("error", () => to.destroy())
        .on("close", () => {
          sockets.delete(from);
          to.destroy();
        });
      from.on("data", (bytes) => void to.write(bytes));
      if (hangs) from.pause();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(typeof address === "object" ? address?.port : "");
  return {
    url: url.href,
    hang() {
      hangs = true;
      for (const socket of sockets) socket.pause();
    },
    goOn() {
      hangs = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
