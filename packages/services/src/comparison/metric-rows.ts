import {
  badnessOf,
  changeOf,
  comparedFigure,
  FIGURE_IDS,
  FIGURES,
  figureOfMetric,
  pooledFigure,
} from "@headroom/core";
import type { ComparableFigures, EarlierRun, FigureId } from "@headroom/core";
import type { ComparedRun, LabelRow, MetricRow } from "@headroom/contract";

export interface RowsInput {
  /** One value for each run, in their order; null if the run doesn't have it. */
  figures: readonly (ComparableFigures | null)[];
  /** Where a side is several runs, all of them, in the same order: its figures are what its statistics compare. */
  pooled?: readonly (readonly EarlierRun[])[];
  /** Index of the run that the others are compared with. */
  reference: number;
  runs: readonly Pick<ComparedRun, "targets">[];
  /** Null: all requests. */
  label: string | null;
}

/** Every metric across all runs, each against the reference and against its own target. */
export function toMetricRows({ figures, pooled = [], reference, runs, label }: RowsInput): MetricRow[] {
  const isPooled = figures.map((_, at) => (pooled[at] ?? []).length > 1);
  return FIGURE_IDS.map((metric) => {
    const { unit, better } = FIGURES[metric];
    const compared = figures.map((one, at) =>
      isPooled[at] ? pooledOf(metric, pooled[at] ?? []) : one === null ? null : comparedFigure(metric, one),
    );
    const values = figures.map(
      (one, at) => compared[at] ?? (one === null || isPooled[at] ? null : FIGURES[metric].of(one)),
    );
    const before = compared[reference] ?? null;
    return {
      metric,
      unit,
      better,
      values,
      ranges: figures.map((one, at) => (one === null || isPooled[at] ? null : FIGURES[metric].rangeOf(one))),
      changes: compared.map((value, at) => (at === reference ? null : changeOf(metric, before, value))),
      targets: runs.map(({ targets }) => targetOf(targets, metric, label)),
    };
  });
}

function pooledOf(metric: FigureId, runs: readonly EarlierRun[]): number | null {
  return pooledFigure(runs.map(({ figures }) => comparedFigure(metric, figures)));
}

/** A target under a load is about other moments than the judged window. */
function targetOf(
  targets: ComparedRun["targets"],
  metric: FigureId,
  label: string | null,
): ComparedRun["targets"][number] | null {
  return (
    targets.find(
      (one) => figureOfMetric(one.metric) === metric && one.label === label && one.users === null,
    ) ?? null
  );
}

/** The worst change of some metrics against the reference; improvements count below zero. */
export function worstOf(
  figures: readonly (ComparableFigures | null)[],
  reference: number,
  metrics: readonly FigureId[],
): { worst: LabelRow["worst"]; badness: number } {
  const before = figures[reference] ?? null;
  let worst: LabelRow["worst"] = null;
  let badness = -Infinity;
  for (const [run, after] of figures.entries()) {
    if (run === reference || before === null || after === null) continue;
    for (const metric of metrics) {
      const bad = badnessOf(metric, {
        before: comparedFigure(metric, before),
        after: comparedFigure(metric, after),
      });
      if (bad === null || !(bad > badness)) continue;
      badness = bad;
      worst = { metric, run };
    }
  }
  return { worst: badness > 0 ? worst : null, badness };
}
