import type { RunStatus } from "@headroom/core";
import type { WorkspaceTx } from "./workspace-tx.ts";

/** Whether writers may join a live run. */
export const LIVE_RUN_STATES = ["open", "finished"] as const;

/** A live run with what writers and readers need to know about it. */
export interface LiveRunFound {
  runId: string;
  serviceId: string;
  experimentId: string;
  state: (typeof LIVE_RUN_STATES)[number];
  /** The digest of the request that opened it. */
  parameters: object;
  openedAt: Date;
  importedAt: Date;
  status: RunState["status"];
  /** In epoch seconds. */
  origin: number | null;
}

export interface RunState {
  status: RunStatus;
  published: boolean;
  /** In epoch seconds. */
  origin: number | null;
}

/**
 * Finds a live run and locks it if asked to: `share` keeps its state while a batch is added, `update` is for
 * changing it. Code that locks more locks this before the rows of service, experiment, run and writer.
 */
export async function findLiveRun(
  tx: WorkspaceTx,
  runId: string,
  strength: "share" | "update" | null,
): Promise<LiveRunFound | null> {
  const [found] = await tx.query<LiveRunFound>(
    `select l.run_id as "runId", r.service_id as "serviceId", r.experiment_id as "experimentId", l.state,
       l.parameters, l.opened_at as "openedAt", r.imported_at as "importedAt", r.status,
       extract(epoch from r.origin)::bigint as origin
     from live_run l join run r on r.id = l.run_id where l.run_id = $1
     ${strength === null ? "" : `for ${strength} of l`}`,
    [runId],
  );
  return found ?? null;
}

/** The run's row, locked until the transaction ends; null if it is gone. */
export async function holdRunState(tx: WorkspaceTx, runId: string): Promise<RunState | null> {
  const [run] = await tx.query<RunState>(
    `select status, published_at is not null as published, extract(epoch from origin)::bigint as origin
     from run where id = $1 for no key update`,
    [runId],
  );
  return run ?? null;
}

/** One batch of a writer at a time; locked after the run if both are. */
export async function holdLiveWriter(tx: WorkspaceTx, runId: string, writer: string): Promise<void> {
  await tx.query("select from live_writer where run_id = $1 and writer = $2 for no key update", [
    runId,
    writer,
  ]);
}
