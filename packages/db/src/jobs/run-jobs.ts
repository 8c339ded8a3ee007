import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Logger, run } from "graphile-worker";
import type { Runner, TaskList, WorkerEvents } from "graphile-worker";
import pg from "pg";
import { asTrace } from "../spans.ts";

export interface JobRun {
  /** As added, plus `workspaceId`. */
  payload: unknown;
  /** This is the last attempt. */
  last: boolean;
  /** Aborted when the process stops and can't wait any longer: the job is then retried elsewhere. */
  signal: AbortSignal;
}

/** By the name of the job. If a handler throws, the job is retried with increasing delays. */
export type JobHandlers = Readonly<Record<string, (job: JobRun) => Promise<void>>>;

/** As a process's logger has it. */
export interface JobsLog {
  debug(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

export interface RunningJobs {
  /** Takes no more jobs and waits for the running ones; after a while it aborts them. */
  stop(): Promise<void>;
}

/** One each to listen and to show that this process is alive, and one for the queue's own statements. */
const OWN_CONNECTIONS = 3;
const UNLOCK_EVERY_MILLIS = 15_000;
const RETRY_MILLIS = [250, 1_000, 5_000, 15_000];

/**
 * Runs the queued jobs as the database's owner and without a pooler, because it listens for new ones. If the
 * database goes away, it starts again when it is back. `atOnce`: a job may read whole files, in addition to the uploads that
 * the process serves.
 */
export function runJobs(directUrl: string, handlers: JobHandlers, log: JobsLog, atOnce = 1): RunningJobs {
  const stopping = new AbortController();

  async function untilStopped(): Promise<void> {
    for (let attempt = 0; !stopping.signal.aborted; attempt++) {
      const began = await workOnce({ directUrl, atOnce }, handlers, log, stopping.signal).catch(
        (error: unknown) => {
          log.warn(
            { reason: error instanceof Error ? error.message : String(error) },
            "job worker stopped; trying again",
          );
          return false;
        },
      );
      if (began) attempt = 0;
      const pause = RETRY_MILLIS[Math.min(attempt, RETRY_MILLIS.length - 1)];
      await wait(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  const stopped = untilStopped();
  return {
    async stop() {
      stopping.abort();
      await stopped;
    },
  };
}

/** Runs until it is stopped or the connection breaks; returns whether it had started. */
async function workOnce(
  { directUrl, atOnce }: { directUrl: string; atOnce: number },
  handlers: JobHandlers,
  log: JobsLog,
  stopping: AbortSignal,
): Promise<boolean> {
  const pool = openPool(directUrl, atOnce + OWN_CONNECTIONS);
  try {
    const holder = await pool.connect();
    try {
      await work({ pool, holder, atOnce }, handlers, log, stopping);
    } finally {
      holder.release(true);
    }
    return true;
  } finally {
    await pool.end();
  }
}

async function work(
  { pool, holder, atOnce }: { pool: pg.Pool; holder: pg.PoolClient; atOnce: number },
  handlers: JobHandlers,
  log: JobsLog,
  stopping: AbortSignal,
): Promise<void> {
  const events: WorkerEvents = new EventEmitter();
  events.once(
    "pool:create",
    ({ workerPool }) => void holdWorkers(holder, workerPool.id).catch(() => undefined),
  );
  const runner = await run({
    pgPool: pool,
    taskList: tasksOf(handlers),
    parsedCronItems: [],
    concurrency: atOnce,
    noHandleSignals: true,
    // If there is only a pooler's address, its connections keep no prepared statements.
    noPreparedStatements: true,
    // Batches, though of one job: the worker waits only for these when it stops, and retries them when the database is away.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: loggerTo(log),
    events,
  });
  const unlock = () => void unlockJobsOfTheDead(pool).catch(() => undefined);
  unlock();
  const timer = setInterval(unlock, UNLOCK_EVERY_MILLIS).unref();
  await untilOver(runner, holder, stopping).finally(() => clearInterval(timer));
}

/** Without its lock, this process looks dead to others, so it starts again under another name. */
async function untilOver(runner: Runner, holder: pg.PoolClient, stopping: AbortSignal): Promise<void> {
  const stop = () => void runner.stop().catch(() => undefined);
  holder.once("error", stop);
  stopping.addEventListener("abort", stop, { once: true });
  if (stopping.aborted) stop();
  await runner.promise.finally(() => stopping.removeEventListener("abort", stop));
}

function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: "headroom jobs",
  });
  // Without listeners a connection that the server closes would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function tasksOf(handlers: JobHandlers): TaskList {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (
        payload: unknown,
        { job, abortSignal }: { job: { attempts: number; max_attempts: number }; abortSignal: AbortSignal },
      ) => {
        const attributes = { "headroom.job.attempt": job.attempts };
        const one = { payload, last: job.attempts >= job.max_attempts, signal: abortSignal };
        return asTrace(`job ${name}`, attributes, () => handle(one));
      },
    ]),
  );
}

function loggerTo(log: JobsLog): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const detail = { ...scope, ...(meta?.["error"] === undefined ? {} : { err: meta["error"] }) };
    if (level === "error") log.error(detail, message);
    else if (level === "warning") log.warn(detail, message);
    else log.debug(detail, message);
  });
}

/** The class of the advisory locks that show that a pool of workers is alive; never renumber. */
const WORKERS_LOCK = 18_516;

/** Shows that the pool with that name is alive, for as long as the connection lasts. */
async function holdWorkers(client: pg.ClientBase, poolId: string): Promise<void> {
  await client.query("select pg_advisory_lock($1, hashtext($2))", [WORKERS_LOCK, poolId]);
}

/**
 * Releases jobs that were running in processes that died; the queue itself would wait hours for them. A pool
 * takes its lock after it has started to look for jobs, so its very first ones are left alone for a moment.
 */
export async function unlockJobsOfTheDead(
  client: Pick<pg.ClientBase, "query">,
  heldForSeconds = 5,
): Promise<void> {
  await client.query(
    `select graphile_worker.force_unlock_workers(array_agg(pool)) from (
       select distinct locked_by as pool from graphile_worker.jobs
       where locked_at < now() - make_interval(secs => $2) offset 0
     ) held where pg_try_advisory_xact_lock($1, hashtext(pool)) having count(*) > 0`,
    [WORKERS_LOCK, heldForSeconds],
  );
}
