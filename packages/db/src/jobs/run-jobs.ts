import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Logger, run } from "graphile-worker";
import type { Job, TaskList, WorkerEvents } from "graphile-worker";
import pg from "pg";
import { HangWatch, WatchedClient } from "../hang-watch.ts";
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

/** Jobs that wait for each other and for no others. */
export interface JobQueue {
  handlers: JobHandlers;
  /** A job may read whole files, in addition to the uploads that the process serves. */
  atOnce: number;
  /** How many of them may be queued jobs of the same workspace. Left out: all. */
  ofWorkspace?: number;
}

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

/**
 * For all queues together: one listens and shows that this process is alive, and the others are for the queues' own statements,
 * which take milliseconds. What jobs do themselves uses the process's pool.
 */
export const JOB_CONNECTIONS = 5;
/** Two for each queue. */
const MOST_LISTENERS = 20;
const UNLOCK_EVERY_MILLIS = 15_000;
const RETRY_MILLIS = [250, 1_000, 5_000, 15_000];

/**
 * Runs the queued jobs as the database's owner and without a pooler, because it listens for new ones. If the database goes
 * away, it starts again when it is back.
 */
export function runJobs(directUrl: string, queues: readonly JobQueue[], log: JobsLog): RunningJobs {
  const stopping = new AbortController();

  async function untilStopped(): Promise<void> {
    for (let attempt = 0; !stopping.signal.aborted; attempt++) {
      const began = await workOnce(directUrl, queues, log, stopping.signal).catch((error: unknown) => {
        log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          "job worker stopped; trying again",
        );
        return false;
      });
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
  directUrl: string,
  queues: readonly JobQueue[],
  log: JobsLog,
  stopping: AbortSignal,
): Promise<boolean> {
  const pool = new JobsPool(directUrl);
  try {
    const holder = await pool.hold();
    // Without its lock, this process looks dead to others. One queue that ends takes the others with it, to start again together.
    const ending = new AbortController();
    const over = () => ending.abort();
    holder.once("error", over);
    const unlock = () => void unlockJobsOfTheDead(holder).catch(() => undefined);
    unlock();
    const timer = setInterval(unlock, UNLOCK_EVERY_MILLIS).unref();
    try {
      const all = AbortSignal.any([stopping, ending.signal]);
      await Promise.all(queues.map((queue) => work({ pool, holder }, queue, log, all).finally(over)));
    } finally {
      clearInterval(timer);
      holder.release(true);
    }
    return true;
  } finally {
    await pool.end();
  }
}

async function work(
  { pool, holder }: { pool: pg.Pool; holder: pg.PoolClient },
  { handlers, atOnce, ofWorkspace }: JobQueue,
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
    ...(ofWorkspace === undefined ? {} : { forbiddenFlags: fullWorkspaces(events, ofWorkspace) }),
    noHandleSignals: true,
    // If there is only a pooler's address, its connections keep no prepared statements.
    noPreparedStatements: true,
    // Batches, though of one job: the worker waits only for these when it stops, and retries them when the database is away.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: loggerTo(log),
    events,
  });
  const stop = () => void runner.stop().catch(() => undefined);
  stopping.addEventListener("abort", stop, { once: true });
  if (stopping.aborted) stop();
  await runner.promise.finally(() => stopping.removeEventListener("abort", stop));
}

/**
 * The workspaces with as many running jobs as they may have. Workers look for jobs one after the other, so that each counts what
 * the one before it took.
 */
function fullWorkspaces(events: WorkerEvents, most: number): () => Promise<string[]> {
  const held = new Map<string, number>();
  let turn = Promise.resolve();
  let leave: (() => void) | null = null;
  const count = (step: 1 | -1, { flags }: Job) => {
    for (const workspaceId of Object.keys(flags ?? {}))
      held.set(workspaceId, (held.get(workspaceId) ?? 0) + step);
  };
  events.on("job:start", ({ job }) => {
    count(1, job);
    leave?.();
  });
  for (const nothing of ["worker:getJob:empty", "worker:getJob:error"] as const)
    events.on(nothing, () => leave?.());
  events.on("job:complete", ({ job }) => count(-1, job));
  return async () => {
    const before = turn;
    const own = Promise.withResolvers<void>();
    turn = own.promise;
    await before;
    leave = own.resolve;
    for (const [workspaceId, running] of held) if (running === 0) held.delete(workspaceId);
    return [...held].filter(([, running]) => running >= most).map(([workspaceId]) => workspaceId);
  };
}

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

/** The connections of all queues. */
class JobsPool extends pg.Pool {
  readonly #hangWatch: HangWatch;
  #holder: pg.PoolClient | null = null;

  constructor(connectionString: string) {
    super({
      connectionString,
      max: JOB_CONNECTIONS,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: "headroom jobs",
      Client: WatchedClient,
    });
    this.#hangWatch = new HangWatch(connectionString);
    // Without listeners a connection that the server closes would end the process.
    this.on("error", () => undefined);
    this.on("connect", (client) => {
      client.on("error", () => undefined);
      if (client instanceof WatchedClient) this.#hangWatch.watch(client);
    });
  }

  async hold(): Promise<pg.PoolClient> {
    this.#holder = oneByOne(await super.connect());
    return this.#holder;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback === undefined) return super.connect();
    // Only to listen, a queue passes a callback. One connection hears for all of them.
    if (this.#holder === null) callback(new Error("not connected"), undefined, () => undefined);
    else callback(undefined, this.#holder, () => undefined);
  }

  override readonly query = (async (...given: unknown[]): Promise<unknown> => {
    const client = await this.connect();
    try {
      return await (client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>)(...given);
    } finally {
      client.release();
    }
  }) as pg.Pool["query"];

  override async end(): Promise<void> {
    this.#hangWatch.close();
    return super.end();
  }
}

/** The queues share it, and don't wait for each other's statements. */
function oneByOne(client: pg.PoolClient): pg.PoolClient {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  let before: Promise<unknown> = Promise.resolve();
  client.query = ((...given: unknown[]) => {
    const asked = before.then(() => query(...given));
    before = asked.catch(() => undefined);
    return asked;
  }) as typeof client.query;
  return client.setMaxListeners(MOST_LISTENERS);
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
  // A line that is held by no job would hold up its jobs for good.
  await client.query(
    `update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
     where q.locked_at < now() - make_interval(secs => $1) and not exists (
       select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_at is not null
     )`,
    [heldForSeconds],
  );
}
