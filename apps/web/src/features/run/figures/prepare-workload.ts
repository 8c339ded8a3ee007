import { expectedRequests, MIN_ACHIEVED_SHARE } from "@headroom/core";
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

/** What was expected of the run and what it was; null where nothing was expected. Where the experiment says otherwise, both are shown. */
export function prepareWorkload({ workload, defined, answer }: RunDetail): WorkloadModel | null {
  const expected = expectedRequests(workload);
  const { requests } = answer.summary;
  const row = (name: string, key: keyof Workload, show: (value: number) => string) => {
    const [own, usual] = [workload, defined].map(({ [key]: value }) =>
      typeof value === "number" ? show(value) : value,
    );
    if (own === null || own === undefined) return [];
    const both = usual === own || usual === null ? "" : ` (experiment: ${usual})`;
    return [{ name, value: `${own}${both}` }];
  };
  const rows = [
    ...row("Request set", "requestSet", formatCount),
    ...row("Distinct requests", "distinctRequests", formatCount),
    ...row("Duration", "durationSeconds", formatLength),
    ...row("Rate per generator", "ratePerGenerator", (rate) => `${formatFigure(rate)} req/s`),
    ...row("Generators", "generators", formatCount),
    ...row("Threads per generator", "threadsPerGenerator", formatCount),
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
