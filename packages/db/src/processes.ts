import type { Prisma } from "./generated/client.ts";
import type { ProcessModel } from "./generated/models.ts";
import type { WorkspaceTx } from "./workspace-tx.ts";

/** What can have started or stopped. */
export const PROCESS_KINDS = ["database", "ingest", "web"] as const;

export interface ProcessSeen {
  id: string;
  kind: Exclude<(typeof PROCESS_KINDS)[number], "database">;
  startedAt: Date;
  facts: Prisma.InputJsonObject;
}

const REMEMBERED_DAYS = 30;
const LISTED = 100;

/** Notes that a process is there, and since when the database is. Within `asJobs`. */
export async function noteProcess(
  tx: WorkspaceTx,
  { id, kind, startedAt, facts }: ProcessSeen,
): Promise<void> {
  await tx.query(
    `insert into process (id, kind, started_at, seen_at, facts) values ($1, $2, $3, now(), $4)
     on conflict (id) do update set seen_at = now(), facts = excluded.facts`,
    [id, kind, startedAt, JSON.stringify(facts)],
  );
  await tx.query(
    `insert into process (id, kind, started_at, seen_at)
     values (gen_random_uuid(), 'database', pg_postmaster_start_time(), now())
     on conflict (started_at) where kind = 'database' do update set seen_at = now()`,
  );
  await tx.query("delete from process where seen_at < now() - make_interval(days => $1)", [REMEMBERED_DAYS]);
}

/** Notes that a process shut down, rather than being killed. Within `asJobs`. */
export async function noteProcessEnd(tx: WorkspaceTx, id: string): Promise<void> {
  await tx.query("update process set ended_at = now(), seen_at = now() where id = $1", [id]);
}

/** The database's clock at the moment. Within `asJobs`. */
export async function readNow(tx: WorkspaceTx): Promise<Date> {
  const [row] = await tx.query<{ now: Date }>("select clock_timestamp() as now");
  if (row === undefined) throw new Error("the database has no clock");
  return row.now;
}

/** The latest starts of all processes, newest first. Within `asJobs`. */
export function readProcesses(tx: WorkspaceTx): Promise<ProcessModel[]> {
  return tx.prisma.process.findMany({ orderBy: [{ startedAt: "desc" }, { id: "desc" }], take: LISTED });
}

export interface Connections {
  /** To all databases of the server. */
  used: number;
  /** Without those that are kept for its administrators. */
  limit: number;
  /** What the processes that run may open together. */
  planned: number;
}

/** A process that hasn't reported for so long is gone. */
const GONE_SECONDS = 45;

/** Within `asJobs`. */
export async function readConnections(tx: WorkspaceTx): Promise<Connections> {
  const [row] = await tx.query<Connections>(
    `select (select sum(numbackends)::int from pg_stat_database) as used,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as "limit",
       (select coalesce(sum((facts ->> 'connections')::int), 0)::int from process
        where ended_at is null and seen_at > now() - make_interval(secs => ${GONE_SECONDS})) as planned`,
  );
  return row ?? { used: 0, limit: 0, planned: 0 };
}

export interface DatabaseState {
  now: Date;
  version: string;
  timescaleVersion: string | null;
  startedAt: Date;
  bytes: number;
  migrations: { total: number; newest: string | null; at: Date | null };
}

/** Within `asJobs`. */
export async function readDatabaseState(tx: WorkspaceTx): Promise<DatabaseState> {
  const [state] = await tx.query<Omit<DatabaseState, "migrations"> & DatabaseState["migrations"]>(
    `select now() as now, current_setting('server_version') as version,
       (select extversion from pg_extension where extname = 'timescaledb') as "timescaleVersion",
       pg_postmaster_start_time()::timestamptz(3) as "startedAt", pg_database_size(current_database())::float8 as bytes,
       total, newest, at
     from applied_migrations()`,
  );
  if (state === undefined) throw new Error("the database doesn't describe itself");
  const { total, newest, at, ...database } = state;
  return { ...database, migrations: { total, newest, at } };
}

export interface LiveBacklog {
  /** Accepted and not counted yet; at most `LIVE_BACKLOG_LISTED`. */
  entries: number;
  oldestAt: Date | null;
  /** Of the whole log, with what was counted and not yet trimmed. */
  logBytes: number;
  /** Couldn't be counted, and were set aside. */
  setAside: number;
}

/** Counting goes no further. */
export const LIVE_BACKLOG_LISTED = 10_000;

/** Within `asJobs`. */
export async function readLiveBacklog(tx: WorkspaceTx): Promise<LiveBacklog> {
  const [backlog] = await tx.query<LiveBacklog>(
    `select count(*)::int as entries,
       (select min(first.accepted_at) from live_position p cross join lateral (
          select l.accepted_at from live_log l where l.partition = p.partition and l.position > p.position
          order by l.position limit 1
        ) first) as "oldestAt", live_log_bytes()::float8 as "logBytes",
       (select count(*)::int from live_log_failed) as "setAside"
     from (
       select 1 from live_log l join live_position p on p.partition = l.partition
       where l.position > p.position limit ${LIVE_BACKLOG_LISTED}
     ) pending`,
  );
  return backlog ?? { entries: 0, oldestAt: null, logBytes: 0, setAside: 0 };
}
