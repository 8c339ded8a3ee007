import { studentQuantile, studentTails } from "../chance/special-functions.ts";
import { withoutOutliers } from "./outlying.ts";
import { FIGURES } from "../targets/figures.ts";
import type { FigureId } from "../targets/figures.ts";
import { countsOf } from "./few-errors.ts";
import { NOISE_FLOOR } from "./log-ratio.ts";
import type { Moved, SidesInput, UsualDay } from "./sides.ts";
import type { UsualChange } from "./change-sentences.ts";
import type { Tested } from "./tested.ts";
import { isLoad } from "./usual-verdict.ts";

/** With fewer, a day that is unlike the others can't be told from one that is like them. */
export const MIN_DAYS = 3;
const ALPHA = 0.05;
/** A difference in load or labels that is smaller than this moves nothing. */
const SMALL = 0.02;

/**
 * Tests a change against those of earlier days: a new value against the mean of others (Student's prediction interval).
 * What lies within their range is never a change. Null: too few days have this metric.
 */
export function testAgainstUsual(nothing: Tested, sides: SidesInput): Tested | null {
  const { metric } = nothing;
  const { days = [], moved = { load: null, labels: false } } = sides.usual ?? {};
  const drawn = drawnVariance(metric, sides);
  const known = days.flatMap((day) => changeOf(metric, day));
  const kept = withoutBadDay(known, Math.sqrt(drawn ?? 0));
  const measured = measuredOf(nothing, sides);
  if (kept.length < MIN_DAYS || measured === null) return null;
  const logs = kept.map(({ log }) => log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const excess = measured - mean;
  const tested: Tested = {
    ...nothing,
    usual: { change: rangeOf(kept), measured, excess, moved },
    relevant: metric === "error-rate" ? measured !== 0 : Math.abs(Math.exp(excess) - 1) >= 0.01,
  };
  if (drawn === null) return tested;
  const squares = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0);
  const freedom = logs.length - 1;
  const deviation = Math.sqrt(Math.max(squares / freedom, drawn) * (1 + 1 / logs.length));
  const chance = studentTails(Math.abs(excess) / deviation, freedom);
  const isWithin = measured >= Math.min(...logs) && measured <= Math.max(...logs);
  const pValue = isWithin ? Math.max(chance, 2 / (logs.length + 1), 2 * ALPHA) : chance;
  const half = studentQuantile(ALPHA, freedom) * deviation;
  return { ...tested, pValue, pWithin: pValue, scatter: "known", smallestDetectable: Math.exp(half) - 1 };
}

/** What else changed more than on those days. The shares of the labels are as far apart as `apart` says. */
export function movedMore(
  sides: Pick<SidesInput, "before" | "after">,
  { days, apart }: { days: readonly UsualDay[]; apart: { now: number; days: readonly number[] } },
): Moved {
  const loads = days.flatMap((day) => changeOf("throughput", day)).map(({ log }) => log);
  const [before, after] = [sides.before[0], sides.after[0]].map(
    (run) => run?.estimates.throughput.shown ?? null,
  );
  const now = logRatio(before ?? null, after ?? null);
  const load =
    now === null || loads.length === 0
      ? null
      : now > Math.max(...loads) + SMALL
        ? "more"
        : now < Math.min(...loads) - SMALL
          ? "less"
          : null;
  const labels = apart.days.length > 0 && apart.now > Math.max(...apart.days) + SMALL;
  return { load, labels };
}

/** One bad day would hide every change. Two that stand out are how the service is. */
function withoutBadDay(known: readonly DayChange[], least: number): DayChange[] {
  const belonging = withoutOutliers(
    known.map(({ log }) => log),
    least,
  );
  return known.length - belonging.length > 1 ? [...known] : belonging.flatMap((at) => known[at] ?? []);
}

interface DayChange {
  log: number;
  /** After divided by before; of error rates, their difference. */
  shown: number;
}

function changeOf(metric: FigureId, { before, after }: UsualDay): DayChange[] {
  if (metric === "error-rate") {
    const [a, b] = [rateOf(before), rateOf(after)];
    return a === null || b === null
      ? []
      : [{ log: Math.log(b.smoothed / a.smoothed), shown: b.rate - a.rate }];
  }
  const log = logRatio(FIGURES[metric].of(before.figures), FIGURES[metric].of(after.figures));
  return log === null ? [] : [{ log, shown: Math.exp(log) }];
}

/** Half an error more, so that no errors have a logarithm. */
function rateOf({
  requests,
  errors,
}: {
  requests: number | null;
  errors: number | null;
}): { rate: number; smoothed: number } | null {
  if (requests === null || errors === null || requests === 0) return null;
  return { rate: errors / requests, smoothed: (errors + 0.5) / requests };
}

function measuredOf({ metric, measured }: Tested, sides: SidesInput): number | null {
  if (metric !== "error-rate") return measured === null || !(measured > 0) ? null : Math.log(measured);
  const [a, b] = [countsOf(sides.before), countsOf(sides.after)].map((counts) =>
    counts === null ? null : rateOf(counts),
  );
  return a && b ? Math.log(b.smoothed / a.smoothed) : null;
}

/** Of the measured logarithm, from noise within the two stretches alone; null: unknown. */
function drawnVariance(metric: FigureId, sides: SidesInput): number | null {
  const runs = [...sides.before, ...sides.after];
  // How load varies is what the days show: the noise within a stretch with a silence in it would hide the silence.
  if (isLoad(metric)) return runs.reduce((sum, { requests }) => sum + 1 / Math.max(1, requests), NOISE_FLOOR);
  if (metric !== "error-rate") {
    const within = runs.map(({ estimates }) => estimates[metric].within);
    if (within.some((one) => one === null)) return null;
    return within.reduce<number>((sum, one) => sum + (one ?? 0) ** 2, NOISE_FLOOR);
  }
  return runs.reduce((sum, { errors, errorDispersion }) => sum + errorDispersion / ((errors ?? 0) + 0.5), 0);
}

function rangeOf(kept: readonly DayChange[]): UsualChange {
  const shown = kept.map((one) => one.shown);
  return { days: kept.length, low: Math.min(...shown), high: Math.max(...shown) };
}

function logRatio(before: number | null, after: number | null): number | null {
  return before === null || after === null || !(before > 0) || !(after > 0) ? null : Math.log(after / before);
}
