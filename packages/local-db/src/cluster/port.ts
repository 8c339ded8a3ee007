import { once } from "node:events";
import { createServer } from "node:net";

import { isSystemError, LocalDatabaseError } from "../problem.ts";

/** The port itself if it is free, or any free port for 0. */
export async function freePort(port: number): Promise<number> {
  const probe = createServer();
  probe.listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch (error) {
    if (isSystemError(error, "EADDRINUSE")) throw portBusy(port);
    throw error;
  }
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address !== null ? address.port : port;
}

export function portBusy(port: number): LocalDatabaseError {
  return new LocalDatabaseError(
    "port-busy",
    `port ${port} is in use by another program`,
    "stop that program, or use another port for the database: HEADROOM_DB_PORT=4102 npm start",
  );
}
