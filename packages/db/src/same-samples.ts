import type { WorkspaceTx } from "./workspace-tx.ts";

/** What is in front of the digest of a summary: figures that are the same are noted, and count. */
export const FIGURES_DIGEST = "figures-";

const ofSamples = (part: string) => `${part}.samples_digest not like '${FIGURES_DIGEST}%'`;

/**
 * Of the parts of a run with the same samples, one is published: the one that was, or the first of several. The others are
 * copies. Call it under the run's lock, after a part was published or replaced.
 */
export async function countOnce(tx: WorkspaceTx, runId: string): Promise<void> {
  await tx.query(
    `update part p set state = placed.state
     from (
       select id, case when row_number() over (partition by samples_digest order by state = 'copy', created_at, id) = 1
           then 'published' else 'copy' end as state
       from part o where run_id = $1 and kind = 'requests' and state in ('published', 'copy') and ${ofSamples("o")}
     ) placed
     where p.id = placed.id and p.state <> placed.state`,
    [runId],
  );
}

/** A parser may read other samples from the same file: copies of a part that is parsed again stay copies of the new one. */
export async function carryDigest(
  tx: WorkspaceTx,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.query(
    `update part copy set samples_digest = now_read.samples_digest from part before, part now_read
     where before.id = $1 and now_read.id = $2 and copy.run_id = before.run_id and copy.state = 'copy'
       and copy.samples_digest = before.samples_digest`,
    [from, to],
  );
}

/**
 * The run whose samples this one has, too, and which counts; null: there is none. Of two that are published at the same time, the
 * second one waits for the first, and finds it.
 */
export async function findOriginal(tx: WorkspaceTx, runId: string): Promise<string | null> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended(held.workspace_id || held.samples_digest, 0)) from (
       select distinct workspace_id, samples_digest from part p
       where run_id = $1 and state = 'published' and ${ofSamples("p")} order by samples_digest
     ) held`,
    [runId],
  );
  const [found] = await tx.query<{ id: string }>(
    `select original.id from part own
     join part other on other.workspace_id = own.workspace_id and other.samples_digest = own.samples_digest
       and other.state = 'published' and other.run_id <> own.run_id
     join run original on original.id = other.run_id
     join experiment e on e.id = original.experiment_id
     where own.run_id = $1 and own.state = 'published' and ${ofSamples("own")}
       and original.published_at is not null and original.copy_of is null and e.deleted_at is null
     order by original.published_at, original.id limit 1`,
    [runId],
  );
  return found?.id ?? null;
}

/** The first other run of the service with the same bytes, or with a summary of the same figures; null: there is none. */
export async function findRunOfFile(
  tx: WorkspaceTx,
  file: { serviceId: string; runId: string | null; fileDigest: Uint8Array; samplesDigest: string | null },
): Promise<{ runId: string; isSameFile: boolean } | null> {
  const { serviceId, runId, fileDigest, samplesDigest } = file;
  const [found] = await tx.query<{ runId: string; isSameFile: boolean }>(
    `select p.run_id as "runId", p.file_digest = $1 as "isSameFile" from part p join run r on r.id = p.run_id
     where (p.file_digest = $1 or p.samples_digest = $2::text) and p.state = 'published' and p.run_id is distinct from $3
       and r.service_id = $4 and r.deleted_at is null
     order by p.published_at limit 1`,
    [Buffer.from(fileDigest), samplesDigest, runId, serviceId],
  );
  return found ?? null;
}
