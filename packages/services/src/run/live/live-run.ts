import type { ImportParameters } from "@headroom/contract";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { onlyServiceOf } from "../../scope.ts";
import { noSuchRun } from "../get.ts";

/** A live run with what writers and readers have to know of its run. */
export interface LiveRun {
  runId: string;
  serviceId: string;
  experimentId: string;
  state: "open" | "finished";
  parameters: ImportParameters;
  openedAt: Date;
  status: "receiving" | "finished" | "interrupted";
  published: boolean;
  /** In epoch seconds. */
  origin: number | null;
  importedAt: Date;
}

/**
 * Finds a live run and, if asked to, holds it: `share` keeps its state as it is while a batch is added, `update` is for
 * who changes it. Those who hold more take it before the rows of service, experiment, run and writer.
 */
export async function holdLiveRun(
  tx: WorkspaceTx,
  ctx: Context,
  runId: string,
  strength: "share" | "update" | "none",
): Promise<LiveRun> {
  const lock = strength === "none" ? "" : `for ${strength} of l`;
  const [found] = await tx.query<LiveRun>(
    `select l.run_id as "runId", r.service_id as "serviceId", r.experiment_id as "experimentId", l.state,
       l.parameters, l.opened_at as "openedAt", r.status, r.published_at is not null as published,
       extract(epoch from r.origin)::bigint as origin, r.imported_at as "importedAt"
     from live_run l join run r on r.id = l.run_id where l.run_id = $1 ${lock}`,
    [runId],
  );
  const only = onlyServiceOf(ctx.actor);
  if (found === undefined || (only !== null && found.serviceId !== only)) throw noSuchRun();
  return found;
}

/** What the run's row says once it is held to the end of the transaction. */
export async function holdRun(
  tx: WorkspaceTx,
  runId: string,
): Promise<Pick<LiveRun, "status" | "published" | "origin">> {
  const [run] = await tx.query<Pick<LiveRun, "status" | "published" | "origin">>(
    `select status, published_at is not null as published, extract(epoch from origin)::bigint as origin
     from run where id = $1 for no key update`,
    [runId],
  );
  if (run === undefined) throw noSuchRun();
  return run;
}
