import type { CatalogRun, CatalogTarget } from "@headroom/services";
import { FIGURES, inShownUnit } from "@headroom/core";
import type { LevelChange, Verdict } from "@headroom/core";
import {
  formatFigure,
  formatKnown,
  formatMillis,
  formatSigned,
  formatTimes,
  insideRatio,
} from "@headroom/ui";
import type { DeltaTone, Grade } from "@headroom/ui";
import { thresholdTitle } from "../run/verdict/target-words.ts";

export interface CatalogFigure {
  value: string;
  unit: string;
  /** The distance to the target; null without one. */
  against: { ratio: number; verdict: Verdict; distance: string; wanted: string } | null;
  grade: Grade | null;
}

/** A target in the unit of its column, with its text as written. */
export interface ColumnTarget extends Pick<CatalogTarget, "comparator" | "threshold" | "verdict"> {
  wanted: string;
}

export function columnTarget(
  targets: readonly CatalogTarget[],
  metric: CatalogTarget["metric"],
): ColumnTarget | null {
  for (const target of targets) {
    const threshold = target.metric === metric ? inShownUnit(target.threshold, target.unit) : null;
    if (threshold !== null)
      return {
        ...target,
        threshold,
        wanted: thresholdTitle({ ...target, metric: FIGURES[target.metric].metric }),
      };
  }
  return null;
}

export interface CatalogSpark {
  /** Oldest first. */
  values: (number | null)[];
  target: number | null;
  verdict: Verdict | null;
  /** Where its level changed, if that is among these runs. */
  change: { at: number; tone: DeltaTone } | null;
  label: string;
}

export function throughputOf(value: number | null, target: ColumnTarget | null): CatalogFigure | null {
  if (value === null) return null;
  const distance = target === null || target.threshold <= 0 ? "" : formatTimes(value / target.threshold);
  return {
    value: formatFigure(value),
    unit: "req/s",
    against: againstOf(value, target, distance),
    grade: null,
  };
}

export function p99Of(
  { p99Ms: value, p99RangeMs: range }: Pick<CatalogRun, "p99Ms" | "p99RangeMs">,
  target: ColumnTarget | null,
  grade: Grade | null,
): CatalogFigure | null {
  const text = formatKnown({ value, range }, formatMillis);
  if (text === null) return null;
  if (value === null) return { value: text, unit: "ms", against: null, grade };
  const away = target === null ? 0 : value - target.threshold;
  const distance = `${away === 0 ? "0" : formatSigned(away, formatMillis)} ms`;
  return { value: text, unit: "ms", against: againstOf(value, target, distance), grade };
}

function againstOf(value: number, target: ColumnTarget | null, distance: string): CatalogFigure["against"] {
  if (target === null || target.threshold <= 0) return null;
  const ratio = insideRatio(target.comparator, value, target.threshold);
  return { ratio, verdict: target.verdict, distance, wanted: target.wanted };
}

const SPOKEN = {
  p99Ms: { name: "p99 of the last runs, in ms", format: formatMillis },
  throughput: { name: "Throughput of the last runs, in req/s", format: formatFigure },
} as const;

export function sparkOf(
  recentRuns: readonly CatalogRun[],
  figure: keyof typeof SPOKEN,
  {
    target,
    verdict,
    change,
  }: { target: ColumnTarget | null; verdict: Verdict | null; change: LevelChange | null },
): CatalogSpark | null {
  const values = recentRuns.map((run) => run[figure]).toReversed();
  if (values.every((value) => value === null)) return null;
  const { name, format } = SPOKEN[figure];
  const spoken = values.map((value) => (value === null ? "none" : format(value))).join(", ");
  return {
    values,
    target: target?.threshold ?? null,
    verdict: target?.verdict ?? verdict,
    change: markOf(recentRuns.toReversed(), change),
    label: `${name}: ${spoken}`,
  };
}

/** Runs are ordered from oldest to newest. Null if the list has no such run. */
export function markOf(
  runs: readonly { id: string }[],
  change: Pick<LevelChange, "run" | "state"> | null | undefined,
): { at: number; tone: DeltaTone } | null {
  const first = change?.run?.id;
  const at = first === undefined ? -1 : runs.findIndex(({ id }) => id === first);
  return change === null || change === undefined || at === -1 ? null : { at, tone: change.state };
}
