import { emptyCell } from "@headroom/core";
import type { Cell, ParseReport } from "@headroom/core";
import { z } from "zod";
import type { Findings } from "../../text/document.ts";
import { givenCell } from "../../given-cell.ts";

/** Numbers in one of Gatling's files and strings in another, "-" where there is nothing. */
const figure = z.union([z.number(), z.string()]).transform((value) => {
  const number = typeof value === "number" ? value : Number.parseFloat(value);
  return Number.isFinite(number) && number >= 0 ? number : null;
});
const figures = z.object({ total: figure, ok: figure, ko: figure });

/** What Gatling's reports say of all requests, of a group or of a request. */
export const statsShape = z.object({
  numberOfRequests: figures,
  minResponseTime: figures,
  maxResponseTime: figures,
  meanResponseTime: figures,
  percentiles1: figures,
  percentiles2: figures,
  percentiles3: figures,
  percentiles4: figures,
  meanNumberOfRequestsPerSecond: figures.optional(),
});
export type Stats = z.output<typeof statsShape>;

const MILLI = 1_000;

/** The percentiles are those of Gatling's default; the report warns of it. */
export function cellOf(stats: Stats): Cell {
  const { numberOfRequests } = stats;
  // Of nothing Gatling's figures are zeros, which say nothing.
  if (numberOfRequests.total === null || numberOfRequests.total === 0) return emptyCell();
  return givenCell(
    {
      requests: numberOfRequests.total,
      errors: numberOfRequests.ko ?? 0,
      min: stats.minResponseTime.total,
      mean: stats.meanResponseTime.total,
      max: stats.maxResponseTime.total,
      percentiles: {
        p50: stats.percentiles1.total,
        p75: stats.percentiles2.total,
        p95: stats.percentiles3.total,
        p99: stats.percentiles4.total,
      },
    },
    MILLI,
  );
}

/** The report of a file that says this of all requests, and holds so many entries. */
export function statsReport(
  format: string,
  all: Stats,
  entries: number,
  { refusals, warnings }: Findings,
): ParseReport {
  warnings.add(
    "percentiles-assumed",
    "The file does not say which four percentiles it contains. Gatling's defaults were assumed: 50, 75, 95 and 99.",
  );
  const rate = all.meanNumberOfRequestsPerSecond?.total ?? null;
  const requests = all.numberOfRequests.total ?? 0;
  return {
    format,
    tool: "gatling",
    toolVersion: null,
    accepted: entries,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "unknown",
    source: "quoted",
    latencyResolutionMicros: MILLI,
    latencyRelativeError: 0,
    absent: [],
    clock: "none",
    startedAtMicros: null,
    // Gatling divides by the whole seconds of the run.
    durationSeconds: rate === null || rate === 0 ? null : requests / rate,
  };
}
