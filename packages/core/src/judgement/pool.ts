import { normalQuantile } from "../chance/special-functions.ts";
import { decide, timesToSettle } from "../verdict/decide.ts";
import type { Decision } from "../verdict/decide.ts";
import { beyondOf } from "../verdict/judge-figure.ts";
import type { FigureNoise } from "../verdict/judged.ts";
import { describedAs } from "../verdict/verdict-unit.ts";
import { parseTarget } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import type { FindingRun } from "./judgement.ts";
import type { JudgedTarget } from "./evidence.ts";

/** More runs of one commit than this say nothing new, and are of another day. */
export const MOST_POOLED = 5;

/**
 * How much of its doubt a judgement may use at the k-th look at one commit: all of it at the first, a quarter at the second,
 * a ninth at the third. Repeating a run until it passes gains next to nothing.
 */
export function doubtAtLook(look: number): number {
  return 1 / look ** 2;
}

/** A run of a pool, with its own targets. */
export interface PooledRun extends FindingRun {
  targets: readonly JudgedTarget[];
}

interface Pooling {
  /** The run that is judged. */
  runId: string;
  /** How much of its doubt this look may use. */
  share: number;
  /** The number of runs was planned before the first one. Then a single run that misses is one figure among the others. */
  isPlanned: boolean;
}

/**
 * The targets of a run, judged by all of these runs. One that it misses alone stays missed, unless the runs were planned, and
 * one that is unsure for another reason than chance stays so.
 */
export function poolTargets(
  runs: readonly PooledRun[],
  { runId, share, isPlanned }: Pooling,
): JudgedTarget[] {
  const own = runs.find(({ id }) => id === runId);
  if (own === undefined) return [];
  return own.targets.map((target) => {
    if (target.verdict === "no-baseline" || (target.verdict === "missed" && !isPlanned)) return target;
    if (target.verdict === "unsure" && !isByChance(target)) return target;
    const alike = runs.flatMap((run) => {
      const found = run.targets.find((one) => one.text === target.text && one.threshold === target.threshold);
      return found !== undefined && isByChance(found) ? [{ run, target: found }] : [];
    });
    const read = parseTarget(target.text);
    const parsed = read.ok ? read.target : null;
    const figures = alike.flatMap(({ target: one }) => figureOf(one));
    const isNumber = parsed?.threshold.kind === "absolute" && !parsed.asMeasured;
    return parsed !== null && isNumber && figures.length === alike.length
      ? judgeTogether({ parsed, target, runs: alike.map(({ run }) => run), figures }, share)
      : worstOf(target, alike);
  });
}

/** Nothing but the number of requests keeps it from being settled, if anything. */
function isByChance({ verdict, doubt }: JudgedTarget): boolean {
  if (verdict === "met" || verdict === "missed") return true;
  return doubt !== null && (doubt.code === "chance" || doubt.code === "too-close" || doubt.code === "few");
}

interface PooledFigure {
  value: number;
  /** The standard deviation towards each end. */
  below: number;
  above: number;
  seconds: number;
}

function figureOf({ value, interval, confidence, window }: JudgedTarget): PooledFigure[] {
  if (value === null || interval === null || confidence === null) return [];
  const sure = normalQuantile(confidence);
  if (!(sure > 0)) return [];
  return [
    {
      value,
      below: Math.max(0, value - interval.low) / sure,
      above: interval.high === null ? Infinity : Math.max(0, interval.high - value) / sure,
      seconds: window === null ? 1 : Math.max(1, (Date.parse(window.to) - Date.parse(window.from)) / 1_000),
    },
  ];
}

interface Together {
  parsed: Target;
  target: JudgedTarget;
  runs: readonly PooledRun[];
  figures: readonly PooledFigure[];
}

function judgeTogether({ parsed, target, runs, figures }: Together, share: number): JudgedTarget {
  const { threshold } = target;
  const pooled = pool(figures);
  const confidence = 1 - (1 - (target.confidence ?? 0)) * share;
  const decision: Decision = {
    comparator: parsed.comparator,
    figure: exactly(pooled.value),
    noise: pooled.noise,
    threshold: { value: threshold, low: threshold, high: threshold, unit: target.unit, noise: null },
    beyond: beyondOf(parsed.metric),
  };
  const verdict = decide(decision, confidence, 1);
  const { low, high } = pooled.noise(confidence, 1);
  return {
    ...target,
    verdict,
    value: pooled.value,
    confidence,
    interval: { low, high: Number.isFinite(high) ? high : null },
    doubt: verdict === "unsure" ? doubtOf(decision, confidence, figures) : null,
    runs: runs.map(({ id, number }) => ({ id, number })),
    reasons: [
      {
        code: "figure",
        ...describedAs(parsed, exactly(pooled.value), { value: threshold, unit: target.unit }),
      },
      { code: "averaged", runs: runs.length, settled: verdict !== "unsure" },
    ],
  };
}

function exactly(value: number): { value: number; low: number; high: number } {
  return { value, low: value, high: value };
}

/** The mean, by how long each run was, and its noise: that within the runs, or that between them if it is more. */
function pool(figures: readonly PooledFigure[]): { value: number; noise: FigureNoise } {
  const total = figures.reduce((sum, { seconds }) => sum + seconds, 0);
  const weighted = figures.map((one) => ({ ...one, share: one.seconds / total }));
  const value = weighted.reduce((sum, one) => sum + one.share * one.value, 0);
  const squares = weighted.reduce((sum, one) => sum + (one.value - value) ** 2, 0);
  const shares = weighted.reduce((sum, { share }) => sum + share ** 2, 0);
  const between = figures.length < 2 ? 0 : (squares / (figures.length - 1)) * shares;
  const deviation = (of: "below" | "above") =>
    Math.sqrt(
      Math.max(
        between,
        weighted.reduce((sum, one) => sum + (one.share * one[of]) ** 2, 0),
      ),
    );
  const [below, above] = [deviation("below"), deviation("above")];
  const noise: FigureNoise = (confidence, times) => {
    const reach = normalQuantile(confidence) / Math.sqrt(times);
    return { low: Math.max(0, value - reach * below), high: value + reach * above };
  };
  return { value, noise };
}

/** How long a run that takes the place of all of them would have to be. */
function doubtOf(
  decision: Decision,
  confidence: number,
  figures: readonly PooledFigure[],
): JudgedTarget["doubt"] {
  const seconds = figures.reduce((sum, one) => sum + one.seconds, 0);
  const times = timesToSettle(decision, confidence, 1_000);
  if (times === null) return { code: "too-close", requests: null, seconds: null };
  return { code: "chance", requests: null, seconds: Math.ceil((seconds * times - seconds) / 10) * 10 };
}

/** Where figures can't be pooled, each run has to show it. */
function worstOf(
  target: JudgedTarget,
  alike: readonly { run: PooledRun; target: JudgedTarget }[],
): JudgedTarget {
  const worst = (["missed", "unsure"] as const).find((verdict) =>
    alike.some((one) => one.target.verdict === verdict),
  );
  const found = alike.find((one) => one.target.verdict === worst);
  if (found === undefined || target.verdict === worst) return target;
  const { run, target: other } = found;
  return {
    ...other,
    runs: [{ id: run.id, number: run.number }],
    reasons: [{ code: "not-shown-by", number: run.number }, ...other.reasons],
  };
}
