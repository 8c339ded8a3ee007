import type { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

/** The connection that a transaction runs on, for as long as it has it. */
export interface CapturedClient {
  client: pg.PoolClient | null;
}

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

/**
 * The one pool of the process. Prisma opens a transaction by checking a connection out of it, and shows that
 * connection to nobody; here it is noted for whoever asked, so that plain SQL can run in the same transaction.
 */
export class SharedPool extends pg.Pool {
  readonly #checkedOut: AsyncLocalStorage<CapturedClient>;

  constructor(checkedOut: AsyncLocalStorage<CapturedClient>, config: pg.PoolConfig) {
    super({ ...config, types: { getTypeParser } });
    this.#checkedOut = checkedOut;
    // Without a listener an idle connection that the server closes would end the process.
    this.on("error", () => undefined);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback !== undefined) return super.connect(callback);
    const captured = this.#checkedOut.getStore();
    const connecting = super.connect();
    return captured === undefined || captured.client !== null
      ? connecting
      : connecting.then((client) => capture(client, captured));
  }
}

// Once released, the connection may be another workspace's: whoever still holds on must find nothing.
function capture(client: pg.PoolClient, captured: CapturedClient): pg.PoolClient {
  const release = client.release.bind(client);
  captured.client = client;
  client.release = (reason) => {
    captured.client = null;
    release(reason);
  };
  return client;
}

const INT8 = 20;

// Counts and micros fit a double exactly; a bigint of JavaScript's would infect every sum with it.
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === INT8 && format !== "binary" ? Number : pg.types.getTypeParser(oid, format);
