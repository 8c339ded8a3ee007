import type pg from "pg";
import { WatchedClient } from "./hang-watch.ts";
import type { Prisma } from "./generated/client.ts";
import type { CapturedClient } from "./shared-pool.ts";

export type Role = "app" | "jobs" | "accounts";

/** A value that PostgreSQL takes as a parameter. */
export type Parameter =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly (string | number | bigint | Uint8Array | null)[];

export interface WorkspaceTx {
  readonly workspaceId: string | null;
  /** The typed client, inside this transaction. */
  readonly prisma: Prisma.TransactionClient;
  /** Plain SQL, inside this transaction: answers the rows. */
  query<Row extends object>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>;
  /** The connection itself, for COPY. */
  readonly client: pg.PoolClient;
  /** A job was added that is due: workers are to look for it once this is committed. */
  noteJob(): void;
}

const SETTINGS = `select
  set_config('role', $1, true),
  set_config('app.workspace', $2, true),
  set_config('statement_timeout', $3, true),
  set_config('lock_timeout', '15s', true),
  set_config('idle_in_transaction_session_timeout', '60s', true)`;

/** Everything is set for this transaction alone, so it works behind a pooler and nothing outlives it. */
export async function enterWorkspace(
  prisma: Prisma.TransactionClient,
  captured: CapturedClient,
  settings: { workspaceId: string | null; role: Role; statementTimeoutSeconds: number },
): Promise<WorkspaceTx> {
  const current = (): pg.PoolClient => {
    if (captured.client === null)
      throw new Error("the transaction has ended and its connection was released");
    return captured.client;
  };
  const client = current();
  if (client instanceof WatchedClient) client.statementTimeoutSeconds = settings.statementTimeoutSeconds;
  await client.query(SETTINGS, [
    `headroom_${settings.role}`,
    settings.workspaceId ?? "",
    `${settings.statementTimeoutSeconds}s`,
  ]);
  return {
    workspaceId: settings.workspaceId,
    prisma,
    async query<Row extends object>(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
      const result = await current().query<Row>(sql, parameters.map(toDriver));
      return result.rows;
    },
    get client() {
      return current();
    },
    noteJob() {
      captured.jobs += 1;
    },
  };
}

/** The same transaction, from here on in one workspace: what is counted together may belong to several. */
export async function enterAgain(tx: WorkspaceTx, workspaceId: string): Promise<WorkspaceTx> {
  await tx.query("select set_config('role', 'headroom_app', true), set_config('app.workspace', $1, true)", [
    workspaceId,
  ]);
  return {
    workspaceId,
    prisma: tx.prisma,
    query: (sql, parameters) => tx.query(sql, parameters),
    get client() {
      return tx.client;
    },
    noteJob: () => tx.noteJob(),
  };
}

// The driver writes a Buffer as bytes, and any other view of them as JSON inside an array.
function toDriver(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDriver);
  return value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value;
}
