import { formatBytes, formatLength, plural } from "@headroom/core/format";
import type { Health, ProcessStart } from "@headroom/services";
import { formatCount } from "@headroom/ui";

type Tone = "good" | "warn" | "bad";

export interface HealthRow {
  id: string;
  name: string;
  detail: string;
  tone: Tone;
  state: string;
  startedAt: string | null;
}

export interface StartRow {
  id: string;
  name: string;
  startedAt: string;
  /** How it began: after what. */
  cause: string;
  /** How it ended; null: it runs. */
  end: { words: string; at: string } | null;
}

export interface HealthFact {
  name: string;
  value: string;
  problem: string | null;
}

export interface HealthModel {
  sentence: { lead: string; rest: string };
  processes: HealthRow[];
  disk: HealthFact[];
  work: HealthFact[];
  starts: StartRow[];
}

/** A process that reported within this time runs. */
const SEEN_WITHIN_MILLIS = 45_000;
const LISTED_STARTS = 30;
const SLOW_COUNTING_SECONDS = 60;
const NAMES: Record<ProcessStart["kind"], string> = { database: "Database", ingest: "Ingest", web: "Web" };

export function prepareHealth(health: Health): HealthModel {
  const runs = (start: ProcessStart) => isRunning(start, health.now);
  const processes = (["ingest", "web"] as const).flatMap((kind) => {
    const running = health.starts.filter((start) => start.kind === kind && runs(start));
    return running.length === 0 ? [missing(kind, health)] : running.map(rowWithLoad);
  });
  const disk = diskFacts(health);
  const work = workFacts(health);
  const rows = [databaseRow(health), ...processes];
  return {
    sentence: sentenceOf(rows, [...disk, ...work]),
    processes: rows,
    disk,
    work,
    starts: health.starts.slice(0, LISTED_STARTS).map((start) => startRow(start, health)),
  };
}

function isRunning({ endedAt, seenAt }: ProcessStart, now: Date): boolean {
  return endedAt === null && now.getTime() - seenAt.getTime() < SEEN_WITHIN_MILLIS;
}

/** There is one database, so an earlier start of it is over. */
function isReplaced({ kind, startedAt }: ProcessStart, starts: readonly ProcessStart[]): boolean {
  return kind === "database" && starts.some((other) => other.kind === kind && other.startedAt > startedAt);
}

function databaseRow({ database }: Health): HealthRow {
  const { version, timescaleVersion, startedAt } = database;
  const extension = timescaleVersion === null ? "" : `, TimescaleDB ${timescaleVersion}`;
  return {
    id: "database",
    name: NAMES.database,
    detail: `PostgreSQL ${version.split(" ")[0] ?? ""}${extension}`,
    tone: "good",
    state: "Running",
    startedAt: startedAt.toISOString(),
  };
}

function runningRow({ id, kind, startedAt, facts, offClock }: ProcessStart): HealthRow {
  const place = [facts.host, facts.pid === undefined ? undefined : `process ${facts.pid}`, rolesOf(facts)]
    .filter((part) => part !== undefined)
    .join(", ");
  const row = { id, name: NAMES[kind], startedAt: startedAt.toISOString() };
  if (offClock === null) return { ...row, detail: place, tone: "good", state: "Running" };
  const result = kind === "ingest" ? "It accepts no live data until" : "Its pages show wrong times until";
  const problem = `Its clock is ${offClock} the database's. ${result} somebody sets the clock.`;
  return {
    ...row,
    detail: place === "" ? problem : `${place}. ${problem}`,
    tone: "warn",
    state: "Not ready",
  };
}

/** What it takes, and which part of the counting is its. */
function rowWithLoad(start: ProcessStart): HealthRow {
  const { memoryBytes, countedBatches } = start.facts;
  const row = runningRow(start);
  const load = [
    ...(memoryBytes === undefined ? [] : [formatBytes(memoryBytes)]),
    ...(countedBatches === undefined
      ? []
      : [`${plural(countedBatches, "live batch", "live batches")} counted in 15 s`]),
  ];
  return { ...row, detail: [row.detail, ...load].filter((part) => part !== "").join(", ") };
}

function missing(kind: "ingest" | "web", { starts }: Health): HealthRow {
  const last = starts.find((start) => start.kind === kind);
  return {
    id: kind,
    name: NAMES[kind],
    detail:
      kind === "ingest" ? "Nothing can be uploaded, and no jobs run." : "No process has reported recently.",
    tone: "bad",
    state: last === undefined ? "Never seen" : last.endedAt === null ? "Not responding" : "Stopped",
    startedAt: null,
  };
}

function diskFacts(health: Health): HealthFact[] {
  const { database, starts } = health;
  const room = starts.find(({ kind, facts }) => kind === "ingest" && facts.room !== undefined)?.facts.room;
  const known = (bytes: number | null | undefined) =>
    bytes === null || bytes === undefined ? "not known" : formatBytes(bytes);
  const size = room?.maxDatabaseBytes ?? null;
  return [
    {
      name: "Free on the database's disk",
      value: known(room?.databaseDiskFreeBytes),
      problem: room === undefined ? null : roomProblem(room.status, room.minFreeBytes),
    },
    {
      name: "Size of the database",
      value:
        size === null
          ? formatBytes(database.bytes)
          : `${formatBytes(database.bytes)} of ${formatBytes(size)}`,
      problem: null,
    },
    { name: "Free on the disk of kept files", value: known(room?.keptFilesDiskFreeBytes), problem: null },
    ...keptFilesFact(health),
  ];
}

