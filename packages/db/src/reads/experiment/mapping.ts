import type { WorkspaceTx } from "../../workspace-tx.ts";

/** How the columns of an experiment's files are read; null: nobody said, or there is no such experiment. */
export async function readMapping(
  tx: WorkspaceTx,
  slugs: { service: string; experiment: string },
): Promise<unknown> {
  const [found] = await tx.query<{ mapping: unknown }>(
    `select e.mapping from experiment e join service s on s.id = e.service_id where s.slug = $1 and e.slug = $2`,
    [slugs.service, slugs.experiment],
  );
  return found?.mapping ?? null;
}
