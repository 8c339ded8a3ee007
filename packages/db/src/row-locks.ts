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
 * Locks everything that publishing a part writes; false if the part was swept, or what it belongs to is gone or deleted. The service
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
): Promise<boolean> {
  const part = await tx.query("select id from part where id = $1 and state = 'writing' for update", [partId]);
  await tx.query("select id from service where id = $1 and provisional for no key update", [serviceId]);
  const held = [
    part,
    await tx.query("select id from experiment where id = $1 for no key update", [experimentId]),
    await tx.query("select id from run where id = $1 and deleted_at is null for no key update", [runId]),
  ];
  return held.every((rows) => rows.length > 0);
}
