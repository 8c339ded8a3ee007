import {
  ALL_REQUESTS,
  DAY_MILLIS,
  emptyCell,
  isPlausibleTime,
  mergeAllCells,
  SECOND_MICROS,
  Sketch,
} from "@headroom/core";
import type { Cell, ParseReport, SampleSink } from "@headroom/core";
import { z } from "zod";
import type { Findings } from "../../text/document.ts";
import { readShape } from "../../text/json-shape.ts";
import { labelOf } from "../locust-stats/header.ts";
import { locustReport } from "../locust-stats/locust-report.ts";
import { SecondCounts } from "./second-counts.ts";

const MILLI = 1_000;
const MAX_MILLIS = 30 * DAY_MILLIS;

const count = z.int().nonnegative();
const millis = z.number().nonnegative().max(MAX_MILLIS);
const second = z.number().refine((value) => isPlausibleTime(value * SECOND_MICROS));
const millisName = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,9})?$/)
  .refine((name) => Number(name) <= MAX_MILLIS);
const secondName = z
  .string()
  .regex(/^\d{9,10}$/)
  .refine((name) => isPlausibleTime(Number(name) * SECOND_MICROS));

const entryShape = z.object({
  name: z.string(),
  method: z.string().nullish(),
  num_requests: count,
  /** Requests without a response time; older versions have none. */
  num_none_requests: count.optional(),
  num_failures: count,
  total_response_time: z.number().nonnegative(),
  min_response_time: millis.nullish(),
  max_response_time: millis.nullish(),
  total_content_length: z.number().nonnegative().nullish(),
  start_time: second,
  last_request_timestamp: second.nullish(),
  response_times: z.record(millisName, count),
  num_reqs_per_sec: z.record(secondName, count).optional(),
  num_fail_per_sec: z.record(secondName, count).optional(),
});
type Entry = z.output<typeof entryShape>;

/** Reads one entry a label; what Locust counted by the second is their course, and all requests are their sum. */
export function readLocustJson(value: unknown, sink: SampleSink, findings: Findings): ParseReport {
  const entries = readShape(z.array(entryShape).min(1), value, "locust --json result");
  const seconds = new SecondCounts();
  const cells = entries.map((entry) => {
    const label = sink.label(labelOf(entry.method ?? "", entry.name), "request");
    const cell = cellOf(entry);
    sink.total(label, cell);
    seconds.add(label, entry.num_reqs_per_sec ?? {}, entry.num_fail_per_sec ?? {});
    return cell;
  });
  sink.total(ALL_REQUESTS, mergeAllCells(cells));
  seconds.give(sink);
  const started = entries.reduce((first, entry) => Math.min(first, entry.start_time), Infinity);
  const ended = entries.reduce((last, entry) => Math.max(last, entry.last_request_timestamp ?? 0), 0);
  return locustReport(findings, {
    format: "locust-json",
    accepted: entries.length,
    source: "sketch",
    absent: [],
    clock: "absolute",
    startedAtMicros: Math.round(started * SECOND_MICROS),
    durationSeconds: ended > started ? ended - started : null,
  });
}

/** Sum, minimum and maximum are exact; the distribution is of rounded milliseconds. */
function cellOf(entry: Entry): Cell {
  const all = new Sketch();
  for (const [rounded, times] of Object.entries(entry.response_times)) {
    if (times > 0) all.add(Math.round(Number(rounded) * MILLI), times);
  }
  const timed = entry.num_requests - (entry.num_none_requests ?? 0);
  const micros = (value: number | null | undefined) =>
    timed <= 0 || value === null || value === undefined ? null : value * MILLI;
  return {
    ...emptyCell(),
    requests: entry.num_requests,
    errors: entry.num_failures,
    items: entry.num_requests,
    bytes: entry.total_content_length ?? 0,
    sumMicros: micros(entry.total_response_time),
    minMicros: micros(entry.min_response_time),
    maxMicros: micros(entry.max_response_time),
    distribution: all.count === 0 ? { kind: "none" } : { kind: "sketch", all, failed: null },
  };
}
