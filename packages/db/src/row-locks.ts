import type { WorkspaceTx } from "./workspace-tx.ts";

/*
 * Rows that an upload holds to the end of its transaction, always in the order service, experiment, run: those who
 * remove what a failed upload left take them in the same order, so that neither waits for the other for ever.
 */

/** Keeps the service of this name from being removed; null where it was already. */
export async function holdService(tx: WorkspaceTx, slug: string): Promise<string | null> {
  const [service] = await tx.query<{ id: string }>("select id from service where slug = $1 for key share", [
    slug,
  ]);
  return service?.id ?? null;
}

/** As every upload does while it opens its part: the revisions of a generator are given out one after the other. */
export async function holdExperiment(tx: WorkspaceTx, experimentId: string): Promise<void> {
  await tx.query("select id from experiment where id = $1 for no key update", [experimentId]);
}

/** Keeps a run from being published into, or asked for again, until this transaction ends. */
export async function holdRun(tx: WorkspaceTx, runId: string): Promise<void> {
  await tx.query("select id from run where id = $1 for no key update", [runId]);
}

/**
 * Holds all that publishing a part writes; false where the part was swept, or what it belongs to is gone or deleted. The service
 * is written only while it is provisional.
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
