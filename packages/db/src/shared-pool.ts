import type { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { HangWatch } from "./hang-watch.ts";
import { TracedClient } from "./traced-client.ts";

/** The connection of a running transaction. */
export interface CapturedClient {
  client: pg.PoolClient | null;
  /** How many jobs it added that are due. */
  jobs: number;
}

const LOOKUP_SECONDS = 30;

const ENTER = `begin; select set_config('role', 'headroom_entry', true), set_config('statement_timeout', '${LOOKUP_SECONDS}s', true)`;

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

/**
 * The only pool of the process. Prisma checks out a connection for a transaction without exposing it, so
 * the pool notes it for the caller, and plain SQL can run in the same transaction.
 */
export class SharedPool extends pg.Pool {
  readonly #checkedOut: AsyncLocalStorage<CapturedClient>;
  readonly #hangWatch: HangWatch;

  constructor(
    checkedOut: AsyncLocalStorage<CapturedClient>,
    config: pg.PoolConfig & { connectionString: string },
  ) {
    super({ ...config, Client: TracedClient, types: { getTypeParser } });
    this.#checkedOut = checkedOut;
    this.#hangWatch = new HangWatch(config.connectionString);
    this.on("connect", (client) => client instanceof TracedClient && this.#hangWatch.watch(client));
    // Without a listener, an idle connection that the server closes would end the process.
    this.on("error", () => undefined);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback !== undefined) return super.connect(callback);
    const captured = this.#checkedOut.getStore();
    const connecting = this.#connect();
    return captured === undefined || captured.client !== null
      ? connecting
      : connecting.then((client) => capture(client, captured));
  }

  /**
   * Outside of a transaction, a statement may only look things up, so a query that forgets its transaction sees no table. The
   * role ends with the statement: behind a pooler, the connection may be somebody else's next.
   */
  override readonly query = (async (...given: unknown[]): Promise<unknown> => {
    const client = await this.#connect();
    const ask = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
    if (client instanceof TracedClient) client.statementTimeoutSeconds = LOOKUP_SECONDS;
    try {
      await ask(ENTER);
      const answer = await ask(...given);
      await ask("commit");
      return answer;
    } catch (error) {
      await ask("rollback").catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }) as pg.Pool["query"];

  /** A statement that reads and writes no table: it needs no role, and is a transaction by itself. */
  async alone(sql: string, parameters: unknown[]): Promise<void> {
    const client = await this.#connect();
    if (client instanceof TracedClient) client.statementTimeoutSeconds = LOOKUP_SECONDS;
    try {
      await client.query(sql, parameters);
    } finally {
      client.release();
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    this.#hangWatch.assertAnswers();
    return super.connect();
  }

  override async end(): Promise<void> {
    this.#hangWatch.close();
    return super.end();
  }
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
