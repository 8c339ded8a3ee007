import { MIN_ACHIEVED_SHARE } from "@headroom/core";
import type { RunDetail, Workload } from "@headroom/services";
import { formatCount, formatFigure, formatLength, formatPercentFigure, formatShort } from "@headroom/ui";

export interface WorkloadModel {
  rows: readonly { name: string; value: string }[];
  /** Null if the experiment expects no number of requests, or the source reports none. */
  achieved: {
    /** 0 to 1: how far the bar goes. */
    share: number;
    short: string;
    percent: string;
    actual: string;
    expected: string;
    isShort: boolean;
  } | null;
}

/** Rate × generators × duration; null where the experiment does not say all three. */
export function expectedRequests(workload: Workload): number | null {
  const rate = expectedRate(workload);
  const { durationSeconds } = workload;
  return rate === null || durationSeconds === null ? null : rate * durationSeconds;
}

/** Requests a second of all generators. */
export function expectedRate({ ratePerGenerator, generators }: Workload): number | null {
  return ratePerGenerator === null || generators === null ? null : ratePerGenerator * generators;
}

/** What the experiment expects of a run and what the run was; null where it expects nothing. */
export function prepareWorkload({ workload, answer }: RunDetail): WorkloadModel | null {
  const expected = expectedRequests(workload);
  const { requests } = answer.summary;
  const row = (name: string, value: number | string | null, show: (value: number) => string) =>
    value === null ? [] : [{ name, value: typeof value === "string" ? value : show(value) }];
  const rows = [
    ...row("Request set", workload.requestSet, formatCount),
    ...row("Distinct requests", workload.distinctRequests, formatCount),
    ...row("Duration", workload.durationSeconds, formatLength),
    ...row("Rate per generator", workload.ratePerGenerator, (rate) => `${formatFigure(rate)} req/s`),
    ...row("Generators", workload.generators, formatCount),
    ...row("Threads per generator", workload.threadsPerGenerator, formatCount),
  ];
  if (rows.length === 0) return null;
  if (expected === null || requests === null || expected <= 0) return { rows, achieved: null };
  return {
    rows: [
      ...rows,
      { name: "Expected requests", value: formatCount(expected) },
      { name: "Actual requests", value: formatCount(requests) },
    ],
    achieved: {
      share: Math.min(1, requests / expected),
      short: formatShort(requests),
      percent: formatPercentFigure(requests / expected),
      actual: formatCount(requests),
      expected: formatCount(expected),
      isShort: requests / expected < MIN_ACHIEVED_SHARE,
    },
  };
}
