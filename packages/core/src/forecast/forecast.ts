import { responseOf } from "./tested-loads.ts";
import type { Range, Response, TestedLoad, TestedMeasure } from "./tested-loads.ts";

/** A stretch of the day that is expected, in requests a second. */
export interface ExpectedPoint extends Range {
  /** Epoch seconds. */
  second: number;
}

export interface ForecastInput {
  /** In order of time. */
  points: readonly ExpectedPoint[];
  pointSeconds: number;
  /** What tests of each experiment saw; the worst of them counts. */
  tests: readonly (readonly TestedLoad[])[];
  /** The strictest: milliseconds, and a share from 0 to 1. Null: there is no such target. */
  targets: { p99Ms: number | null; errorRate: number | null };
}

export interface DayForecast {
  requests: Range;
  /** Requests that fail; null: tests say nothing about errors. */
  failed: Range | null;
  /** Requests that the target allows to fail; null: there is no such target. */
  allowed: Range | null;
  /** Where p99 lies in the busiest stretch; null: tests say nothing about latency under that load. */
  p99AtPeakMs: Range | null;
  /** How long p99 is expected to be above its target, surely and at most; null: tests or targets say nothing. */
  secondsOverP99: Range | null;
  /** How long the load is above everything that was tested: nothing is forecast there. */
  secondsUntested: Range;
  /** The highest load about which every experiment says something. */
  testedUpTo: number | null;
}

/**
 * What tests say about a day: each stretch of it under the load that is expected there. Every experiment is about the
 * whole service, so each stretch is as bad as the worst of them.
 */
export function forecastDay({ points, pointSeconds, tests, targets }: ForecastInput): DayForecast {
  const [errorRate, p99Ms] = [responsesOf(tests, "errorRate"), responsesOf(tests, "p99Ms")];
  const all = [...errorRate, ...p99Ms];
  const testedUpTo = all.length === 0 ? null : Math.min(...all.map(({ tested }) => tested));
  const requests = sum(points, (point) => scaled(point, pointSeconds));
  const peak = points.reduce<ExpectedPoint | null>(
    (most, one) => (most === null || one.high > most.high ? one : most),
    null,
  );
  const over = targets.p99Ms;
  return {
    requests,
    failed: errorRate.length === 0 ? null : sum(points, (point) => failedIn(errorRate, point, pointSeconds)),
    allowed: targets.errorRate === null ? null : scaled(requests, targets.errorRate),
    p99AtPeakMs: peak === null ? null : worst(p99Ms, peak),
    secondsOverP99:
      over === null || p99Ms.length === 0
        ? null
        : sum(points, (point) => secondsOver(worst(p99Ms, point), over, pointSeconds)),
    secondsUntested: sum(points, ({ low, high }) => ({
      low: low > (testedUpTo ?? 0) ? pointSeconds : 0,
      high: high > (testedUpTo ?? 0) ? pointSeconds : 0,
    })),
    testedUpTo,
  };
}

/** Where p99 lies under a load, by the worst of the experiments. Null: tests say nothing about it. */
export function testedP99(tests: ForecastInput["tests"], load: number): Range | null {
  return worst(responsesOf(tests, "p99Ms"), { low: load, high: load });
}

function responsesOf(tests: ForecastInput["tests"], measure: TestedMeasure): Response[] {
  return tests.flatMap((own) => responseOf(own, measure) ?? []);
}

/** The least under the least load that is expected, and the most under the most. Null: untested. */
function worst(responses: readonly Response[], { low, high }: Range): Range | null {
  let [least, most] = [0, 0];
  for (const { at } of responses) {
    const [quiet, busy] = [at(low), at(high)];
    if (quiet === null || busy === null) return null;
    least = Math.max(least, quiet.low);
    most = Math.max(most, busy.high, quiet.high);
  }
  return responses.length === 0 ? null : { low: Math.min(least, most), high: most };
}

function failedIn(responses: readonly Response[], point: ExpectedPoint, seconds: number): Range {
  const rate = worst(responses, point);
  if (rate === null) return { low: 0, high: 0 };
  return { low: rate.low * point.low * seconds, high: rate.high * point.high * seconds };
}

function secondsOver(p99: Range | null, target: number, seconds: number): Range {
  if (p99 === null) return { low: 0, high: 0 };
  return { low: p99.low > target ? seconds : 0, high: p99.high > target ? seconds : 0 };
}

function sum(points: readonly ExpectedPoint[], of: (point: ExpectedPoint) => Range): Range {
  return points.reduce<Range>(
    (total, point) => {
      const { low, high } = of(point);
      return { low: total.low + low, high: total.high + high };
    },
    { low: 0, high: 0 },
  );
}

function scaled({ low, high }: Range, factor: number): Range {
  return { low: low * factor, high: high * factor };
}
