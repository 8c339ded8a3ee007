import type { WorkspaceTx } from "./workspace-tx.ts";

/** A live run with what writers and readers have to know of its run. */
export interface LiveRunFound {
  runId: string;
  serviceId: string;
  experimentId: string;
  /** Whether writers may come. */
  state: "open" | "finished";
  /** Of the request that opened it. */
  parameters: object;
  openedAt: Date;
  importedAt: Date;
  status: RunState["status"];
  /** In epoch seconds. */
  origin: number | null;
}

export interface RunState {
  status: "receiving" | "finished" | "interrupted";
  published: boolean;
  /** In epoch seconds. */
  origin: number | null;
}

/**
 * Finds a live run and, if asked to, holds it: `share` keeps its state as it is while a batch is added, `update` is for
 * who changes it. Those who hold more take it before the rows of service, experiment, run and writer.
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

/** What the run's row says, held to the end of the transaction; null if it is gone. */
export async function holdRunState(tx: WorkspaceTx, runId: string): Promise<RunState | null> {
  const [run] = await tx.query<RunState>(
    `select status, published_at is not null as published, extract(epoch from origin)::bigint as origin
     from run where id = $1 for no key update`,
    [runId],
  );
  return run ?? null;
}

/** One batch of a writer after the other; held after the run, where both are. */
export async function holdLiveWriter(tx: WorkspaceTx, runId: string, writer: string): Promise<void> {
  await tx.query("select from live_writer where run_id = $1 and writer = $2 for no key update", [
    runId,
    writer,
  ]);
}
