import { FIGURES } from "../targets/figures.ts";
import type { FigureId, FigureRange } from "../targets/figures.ts";
import type { EarlierRun, SidesInput, Usual } from "./sides.ts";
import type { RangeChange, Tested } from "./tested.ts";
import type { Concluded } from "./verdict.ts";

/** With fewer earlier runs or days, one more could well be further off than all of them. */
const MIN_KNOWN = 7;

/** Of a percentile that has no single value on one of the sides; null: it isn't known in what range it is. */
export function rangeChange(metric: FigureId, sides: SidesInput): RangeChange | null {
  const [before, after] = [sideRange(metric, sides.before), sideRange(metric, sides.after)];
  if (before === null || after === null || !(before.low > 0) || after.high === null || before.high === null)
    return null;
  const ratio = { low: after.low / before.high, high: after.high / before.low };
  const isTraffic = sides.liveTraffic === true;
  return {
    before,
    after,
    ratio,
    isTraffic,
    open: isApart({ ratio }) ? whyOpen(metric, after, sides, ratio) : null,
  };
}

/** From the lowest that one of its runs can have to the highest. */
function sideRange(metric: FigureId, side: SidesInput["before"]): FigureRange | null {
  const ranges = side.map(({ estimates, ranges: own }) => {
    const value = estimates[metric].shown;
    return own?.[metric] ?? (value === null ? null : { low: value, high: value });
  });
  const known = ranges.filter((range) => range !== null);
  if (known.length === 0 || known.length < ranges.length) return null;
  const highs = known.map(({ high }) => high ?? Infinity);
  const high = Math.max(...highs);
  return { low: Math.min(...known.map(({ low }) => low)), high: Number.isFinite(high) ? high : null };
}

/** The ranges don't overlap, so that chance isn't why they differ. */
function isApart({ ratio: { low, high } }: Pick<RangeChange, "ratio">): boolean {
  return low > 1 || (high !== null && high < 1);
}

function whyOpen(
  metric: FigureId,
  after: FigureRange,
  sides: SidesInput,
  ratio: FigureRange,
): RangeChange["open"] {
  const { usual = null, liveTraffic = false } = sides;
  if (liveTraffic && usual !== null) return whyOpenAgainst(usual, metric, ratio);
  const earlier = sides.earlier.flat().flatMap((run) => rangeOf(metric, run) ?? []);
  if (earlier.length < MIN_KNOWN) return liveTraffic ? "traffic-varies" : "scatter-unknown";
  return isBeyond(after, earlier, ratio.low > 1) ? null : "as-before";
}

function whyOpenAgainst(
  { days, moved: { load, labels } }: Usual,
  metric: FigureId,
  ratio: FigureRange,
): RangeChange["open"] {
  const rises = ratio.low > 1;
  const known = days.flatMap((day) => ratioOfDay(metric, day) ?? []);
  if (known.length < MIN_KNOWN) return "traffic-varies";
  if (!isBeyond(ratio, known, rises)) return "as-before";
  return labels || load === (rises ? "more" : "less") ? "other-cause" : null;
}

function isBeyond({ low, high }: FigureRange, others: readonly FigureRange[], rises: boolean): boolean {
  if (rises) return others.every((other) => other.high !== null && low > other.high);
  return high !== null && others.every((other) => high < other.low);
}

function rangeOf(metric: FigureId, { figures }: Pick<EarlierRun, "figures">): FigureRange | null {
  const value = FIGURES[metric].of(figures);
  return FIGURES[metric].rangeOf(figures) ?? (value === null ? null : { low: value, high: value });
}

function ratioOfDay(
  metric: FigureId,
  day: { before: Pick<EarlierRun, "figures">; after: Pick<EarlierRun, "figures"> },
): FigureRange | null {
  const [before, after] = [rangeOf(metric, day.before), rangeOf(metric, day.after)];
  if (before === null || after === null || before.high === null || !(before.low > 0)) return null;
  return { low: after.low / before.high, high: after.high === null ? null : after.high / before.low };
}

/** The same as a test that has no chance to be wrong beyond that of the two ranges. */
export function testedRange(nothing: Tested, ranges: RangeChange): Tested {
  const { before, after, ratio } = ranges;
  const detectable = ((before.high ?? Infinity) / before.low) * ((after.high ?? Infinity) / after.low) - 1;
  return {
    ...nothing,
    interval: ratio,
    ranges,
    smallestDetectable: Number.isFinite(detectable) ? detectable : null,
  };
}

export function verdictOfRange(metric: FigureId, ranges: RangeChange, relevant: number): Concluded {
  const { before, after, ratio, open, isTraffic } = ranges;
  const said = { metric, before, after, ratio };
  if (!isApart(ranges)) {
    const overlap = { code: "ranges-overlap", ...said } as const;
    return isTraffic
      ? { verdict: "not-tested", reasons: [overlap, { code: "traffic-varies" }] }
      : { verdict: "no-detectable-change", reasons: [overlap] };
  }
  const apart = { code: "ranges-apart", ...said } as const;
  const rises = ratio.low > 1;
  const least = rises ? ratio.low - 1 : 1 - (ratio.high ?? 1);
  if (least < relevant) return { verdict: "differs", reasons: [apart, { code: "ranges-near" }] };
  if (open === "other-cause" || open === "as-before")
    return {
      verdict: "differs",
      reasons: [apart, { code: open === "as-before" ? "as-earlier" : "ranges-other-cause" }],
    };
  if (open !== null) return { verdict: "differs", reasons: [apart, { code: open }] };
  const isBetter = rises === (FIGURES[metric].better === "higher");
  return { verdict: isBetter ? "improved" : "regressed", reasons: [apart, { code: "beyond-ranges" }] };
}
