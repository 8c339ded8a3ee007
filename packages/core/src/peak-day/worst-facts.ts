import { formatLength } from "../format/duration.ts";
import { formatMillis } from "../format/latency.ts";
import { formatFigure, formatPercent } from "../format/number.ts";
import { MINUTE_SECONDS } from "../time.ts";
import { clockText } from "./clock-text.ts";
import { whatTestsShow } from "./shown-by.ts";
import { errorLimit, leastP99 } from "./trouble.ts";
import type { RunningDay } from "./running-day.ts";

/** What is left is rounding. */
export const ALL_FAIL = 0.9995;

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

function errorFact(day: RunningDay, { minute: { errorRate }, since: begin }: Latest): WorstFact | null {
  const limit = errorLimit(day.targets);
  if (errorRate === null || errorRate <= limit) return null;
  const kind = "errors" as const;
  const since = begin.errors === null ? null : clockText(begin.errors, day.peakDay);
  if (errorRate >= ALL_FAIL) {
    return {
      kind,
      words: since === null ? "All requests fail." : `All requests have failed since ${since}.`,
    };
  }
  const above = day.targets.errorRate === null ? "" : `, above the target of ${formatPercent(limit)}`;
  return {
    kind,
    words: `${formatPercent(errorRate)} of requests fail${above}${since === null ? "" : `, since ${since}`}.`,
  };
}

function slowFact(day: RunningDay, { at, minute, since }: Latest): WorstFact | null {
  const { p99Ms: limit } = day.targets;
  const least = leastP99(minute);
  if (limit === null || least === null || least <= limit) return null;
  const target = `${formatMillis(limit)} ms`;
  const seconds = since.slow === null ? 0 : (Date.parse(at) - Date.parse(since.slow)) / 1_000;
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
