import { AsyncLocalStorage } from "node:async_hooks";
import { context, ROOT_CONTEXT } from "@opentelemetry/api";
import { HOUR_MILLIS } from "@headroom/core";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { unavailableOr } from "./availability.ts";
import { PrismaClient } from "./generated/client.ts";
import { createWaking } from "./jobs/wake-workers.ts";
import { createLookup } from "./lookup.ts";
import { sendNotices } from "./notices.ts";
import type { Lookup } from "./lookup.ts";
import { createSchemaGate } from "./schema-gate.ts";
import { inSpan } from "./spans.ts";
import { SharedPool } from "./shared-pool.ts";
import type { CapturedClient } from "./shared-pool.ts";
import { Turns } from "./database-turns.ts";
import { enterWorkspace } from "./workspace-tx.ts";
import type { Role, WorkspaceTx } from "./workspace-tx.ts";

export interface DatabaseOptions {
  /** May be a pooler's address. */
  url: string;
  /** Never a pooler's: locks that last as long as a process need their own connection. */
  directUrl?: string;
  maxConnections?: number;
  /** How long to wait for a connection before the database counts as unavailable. */
  connectTimeoutMillis?: number;
}

export interface Database {
  /**
   * One transaction that sees one workspace and nothing else. A `patient` one waits its turn for as long
   * as that takes, and leaves connections to requests that can't wait. Never start one within another.
   */
  inWorkspace<T>(
    workspaceId: string,
    work: (tx: WorkspaceTx) => Promise<T>,
    options?: { role?: Role; statementTimeoutSeconds?: number; patient?: boolean },
  ): Promise<T>;
  /** One transaction for background jobs, whose policies reach across workspaces if needed. */
  asJobs<T>(work: (tx: WorkspaceTx) => Promise<T>, options?: { patient?: boolean }): Promise<T>;
  /** One transaction that sees people and how they sign in, and no workspace. */
  asAccounts<T>(work: (tx: WorkspaceTx) => Promise<T>): Promise<T>;
  /** Says to every process that listens that these have changed. After the transaction that changed them. */
  notify(ids: readonly string[]): Promise<void>;
  readonly lookup: Lookup;
  readonly directUrl: string;
  /** Throws `SchemaMismatch` if the database has the schema of another version. So does everything else here, until it has been seen to fit. */
  requireSchema(): Promise<void>;
  ping(timeoutMillis?: number): Promise<void>;
  close(): Promise<void>;
}

// Prisma would roll back while work is still running; the server's own timeouts end a stuck transaction.
const PRISMA_NEVER_MILLIS = HOUR_MILLIS;
/** The share of connections for those that can wait. */
const PATIENT_SHARE = 0.7;

/** Opens no connection yet: if the database is down, the first call reports it, and the next one tries again. */
export function openDatabase(options: DatabaseOptions): Database {
  const connectTimeoutMillis = options.connectTimeoutMillis ?? 5_000;
  const maxConnections = options.maxConnections ?? 10;
  const turns = new Turns(Math.max(1, Math.floor(maxConnections * PATIENT_SHARE)));
  const checkedOut = new AsyncLocalStorage<CapturedClient>();
  const pool = new SharedPool(checkedOut, {
    connectionString: options.url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMillis,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: "headroom",
  });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  const requireSchema = createSchemaGate(pool);
  const alone = (sql: string, parameters: unknown[]) => pool.alone(sql, parameters);
  // One of them is for the jobs of several requests, and ends after any: it belongs to no request's trace.
  const wakeWorkers = createWaking((sql, parameters) =>
    context.with(ROOT_CONTEXT, () => alone(sql, parameters)),
  );

  function transaction<T>(
    workspaceId: string | null,
    work: (tx: WorkspaceTx) => Promise<T>,
    role: Role,
    statementTimeoutSeconds: number,
  ): Promise<T> {
    const captured: CapturedClient = { client: null, jobs: 0 };
    const attributes = { "headroom.workspace.id": workspaceId ?? "", "headroom.database.role": role };
    return inSpan("transaction", attributes, async () => {
      await requireSchema();
      return checkedOut.run(captured, () =>
        prisma.$transaction(
          async (tx) => {
            const entered = await enterWorkspace(tx, captured, {
              workspaceId,
              role,
              statementTimeoutSeconds,
            });
            return work(entered);
          },
          { maxWait: connectTimeoutMillis * 2, timeout: PRISMA_NEVER_MILLIS },
        ),
      );
    })
      .then((done) => {
        wakeWorkers(captured.jobs);
        return done;
      })
      .catch(unavailableOr);
  }

  const inTurn = <T>(patient: boolean, work: () => Promise<T>) => (patient ? turns.take(work) : work());

  return {
    inWorkspace: (workspaceId, work, { role = "app", statementTimeoutSeconds = 30, patient = false } = {}) =>
      inTurn(patient, () => transaction(workspaceId, work, role, statementTimeoutSeconds)),
    asJobs: (work, { patient = false } = {}) => inTurn(patient, () => transaction(null, work, "jobs", 600)),
    asAccounts: (work) => transaction(null, work, "accounts", 30),
    notify: (ids) => sendNotices(alone, ids).catch(unavailableOr),
    lookup: createLookup(pool, requireSchema),
    directUrl: options.directUrl ?? options.url,
    requireSchema: () => requireSchema().catch(unavailableOr),
    ping: (timeoutMillis = 2_000) => ping(pool, requireSchema, timeoutMillis),
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

async function ping(pool: pg.Pool, requireSchema: () => Promise<void>, timeoutMillis: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error("the database did not answer in time"), { code: "ETIMEDOUT" })),
      timeoutMillis,
    );
  });
  try {
    await Promise.race([requireSchema().then(() => pool.query("select 1")), late]);
  } catch (error) {
    unavailableOr(error);
  } finally {
    clearTimeout(timer);
  }
}
