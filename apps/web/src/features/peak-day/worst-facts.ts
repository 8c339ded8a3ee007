import type { PeakDayPoint, PeakDayView } from "@headroom/contract";
import { MINUTE_SECONDS } from "@headroom/core";
import { formatFigure, formatLength, formatMillis } from "@headroom/ui";
import { clockText } from "./day-words.ts";
import { percent } from "./figure-cells.ts";

/** Without a target, so many failed requests are an outage, or the beginning of one. */
const MANY_FAIL = 0.05;
/** What is left is rounding. */
const ALL_FAIL = 0.9995;

type Kind = "errors" | "p99" | "load";

export interface WorstFact {
  kind: Kind;
  words: string;
}

/** What is wrong in the last minute, the worst first; nothing while the day isn't running or nothing is wrong. */
export function worstFacts(view: PeakDayView): WorstFact[] {
  const { phase, source, latest } = view;
  if (phase !== "during" || source !== "live" || latest === null) return [];
  const found = [errorFact(view, latest), slowFact(view, latest), loadFact(view, latest)];
  return found.flatMap((one) => one ?? []);
}

type Latest = NonNullable<PeakDayView["latest"]>;

function errorFact(view: PeakDayView, { minute: { errorRate } }: Latest): WorstFact | null {
  const limit = view.targets.errorRate;
  if (errorRate === null || errorRate <= (limit ?? MANY_FAIL)) return null;
  const kind = "errors" as const;
  if (errorRate >= ALL_FAIL) {
    const since = sinceWords(view, (point) => (point.errorRate ?? 0) >= ALL_FAIL);
    return {
      kind,
      words: since === null ? "All requests fail." : `All requests have failed since ${since}.`,
    };
  }
  const above = limit === null ? "" : `, above the target of ${percent(limit)}`;
  const since = sinceWords(view, (point) => (point.errorRate ?? 0) > (limit ?? MANY_FAIL));
  return {
    kind,
    words: `${percent(errorRate)} of requests fail${above}${since === null ? "" : `, since ${since}`}.`,
  };
}

function slowFact(view: PeakDayView, { at, minute }: Latest): WorstFact | null {
  const { p99Ms: limit } = view.targets;
  const least = leastP99(minute);
  if (limit === null || least === null || least <= limit) return null;
  const target = `${formatMillis(limit)} ms`;
  const begin = beginOf(view, (point) => (leastP99(point) ?? 0) > limit);
  const seconds = begin === null ? 0 : (Date.parse(at) - begin) / 1_000;
  const long =
    seconds < 2 * MINUTE_SECONDS
      ? `p99 is above ${target}.`
      : `p99 has been above ${target} for ${formatLength(Math.floor(seconds / MINUTE_SECONDS) * MINUTE_SECONDS)}.`;
  return { kind: "p99", words: long };
}

/** What it is at least, where only a range is known. */
function leastP99({ p99Ms, p99Range }: Pick<PeakDayPoint, "p99Ms" | "p99Range">): number | null {
  return p99Range?.low ?? p99Ms;
}

function loadFact({ capacity }: PeakDayView, { minute: { throughput } }: Latest): WorstFact | null {
  if (!capacity.proven || throughput <= capacity.throughput) return null;
  return { kind: "load", words: `Above what is proven: ${formatFigure(throughput)} req/s.` };
}

function sinceWords(view: PeakDayView, holds: (point: PeakDayPoint) => boolean): string | null {
  const begin = beginOf(view, holds);
  return begin === null ? null : clockText(new Date(begin).toISOString(), view.peakDay);
}

/** Since when it has held in every point, up to the newest; null: in none. */
function beginOf({ points }: PeakDayView, holds: (point: PeakDayPoint) => boolean): number | null {
  const first = points[points.findLastIndex((point) => !holds(point)) + 1];
  return first === undefined ? null : Date.parse(first.at);
}

/** How many a second succeeded; where it isn't known which failed, all. */
export function succeeded({ minute: { throughput, errorRate } }: Latest): number {
  return throughput * (1 - (errorRate ?? 0));
}
