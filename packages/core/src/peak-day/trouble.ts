import type { DayFigures, RunningDay } from "./running-day.ts";

/** Without a target, so many failed requests are an outage, or the beginning of one. */
const MANY_FAIL = 0.05;

type Targets = RunningDay["targets"];

/** From so large a share of failed requests on, something is wrong. */
export function errorLimit({ errorRate }: Pick<Targets, "errorRate">): number {
  return errorRate ?? MANY_FAIL;
}

/** What p99 is at least, where only a range is known. */
export function leastP99({ p99Ms, p99Range }: Pick<DayFigures, "p99Ms" | "p99Range">): number | null {
  return p99Range?.low ?? p99Ms;
}

/** How the figures miss the targets; null: they don't, or nothing says so. */
export function troubleOf(
  targets: Targets,
  figures: Omit<DayFigures, "throughput">,
): "errors" | "slow" | null {
  if ((figures.errorRate ?? 0) > errorLimit(targets)) return "errors";
  return targets.p99Ms !== null && (leastP99(figures) ?? 0) > targets.p99Ms ? "slow" : null;
}

/** A label that hardly anybody requests is no reason to look at it first. */
const LEAST_REQUESTS = 20;

/**
 * Labels that fail come first, by how many requests a second they fail, then slow ones, then the others; the busier ones
 * first.
 */
export function worstFirst<Of extends DayFigures & { requests: number }>(
  labels: readonly Of[],
  targets: Targets,
): Of[] {
  const rankOf = (one: Of) => {
    const trouble = one.requests < LEAST_REQUESTS ? null : troubleOf(targets, one);
    return trouble === null ? 2 : Number(trouble === "slow");
  };
  const failures = ({ throughput, errorRate }: Of) => throughput * (errorRate ?? 0);
  return labels
    .map((one) => ({ one, rank: rankOf(one) }))
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        (a.rank === 0 ? failures(b.one) - failures(a.one) : 0) ||
        b.one.throughput - a.one.throughput,
    )
    .map(({ one }) => one);
}
