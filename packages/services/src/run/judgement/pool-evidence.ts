import { doubtAtLook, poolTargets } from "@headroom/core";
import type { Finding, FindingRun, JudgedTarget, PoolEvidence, PooledRun } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import type { CommitPool } from "../read/commit-pool.ts";
import { readStored } from "../record/judgement-answer.ts";
import { toVerdict } from "../record/read-run-detail.ts";

/** What the earlier runs of a commit say about a later one. */
export interface ReadPool extends Omit<CommitPool, "runs"> {
  /** With their own targets, where several are judged together. */
  runs: PooledRun[];
  /** The failing findings of each, and the reference of that judgement. */
  failed: { referenceRunId: string | null; findings: Finding[] }[];
}

export async function readPoolEvidence(tx: WorkspaceTx, pool: CommitPool): Promise<ReadPool> {
  const of = (runs: readonly FindingRun[]) => ({ runId: { in: runs.map(({ id }) => id) } });
  const rows = await tx.prisma.runVerdict.findMany({ where: of(pool.runs), orderBy: { position: "asc" } });
  const judgements = await tx.prisma.judgement.findMany({ where: { ...of(pool.before), isOwn: true } });
  return {
    ...pool,
    runs: pool.runs.map((run) => ({
      ...run,
      targets: rows.filter(({ runId }) => runId === run.id).map(toVerdict),
    })),
    failed: pool.before.flatMap((run) =>
      judgements
        .filter(({ runId }) => runId === run.id)
        .map((row) => ({
          referenceRunId: row.referenceRunId,
          findings: readStored(row)
            .findings.filter(({ effect }) => effect === "fail")
            .map((one) => ({ ...one, runs: foundBy(one, run) })),
        })),
    ),
  };
}

/** An even earlier run, whose finding stayed. */
function foundBy({ runs }: Finding, { id, number }: { id: string; number: number }): Finding["runs"] {
  return runs?.length === 1 ? runs : [{ id, number }];
}

/** Null: it is judged alone. */
export function poolEvidence(
  { runs, look, failed, waiting }: ReadPool,
  { runId, referenceRunId }: { runId: string; referenceRunId: string | null },
): PoolEvidence | null {
  const others = runs.flatMap(({ id, number }) => (id === runId ? [] : [{ id, number }]));
  if (others.length === 0 && look === 1 && waiting === null) return null;
  const counted = failed.flatMap((one) =>
    one.findings.filter(({ kind }) => kind === "target" || one.referenceRunId === referenceRunId),
  );
  return { others, look, failed: onceEach(counted), waiting };
}

/** The same finding stays with each later run. */
function onceEach(findings: readonly Finding[]): Finding[] {
  const keyOf = ({ kind, metric, label, runs }: Finding) => JSON.stringify([kind, metric, label, runs]);
  return [...new Map(findings.map((one) => [keyOf(one), one])).values()];
}

/** The run's targets, judged with those of the other runs of its commit. */
export function pooledTargets(
  { runs, look }: ReadPool,
  { runId, isPlanned }: { runId: string; isPlanned: boolean },
): readonly JudgedTarget[] {
  if (runs.length < 2 && look === 1) return runs[0]?.targets ?? [];
  return poolTargets(runs, { runId, share: doubtAtLook(look), isPlanned });
}
