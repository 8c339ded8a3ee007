import type { CatalogRun, CatalogTarget } from "@headroom/services";
import { FIGURES, inShownUnit } from "@headroom/core";
import type { Verdict } from "@headroom/core";
import {
  formatFigure,
  formatKnown,
  formatMillis,
  formatSigned,
  formatTimes,
  insideRatio,
  joinUnit,
} from "@headroom/ui";
import type { Grade } from "@headroom/ui";
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
  const isLong = (value ?? range?.low ?? 0) >= SHOWN_IN_SECONDS;
  const unit = isLong ? "s" : "ms";
  const show = (millis: number) => (isLong ? formatFigure(millis / 1_000) : formatMillis(millis));
  const text = formatKnown({ value, range }, show);
  if (text === null) return null;
  if (value === null) return { value: text, unit, against: null, grade };
  const away = target === null ? 0 : value - target.threshold;
  const distance = joinUnit(away === 0 ? "0" : formatSigned(away, show), unit);
  return { value: text, unit, against: againstOf(value, target, distance), grade };
}

/** Milliseconds: nobody reads 38,847 ms. */
const SHOWN_IN_SECONDS = 10_000;

function againstOf(value: number, target: ColumnTarget | null, distance: string): CatalogFigure["against"] {
  if (target === null || target.threshold <= 0) return null;
  const ratio = insideRatio(target.comparator, value, target.threshold);
  return { ratio, verdict: target.verdict, distance, wanted: target.wanted };
}
