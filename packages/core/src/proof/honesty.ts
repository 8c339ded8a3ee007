import { formatClock, formatLength } from "../format/duration.ts";
import { formatCount, formatPercent, formatPercentBelow } from "../format/number.ts";
import { plural } from "../format/plural.ts";
import { PERCENTILE_IDS } from "../targets/figures.ts";
import type { PercentileId } from "../targets/figures.ts";
import type { LatencySource, LoadModel } from "../cell/sample.ts";
import { MIN_ACHIEVED_SHARE, MIN_REQUESTS_BEYOND } from "../policy.ts";

export const HONESTY_CODES = [
  "nothing-succeeded",
  "partial-hang",
  "percentiles-quoted",
  "achieved-short",
  "generator-saturated",
  "warm-up-included",
  "errors-left-out",
  "too-few-requests",
  "clock-skew",
  "failed-differ",
  "live-traffic",
  "closed-loop",
  "load-model-unknown",
] as const;
export type HonestyCode = (typeof HONESTY_CODES)[number];

/** What a reader has to know before trusting a run's metrics, and why it applies to this run. */
export interface HonestyMark {
  code: HonestyCode;
  reason: string;
}

export interface GeneratorSpan {
  generator: string;
  firstStartMicros: number;
  lastCompletionMicros: number;
}

interface Hang {
  fromSeconds: number;
  toSeconds: number;
  users: number;
  /** How many of them waited. */
  missing: number;
  unsent: number;
}

export interface HonestyInput {
  source: LatencySource;
  loadModel: LoadModel;
  /** Kept from live traffic: users sent the load, and no tool. */
  liveTraffic: boolean;
  /** Which window is shown. */
  window: "steady" | "whole" | "custom";
  /** Where it begins, in seconds from the run's origin. */
  fromSeconds: number;
  /** Seconds left out before the steady phase; null: the run has none. */
  warmUpSeconds: number | null;
  /** Why it has none; null if it has one, or nobody recorded why. */
  noSteadyReason: string | null;
  /** What lies outside the steady phase failed so often; null: not known. */
  errorsLeftOut: number | null;
  /** When no request succeeded for several seconds, in seconds from the run's origin. */
  holes: readonly {
    fromSeconds: number;
    toSeconds: number;
    /** About how many requests were never sent in it; null: none, or nobody can tell. */
    unsent: number | null;
  }[];
  /** When some users waited for requests that hung, in the same seconds. */
  hangs: readonly Hang[];
  beyond: Readonly<Record<PercentileId, number>>;
  /** Null: the source doesn't say. */
  requests: number | null;
  /** Completed of expected requests; null: the experiment expects no number. */
  achieved: number | null;
  /** The highest CPU share that a generator used; null: nobody measured it. */
  generatorCpuMost: number | null;
  /** Generators with absolute times. */
  generators: readonly GeneratorSpan[];
  /** Percentiles that differ between all and successful requests by more than their bounds. */
  differing: readonly PercentileId[];
}

/** A generator busier than this measures itself. */
const MAX_CPU = 0.85;
/** Generators of one run start together; a larger gap may be due to their clocks. */
const MIN_SKEW_MICROS = 2_000_000;
const SKEW_SHARE = 0.02;

/** Of more, the longest are named. */
const MAX_HOLES = 3;

/** The marks of a run, most serious first. */
export function honestyOf(input: HonestyInput): HonestyMark[] {
  const found = HONESTY_CODES.map((code) => ({ code, reason: RULES[code](input) }));
  return found.flatMap(({ code, reason }) => (reason === null ? [] : [{ code, reason }]));
}

