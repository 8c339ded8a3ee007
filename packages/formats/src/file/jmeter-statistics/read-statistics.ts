import { ALL_REQUESTS } from "@headroom/core";
import type { Cell, ParseReport, SampleSink } from "@headroom/core";
import { z } from "zod";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { asObject } from "../../text/json-head.ts";
import { readShape } from "../../text/json-shape.ts";

const TOTAL = "Total";
const MILLI = 1_000;

/** JMeter writes "NaN" and "Infinity" where it divided by nothing. */
const figure = z.union([z.number(), z.string().transform(() => Number.NaN)]).optional();
const count = z.number().int().nonnegative();
/** A map, because a label may have any name, `__proto__` too. */
const statisticsShape = z.map(
  z.string(),
  z.object({
    sampleCount: count,
    errorCount: count,
    meanResTime: figure,
    medianResTime: figure,
    minResTime: figure,
    maxResTime: figure,
    pct1ResTime: figure,
    pct2ResTime: figure,
    pct3ResTime: figure,
    throughput: figure,
    receivedKBytesPerSec: figure,
  }),
);
type Statistics = z.infer<typeof statisticsShape> extends Map<string, infer Of> ? Of : never;

/**
 * Reads the table of JMeter's HTML report: one entry a label and one of all. The three percentiles can be chosen and
 * the file does not say which they are: they are taken as those that JMeter ships with.
 */
export function readStatistics(
  value: unknown,
  sink: SampleSink,
  { warnings, refusals }: Findings,
): ParseReport {
  const object = asObject(value);
  const entries = object === null ? value : new Map(Object.entries(object));
  const statistics = readShape(statisticsShape, entries, "JMeter statistics.json");
  const total = statistics.get(TOTAL);
  statistics.delete(TOTAL);
  for (const [label, of] of statistics) sink.total(sink.label(label, "request"), cellOf(of));
  const labels = [...statistics.values()];
  const all = total === undefined ? countsOf(labels) : cellOf(total);
  sink.total(ALL_REQUESTS, all);
  if (all.distribution.kind === "quoted") {
    warnings.add(
      "percentiles-assumed",
      "The file does not say which three percentiles it contains. JMeter's defaults were assumed: 90, 95 and 99.",
    );
  }
  if (labels.reduce((sum, { sampleCount }) => sum + sampleCount, 0) > all.requests) {
    warnings.add(
      "transactions-untold",
      "Some labels are Transaction Controllers, which the total excludes. The file does not say which ones.",
    );
  }
  return {
    format: "jmeter-statistics",
    tool: "jmeter",
    toolVersion: null,
    accepted: statistics.size + (total === undefined ? 0 : 1),
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "closed",
    source: all.distribution.kind === "none" ? "none" : "quoted",
    latencyResolutionMicros: MILLI,
    latencyRelativeError: 0,
    absent: [],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: total === undefined ? null : secondsOf(total),
  };
}

function cellOf(of: Statistics): Cell {
  const { sampleCount: requests, errorCount: errors, receivedKBytesPerSec = 0 } = of;
  const bytes = Math.round(receivedKBytesPerSec * 1_024 * (secondsOf(of) ?? 0));
  const counts = { requests, errors, bytes: bytes >= 0 ? bytes : 0 };
  if (requests === 0) return givenCell(counts, MILLI);
  const percentiles = {
    p50: of.medianResTime,
    p90: of.pct1ResTime,
    p95: of.pct2ResTime,
    p99: of.pct3ResTime,
  };
  const { meanResTime: mean = null, minResTime: min = null, maxResTime: max = null } = of;
  return givenCell({ ...counts, mean, min, max, percentiles }, MILLI);
}

/** Without a total in the file: counts add up, percentiles do not. */
function countsOf(labels: readonly Statistics[]): Cell {
  const sum = (of: (statistics: Statistics) => number) =>
    labels.reduce((total, statistics) => total + of(statistics), 0);
  const requests = sum(({ sampleCount }) => sampleCount);
  return givenCell({ requests, errors: sum(({ errorCount }) => errorCount) }, MILLI);
}

function secondsOf({ sampleCount, throughput }: Statistics): number | null {
  return throughput !== undefined && throughput > 0 && Number.isFinite(throughput)
    ? sampleCount / throughput
    : null;
}
