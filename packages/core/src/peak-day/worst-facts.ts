import { formatLength } from "../format/duration.ts";
import { formatMillis } from "../format/latency.ts";
import { formatFigure, formatPercent } from "../format/number.ts";
import { MINUTE_SECONDS } from "../time.ts";
import { clockText } from "./clock-text.ts";
import { whatTestsShow } from "./shown-by.ts";
import { errorLimit, leastP99 } from "./trouble.ts";
import type { DayFigures, RunningDay } from "./running-day.ts";

/** What is left is rounding. */
const ALL_FAIL = 0.9995;

type Kind = "errors" | "p99" | "load";

export interface WorstFact {
  kind: Kind;
  words: string;
}

/** What is wrong in the last minute, the worst first; nothing while the day isn't running or nothing is wrong. */
export function worstFacts(day: RunningDay): WorstFact[] {
  const { phase, source, latest } = day;
  if (phase !== "during" || source !== "live" || latest === null) return [];
  const found = [errorFact(day, latest), slowFact(day, latest), loadFact(day, latest)];
  return found.flatMap((one) => one ?? []);
}

type Latest = NonNullable<RunningDay["latest"]>;

function errorFact(day: RunningDay, { minute: { errorRate } }: Latest): WorstFact | null {
  const limit = errorLimit(day.targets);
  if (errorRate === null || errorRate <= limit) return null;
  const kind = "errors" as const;
  if (errorRate >= ALL_FAIL) {
    const since = sinceWords(day, (point) => (point.errorRate ?? 0) >= ALL_FAIL);
    return {
      kind,
      words: since === null ? "All requests fail." : `All requests have failed since ${since}.`,
    };
  }
  const above = day.targets.errorRate === null ? "" : `, above the target of ${formatPercent(limit)}`;
  const since = sinceWords(day, (point) => (point.errorRate ?? 0) > limit);
  return {
    kind,
    words: `${formatPercent(errorRate)} of requests fail${above}${since === null ? "" : `, since ${since}`}.`,
  };
}

function slowFact(day: RunningDay, { at, minute }: Latest): WorstFact | null {
  const { p99Ms: limit } = day.targets;
  const least = leastP99(minute);
  if (limit === null || least === null || least <= limit) return null;
  const target = `${formatMillis(limit)} ms`;
  const begin = beginOf(day, (point) => (leastP99(point) ?? 0) > limit);
  const seconds = begin === null ? 0 : (Date.parse(at) - begin) / 1_000;
  const long =
    seconds < 2 * MINUTE_SECONDS
      ? `p99 is above ${target}.`
      : `p99 has been above ${target} for ${formatLength(Math.floor(seconds / MINUTE_SECONDS) * MINUTE_SECONDS)}.`;
  return { kind: "p99", words: long };
}

function loadFact({ capacity }: RunningDay, { minute: { throughput } }: Latest): WorstFact | null {
  if (!capacity.proven || throughput <= capacity.throughput) return null;
  return { kind: "load", words: `Above ${whatTestsShow(capacity)}: ${formatFigure(throughput)} req/s.` };
}

function sinceWords(day: RunningDay, holds: (point: DayFigures) => boolean): string | null {
  const begin = beginOf(day, holds);
  return begin === null ? null : clockText(new Date(begin).toISOString(), day.peakDay);
}

/** Since when it has held in every point, up to the newest; null: in none. */
function beginOf({ points }: RunningDay, holds: (point: DayFigures) => boolean): number | null {
  const first = points[points.findLastIndex((point) => !holds(point)) + 1];
  return first === undefined ? null : Date.parse(first.at);
}