/** Of several processes that read and write them. */
function keptFilesFact({ starts, now }: Health): HealthFact[] {
  const stores = starts
    .filter((start) => start.kind === "ingest" && isRunning(start, now))
    .filter(({ facts: { roles } }) => roles?.some((role) => role !== "count") ?? true)
    .flatMap(({ facts: { keptFiles } }) => (keptFiles === undefined ? [] : [keptFiles]));
  if (stores.length < 2) return [];
  const isOne = new Set(stores).size === 1;
  return [
    {
      name: "Kept files of all processes",
      value: isOne ? "in one place" : "in different places",
      problem: isOne
        ? null
        : "Ingest processes don't see the same kept files, so some can't be downloaded or parsed again. Give all of them the same HEADROOM_RAW_FILES.",
    },
  ];
}

function roomProblem(status: "enough" | "low" | "full" | "unknown", minFreeBytes: number): string | null {
  switch (status) {
    case "full":
      return "There is too little room left, so new data is refused.";
    case "low":
      return `There is little room left. New data is refused below ${formatBytes(minFreeBytes)} of free disk space, or at the database's largest size.`;
    case "unknown":
    case "enough":
      return null;
  }
}

/** The page warns below this many free connections. With none left, requests get a 503. */
const FEW_CONNECTIONS = 10;

function connectionsFact({ connections: { used, limit, planned, problem } }: Health): HealthFact {
  const few =
    limit - used >= FEW_CONNECTIONS
      ? null
      : "Almost all are in use, and then requests get 503. Raise PostgreSQL's max_connections, or run fewer processes.";
  return {
    name: "Database connections",
    value: `${formatCount(used)} of ${formatCount(limit)}, at most ${formatCount(planned)} by these processes`,
    problem: problem ?? few,
  };
}

/** "accepts, counts 21 partitions, runs jobs" */
function rolesOf({ roles, partitions }: ProcessStart["facts"]): string | undefined {
  const does: Record<string, string> = {
    accept: "accepts",
    count: partitions === undefined ? "counts" : `counts ${plural(partitions, "partition")}`,
    jobs: "runs jobs",
  };
  return roles?.map((role) => does[role] ?? role).join(", ");
}

function workFacts(health: Health): HealthFact[] {
  const { now, jobs, live, database, starts } = health;
  const { waiting, failed } = jobs;
  const newest = starts.find(({ facts }) => facts.newestMigration !== undefined)?.facts.newestMigration;
  const behind = newest !== undefined && newest !== database.migrations.newest;
  const oldest = live.oldestAt === null ? 0 : (now.getTime() - live.oldestAt.getTime()) / 1000;
  return [
    connectionsFact(health),
    { name: "Pending jobs", value: formatCount(waiting), problem: null },
    {
      name: "Failed jobs",
      value: formatCount(failed),
      problem: failed === 0 ? null : "They were given up after several attempts. The log of ingest says why.",
    },
    {
      name: "Live batches not counted yet",
      value:
        live.entries >= live.entriesListed
          ? `${formatCount(live.entriesListed)} or more`
          : formatCount(live.entries),
      problem:
        oldest < SLOW_COUNTING_SECONDS
          ? null
          : `The oldest has been waiting for ${formatLength(oldest)}. Nothing is lost, but live runs are behind.`,
    },
    {
      name: "Live batches set aside",
      value: formatCount(live.setAside),
      problem: live.setAside === 0 ? null : "They couldn't be counted. The log of ingest says why.",
    },
    { name: "Size of the live log", value: formatBytes(live.logBytes), problem: null },
    {
      name: "Database schema",
      value: database.migrations.newest ?? "not known",
      problem: behind
        ? `Ingest's newest migration is ${newest}. Ingest and the database differ in version.`
        : null,
    },
  ];
}

function sentenceOf(rows: readonly HealthRow[], facts: readonly HealthFact[]): HealthModel["sentence"] {
  const down = rows.find(({ tone }) => tone === "bad");
  if (down !== undefined) return { lead: `${down.name} isn't running.`, rest: down.detail };
  const unready = rows.find(({ tone }) => tone === "warn");
  if (unready !== undefined) return { lead: `${unready.name} isn't ready.`, rest: unready.detail };
  const [first, ...others] = facts.flatMap(({ problem }) => problem ?? []);
  if (first === undefined) return { lead: "Everything is running.", rest: "" };
  return { lead: "Something needs attention.", rest: others.length === 0 ? first : "See below." };
}

function startRow(start: ProcessStart, { now, starts }: Health): StartRow {
  const { id, kind, startedAt, seenAt, endedAt, facts } = start;
  const end =
    endedAt !== null
      ? { words: "Shut down", at: endedAt.toISOString() }
      : isRunning(start, now) && !isReplaced(start, starts)
        ? null
        : {
            words: kind === "ingest" ? "Ended without shutting down, last seen" : "Last seen",
            at: seenAt.toISOString(),
          };
  return {
    id,
    name: NAMES[kind],
    startedAt: startedAt.toISOString(),
    cause: facts.restartedAfter === undefined ? "" : `after the previous one ended ${facts.restartedAfter}`,
    end,
  };
}
