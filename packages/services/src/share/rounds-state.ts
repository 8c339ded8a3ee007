import type { ComparedRun, RoundsRow } from "@headroom/contract";
import type { RoundRun, RoundsExperiment } from "@headroom/core";
import { readNewestLike } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { RoundsReport } from "./rounds-report.ts";

/** The newest run of each experiment that says something about its run of the second round. */
export type NewestRuns = ReadonlyMap<string, RoundRun>;

/** What a reader would notice of rounds. */
export function stateOfRounds(
  { comparison, statistics }: RoundsReport,
  newest: NewestRuns,
): RoundsExperiment[] {
  return comparison.rows.map(({ experiment: { id, name }, before, after }) => {
    const pair = statistics.pairs.find((one) => one.after[0] === after?.id && one.before[0] === before?.id);
    return {
      id,
      name,
      before: roundRun(before),
      after: roundRun(after),
      change: pair?.judgement?.outcome ?? null,
      newest: newest.get(id) ?? null,
    };
  });
}

function roundRun(run: ComparedRun | null): RoundRun | null {
  if (run === null) return null;
  const { id, number, startedAt, verdict } = run;
  return { id, number, startedAt, verdict };
}

export async function readNewestRuns(tx: WorkspaceTx, rows: readonly RoundsRow[]): Promise<NewestRuns> {
  const shown = rows.flatMap(({ experiment, after }) =>
    after === null ? [] : [{ experimentId: experiment.id, runId: after.id, environment: after.environment }],
  );
  const newest = await readNewestLike(tx, shown);
  return new Map(
    newest.map(({ experimentId, startedAt, ...run }) => [
      experimentId,
      { ...run, startedAt: startedAt.toISOString() },
    ]),
  );
}
