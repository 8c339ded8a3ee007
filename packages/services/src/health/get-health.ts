import { LIVE_BACKLOG_LISTED } from "@headroom/db";
import type { DatabaseState, LiveBacklog, JobCounts } from "@headroom/db";
import { HeadroomError } from "@headroom/core";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { processFacts } from "./facts.ts";
import type { ProcessFacts } from "./facts.ts";
import { readInstallation } from "./read-installation.ts";

export interface ProcessStart {
  id: string;
  kind: "database" | "ingest" | "web";
  startedAt: Date;
  seenAt: Date;
  /** Null: it didn't shut down. It runs, or was killed. */
  endedAt: Date | null;
  facts: ProcessFacts;
}

/** Of the whole installation: how it runs, and nothing of what any workspace stores. */
export interface Health {
  /** The database's clock, which all times here are of. */
  now: Date;
  database: DatabaseState;
  jobs: JobCounts;
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
  const { database, live, processes, jobs } = await readInstallation(ctx);
  const starts = processes.map(({ kind, facts, ...process }): ProcessStart => {
    const read = processFacts.safeParse(facts);
    return { ...process, kind: kindOf(kind), facts: read.success ? read.data : {} };
  });
  const entriesListed = LIVE_BACKLOG_LISTED;
  return { now: database.now, database, jobs, live: { ...live, entriesListed }, starts };
}

function kindOf(kind: string): ProcessStart["kind"] {
  return kind === "ingest" || kind === "web" ? kind : "database";
}