const RULES: Record<HonestyCode, (input: HonestyInput) => string | null> = {
  "nothing-succeeded": ({ holes }) => {
    if (holes.length === 0) return null;
    const byLength = holes.toSorted((a, b) => lengthOf(b) - lengthOf(a));
    const shown = byLength.slice(0, MAX_HOLES).toSorted((a, b) => a.fromSeconds - b.fromSeconds);
    const spans = shown.map(
      (hole) =>
        `from ${formatClock(hole.fromSeconds)} to ${formatClock(hole.toSeconds)} (${formatLength(lengthOf(hole))})`,
    );
    const others = holes.length - shown.length;
    const more = others === 0 ? "" : `, and ${plural(others, "more time")}`;
    const unsent = holes.reduce((sum, hole) => sum + (hole.unsent ?? 0), 0);
    const held = unsent === 0 ? "" : ` About ${formatCount(unsent)} requests were never sent meanwhile.`;
    return `No request succeeded ${spans.join(", ")}${more}, although requests succeeded at other times.${held}`;
  },
  "partial-hang": ({ hangs }) =>
    hangs.length === 0 ? null : hangs.slice(0, MAX_HOLES).map(hangWords).join(" "),
  "errors-left-out": ({ errorsLeftOut, window }) =>
    window !== "steady" || errorsLeftOut === null || errorsLeftOut === 0
      ? null
      : `${plural(errorsLeftOut, "failed request lies", "failed requests lie")} in the warm-up or cool-down, which the verdict leaves out.`,
  "percentiles-quoted": ({ source }) => {
    if (source === "quoted") return "The tool reported these percentiles. Its method isn't known.";
    if (source === "none") return "The source reports no percentiles that can be checked.";
    return source === "buckets"
      ? "The source counts in its own buckets: only a range of a percentile is known, unless the source states it itself."
      : null;
  },
  "achieved-short": ({ achieved }) =>
    achieved === null || achieved >= MIN_ACHIEVED_SHARE
      ? null
      : `Only ${formatPercentBelow(achieved, MIN_ACHIEVED_SHARE)} of the expected requests completed: the load was lower, the run ended early, or the service didn't keep up.`,
  "generator-saturated": ({ generatorCpuMost: most }) =>
    most === null || most < MAX_CPU
      ? null
      : `A generator used up to ${formatPercent(most)} of its CPU, so it may have measured itself.`,
  "warm-up-included": ({ window, fromSeconds, warmUpSeconds, noSteadyReason, source }) => {
    if (warmUpSeconds === null) {
      // Throughput may have a steady phase of its own.
      if (source === "quoted" && noSteadyReason !== null && window !== "custom")
        return `${noSteadyReason.charAt(0).toUpperCase()}${noSteadyReason.slice(1)}, so its percentiles include any warm-up.`;
      const why = noSteadyReason === null ? "" : ` (${noSteadyReason})`;
      return window === "custom"
        ? null
        : `No steady phase was found${why}, so the figures include any warm-up.`;
    }
    if (window === "steady") return null;
    const held = Math.round(warmUpSeconds - Math.max(0, fromSeconds));
    if (held < 1) return null;
    return window === "whole"
      ? `These figures include ${formatLength(held)} of warm-up that the verdict leaves out.`
      : "This window begins in the warm-up, which the verdict leaves out.";
  },
  "too-few-requests": ({ requests, beyond }) => {
    if (requests === null || requests === 0) return null;
    const few = PERCENTILE_IDS.filter((percentile) => beyond[percentile] < MIN_REQUESTS_BEYOND);
    if (few.length === 0) return null;
    const counts = few.map((percentile) => `${beyond[percentile]} beyond ${percentile}`).join(", ");
    return `Too few requests for ${few[0] ?? ""} and above: ${counts}. Another run may show different values.`;
  },
  "clock-skew": ({ generators }) => {
    const skew = skewOf(generators);
    return skew === null
      ? null
      : `“${skew.late}” started ${formatLength(skew.micros / 1_000_000)} after “${skew.early}”. Either it did, or their clocks differ.`;
  },
  "failed-differ": ({ differing }) =>
    differing.length === 0
      ? null
      : `Failed requests change ${differing.join(", ")} by more than the error bound. Check the successful requests on their own, too.`,
  "closed-loop": ({ loadModel }) =>
    loadModel === "closed"
      ? "The tool waits for each response before it sends the next request, so a stall hides the requests it held back (coordinated omission)."
      : null,
  "live-traffic": ({ liveTraffic }) =>
    liveTraffic
      ? "Users sent these requests. In a stall they may wait or leave, and what they would have sent is in no figure."
      : null,
  "load-model-unknown": ({ loadModel, liveTraffic, source }) =>
    !liveTraffic && loadModel === "unknown" && source !== "quoted" && source !== "none"
      ? "It isn't known whether the tool waits for responses. If it does, a stall hides requests."
      : null,
};

function hangWords({ fromSeconds, toSeconds, users, missing, unsent }: Hang): string {
  const span = `from ${formatClock(fromSeconds)} to ${formatClock(toSeconds)}`;
  return `${missing} of ${users} users waited for requests that hung ${span}, and sent about ${formatCount(unsent)} fewer.`;
}

function lengthOf({ fromSeconds, toSeconds }: HonestyInput["holes"][number]): number {
  return toSeconds - fromSeconds;
}

function skewOf(
  generators: readonly GeneratorSpan[],
): { early: string; late: string; micros: number } | null {
  if (generators.length < 2) return null;
  const byStart = generators.toSorted((a, b) => a.firstStartMicros - b.firstStartMicros);
  const [early, late] = [byStart[0], byStart.at(-1)];
  if (early === undefined || late === undefined) return null;
  const micros = late.firstStartMicros - early.firstStartMicros;
  const longest = Math.max(
    ...generators.map(
      ({ firstStartMicros, lastCompletionMicros }) => lastCompletionMicros - firstStartMicros,
    ),
  );
  const most = Math.max(MIN_SKEW_MICROS, longest * SKEW_SHARE);
  return micros > most ? { early: early.generator, late: late.generator, micros } : null;
}
