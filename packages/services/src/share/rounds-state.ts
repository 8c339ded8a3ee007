import type { ComparedRun, RoundsRow } from "@headroom/contract";
import type { RoundRun, RoundsExperiment, Verdict } from "@headroom/core";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { storedWarnings } from "../run/record/stored.ts";
import { isSimulated } from "../run/record/warnings.ts";
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
      ...{ id, name, before: roundRun(before), after: roundRun(after) },
      change: pair?.statistics?.verdict ?? null,
      newest: newest.get(id) ?? null,
    };
  });
}

function roundRun(run: ComparedRun | null): RoundRun | null {
  if (run === null) return null;
  const { id, number, startedAt, verdict } = run;
  return { id, number, startedAt, verdict };
}

/**
 * A run in another environment or of another branch doesn't contradict what was measured in this one, and a simulated run
 * nothing that was measured.
 */
export async function readNewestRuns(tx: WorkspaceTx, rows: readonly RoundsRow[]): Promise<NewestRuns> {
  const experiments = await tx.prisma.experiment.findMany({
    where: { id: { in: rows.map(({ experiment }) => experiment.id) }, deletedAt: null },
    select: { id: true, latestRunId: true },
  });
  const shownIds = rows.flatMap(({ after }) => after?.id ?? []);
  const latestIds = experiments.flatMap(({ latestRunId }) => latestRunId ?? []);
  const runs = await tx.prisma.run.findMany({ where: { id: { in: [...latestIds, ...shownIds] } } });
  return new Map(
    experiments.flatMap(({ id, latestRunId }) => {
      const latest = runs.find((run) => run.id === latestRunId);
      const after = rows.find(({ experiment }) => experiment.id === id)?.after;
      if (latest?.startedAt == null || after === null || after === undefined) return [];
      const shown = runs.find((run) => run.id === after.id);
      if (latest.environment !== after.environment) return [];
      if (shown !== undefined && shown.branch !== latest.branch) return [];
      if (isSimulatedRun(latest) && (shown === undefined || !isSimulatedRun(shown))) return [];
      const { number, verdict, startedAt } = latest;
      // The judge alone writes it.
      const run = { id: latest.id, number, startedAt: startedAt.toISOString(), verdict: verdict as Verdict };
      return [[id, run] as const];
    }),
  );
}

function isSimulatedRun({ warnings }: RunModel): boolean {
  return isSimulated(storedWarnings(warnings));
}
