import type { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { TracedClient } from "./traced-client.ts";

/** The connection of a running transaction. */
export interface CapturedClient {
  client: pg.PoolClient | null;
}

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

/**
 * The only pool of the process. Prisma checks out a connection for a transaction without exposing it, so
 * the pool notes it for the caller, and plain SQL can run in the same transaction.
 */
export class SharedPool extends pg.Pool {
  readonly #checkedOut: AsyncLocalStorage<CapturedClient>;

  constructor(checkedOut: AsyncLocalStorage<CapturedClient>, config: pg.PoolConfig) {
    super({ ...config, Client: TracedClient, types: { getTypeParser }, verify: enter });
    this.#checkedOut = checkedOut;
    // Without a listener, an idle connection that the server closes would end the process.
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

/**
 * Outside of a transaction, a connection may only look things up, so a query that forgets its transaction sees no table.
 * Transactions take their own role and don't depend on this.
 */
function enter(client: pg.PoolClient, done: (error?: Error) => void): void {
  client.query("set role headroom_entry", (error?: Error | null) => done(error ?? undefined));
}

// Once released, the connection may belong to another workspace: a stale reference must find nothing.
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

// Counts and micros fit a double exactly; a JavaScript bigint would spread to every sum.
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === INT8 && format !== "binary" ? Number : pg.types.getTypeParser(oid, format);
