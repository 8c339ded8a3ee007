import { LIVE_BACKLOG_LISTED } from "@headroom/db";
import type { Connections, DatabaseState, LiveBacklog, JobCounts } from "@headroom/db";
import { HeadroomError } from "@headroom/core";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { tooManyConnections } from "./check-connections.ts";
import { processFacts } from "./facts.ts";
import type { ProcessFacts } from "./facts.ts";
import { clockDistance, isClockOff } from "./own-clock.ts";
import { readInstallation } from "./read-installation.ts";

export interface ProcessStart {
  id: string;
  kind: "database" | "ingest" | "web";
  startedAt: Date;
  seenAt: Date;
  /** Null: it didn't shut down. It runs, or was killed. */
  endedAt: Date | null;
  facts: ProcessFacts;
  /** How its clock differs from the database's, as words: "1h ahead of". Null: it is right, or not known. */
  offClock: string | null;
}

/** Of the whole installation: how it runs, and nothing of what any workspace stores. */
export interface Health {
  /** The database's clock, which all times here are of. */
  now: Date;
  database: DatabaseState;
  jobs: JobCounts;
  connections: Connections & {
    /** What to do if that is more than there are; null: they are enough. */
    problem: string | null;
  };
  /** Entries are counted up to `entriesListed`. */
  live: LiveBacklog & { entriesListed: number };
  /** Newest first. */
  starts: ProcessStart[];
}

/** For the owners of a workspace. */
export async function getHealth({
  ctx,
  input: { isShown },
}: {
  ctx: Context;
  /** Whether the people who run the server show it. */
  input: { isShown: boolean };
}): Promise<Health> {
  if (!isShown) throw new HeadroomError("not-found", "This server doesn't show how it runs.");
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { database, live, processes, jobs, connections } = await readInstallation(ctx);
  const starts = processes.map(({ kind, facts, ...process }): ProcessStart => {
    const read = processFacts.safeParse(facts);
    const known = read.success ? read.data : {};
    return { ...process, kind: kindOf(kind), facts: known, offClock: offClockOf(known) };
  });
  const entriesListed = LIVE_BACKLOG_LISTED;
  const problem = connections.planned > connections.limit ? tooManyConnections(connections) : null;
  return {
    now: database.now,
    database,
    jobs,
    connections: { ...connections, problem },
    live: { ...live, entriesListed },
    starts,
  };
}

function offClockOf({ clockAheadSeconds = null }: ProcessFacts): string | null {
  return clockAheadSeconds !== null && isClockOff(clockAheadSeconds)
    ? clockDistance(clockAheadSeconds)
    : null;
}

function kindOf(kind: string): ProcessStart["kind"] {
  return kind === "ingest" || kind === "web" ? kind : "database";
}
