import type { Prisma } from "./generated/client.ts";
import type { WorkspaceTx } from "./workspace-tx.ts";

/*
 * Rows that an upload locks until its transaction ends, always in the order service, experiment, run. Code that
 * removes what a failed upload left uses the same order, so there is no deadlock.
 */

/** Keeps the service with this name from being removed; null if it already was. */
export async function holdService(tx: WorkspaceTx, slug: string): Promise<string | null> {
  const [service] = await tx.query<{ id: string }>("select id from service where slug = $1 for key share", [
    slug,
  ]);
  return service?.id ?? null;
}

/** As every upload does when it opens its part: the revisions of a generator are numbered one at a time. */
export async function holdExperiment(tx: WorkspaceTx, experimentId: string): Promise<void> {
  await tx.query("select id from experiment where id = $1 for no key update", [experimentId]);
}

/** Prevents publishing into a run, and another request for it, until this transaction ends. */
export async function holdRun(tx: WorkspaceTx, runId: string): Promise<void> {
  await tx.query("select id from run where id = $1 for no key update", [runId]);
}

/**
 * The same, with its experiment, which is written with its latest run. It is locked first, as by uploads: otherwise each could wait
 * for the other.
 */
export async function holdRunInExperiment(tx: WorkspaceTx, runId: string): Promise<void> {
  await tx.query(
    `with the_experiment as materialized (
       select id from experiment where id = (select experiment_id from run where id = $1) for no key update
     )
     select id from run where id = $1 and (select count(*) from the_experiment) >= 0 for no key update`,
    [runId],
  );
}

export interface HeldForPublishing {
  /** What is visible only from the first published run on. */
  isNewService: boolean;
  isNewExperiment: boolean;
  /** Of the workspace. */
  settings: Prisma.JsonValue;
}

// Each waits for the ones before it to be locked, because it counts them.
const HOLD_FOR_PUBLISHING = `with the_part as materialized (
    select id from part where id = $1 and state = 'writing' for update
  ), new_service as materialized (
    select id from service where id = $2 and provisional and (select count(*) from the_part) >= 0 for no key update
  ), the_experiment as materialized (
    select id, provisional from experiment
    where id = $3 and (select count(*) from the_part) + (select count(*) from new_service) >= 0 for no key update
  ), the_run as materialized (
    select id from run
    where id = $4 and deleted_at is null
      and (select count(*) from the_part) + (select count(*) from new_service) + (select count(*) from the_experiment) >= 0
    for no key update
  )
  select exists (select from new_service) as "isNewService", e.provisional as "isNewExperiment",
    (select settings from workspace where id = nullif(current_setting('app.workspace', true), '')::uuid) as settings
  from the_run cross join the_part cross join the_experiment e`;

/**
 * Locks everything that publishing a part writes; null if the part was swept, or what it belongs to is gone or deleted. The service
 * is updated only while it is provisional.
 */
export async function holdForPublishing(
  tx: WorkspaceTx,
  {
    partId,
    serviceId,
    experimentId,
    runId,
  }: { partId: string; serviceId: string; experimentId: string; runId: string },
): Promise<HeldForPublishing | null> {
  const ids = [partId, serviceId, experimentId, runId];
  const [held] = await tx.query<HeldForPublishing>(HOLD_FOR_PUBLISHING, ids);
  return held ?? null;
}
