import { figureName, figureWithUnit, inShownUnit } from "@headroom/core";
import type { LevelChange, Verdict } from "@headroom/core";
import type { ExperimentLine } from "@headroom/services";
import type { DeltaTone } from "@headroom/ui";

export interface LineSpark {
  values: (number | null)[];
  target: number | null;
  verdict: Verdict | null;
  change: { at: number; tone: DeltaTone } | null;
  label: string;
}

/** The last runs of an experiment with the target and the change of their figure; null: no run has it. */
export function lineSpark({ metric, limit, spark, changes, target }: ExperimentLine): LineSpark | null {
  const values = spark.map(({ value }) => value);
  if (values.every((value) => value === null)) return null;
  const spoken = values.map((value) => (value === null ? "none" : figureWithUnit(metric, value)));
  const change: LevelChange | undefined = changes.find((one) => one.label === null && one.metric === metric);
  return {
    values,
    target: limit === null ? null : inShownUnit(limit.threshold, limit.unit),
    verdict: target?.verdict ?? null,
    change: markOf(spark, change),
    label: `${figureName(metric)} of the last ${spark.length} runs: ${spoken.join(", ")}`,
  };
}

/** Runs are ordered from oldest to newest. Null if the list has no such run. */
function markOf(
  runs: readonly { id: string }[],
  change: LevelChange | undefined,
): { at: number; tone: DeltaTone } | null {
  const first = change?.run?.id;
  const at = first === undefined ? -1 : runs.findIndex(({ id }) => id === first);
  return change === undefined || at === -1 ? null : { at, tone: change.state };
}
