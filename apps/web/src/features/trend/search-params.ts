import { DAY_MILLIS, isCost, TREND_AXES, TREND_METRICS } from "@headroom/core";
import type { TrendAxis, TrendMetric } from "@headroom/core";

/** What the address of a trend holds. Days are whole ones in UTC, 2026-11-05. */
export interface TrendQuery {
  metric: TrendMetric;
  axis: TrendAxis;
  label: string | null;
  branch: string | null;
  environment: string | null;
  from: string | null;
  to: string | null;
}

type Search = Record<string, string | string[] | undefined>;

const MAX_LETTERS = 2_000;

/** Whatever cannot be read is as if it were not there. `usual`: the metric that the experiment is known by. */
export function readTrendQuery(search: Search, usual: TrendMetric = "p99"): TrendQuery {
  const metric = TREND_METRICS.find((one) => one === search["metric"]) ?? usual;
  return {
    metric,
    axis: TREND_AXES.find((axis) => axis === search["by"]) ?? "date",
    // Nobody pays for one label.
    label: isCost(metric) ? null : text(search["label"]),
    branch: text(search["branch"]),
    environment: text(search["environment"]),
    from: day(search["from"]),
    to: day(search["to"]),
  };
}

/** The address of a view. Which metric is usual depends on the experiment, so it is always in there. */
export function trendAddress(experimentId: string, query: TrendQuery): string {
  const parameters = new URLSearchParams({ metric: query.metric });
  if (query.axis !== "date") parameters.set("by", query.axis);
  for (const name of ["label", "branch", "environment", "from", "to"] as const) {
    const value = query[name];
    if (value !== null && value !== "") parameters.set(name, value);
  }
  return `/experiments/${experimentId}?${parameters.toString()}`;
}

/** The first and the last moment of the days asked for. */
export function trendRange({ from, to }: TrendQuery): { from: Date | null; to: Date | null } {
  return {
    from: from === null ? null : new Date(`${from}T00:00:00Z`),
    to: to === null ? null : new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MILLIS - 1),
  };
}

function text(value: string | string[] | undefined): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, MAX_LETTERS) : null;
}

/** A day that the calendar has: 2026-02-31 is none. */
function day(value: string | string[] | undefined): string | null {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const at = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== value ? null : value;
}
