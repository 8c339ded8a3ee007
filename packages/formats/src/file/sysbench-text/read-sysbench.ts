import { ALL_REQUESTS, HeadroomError, mergeAllCells, DAY_SECONDS } from "@headroom/core";
import type { Cell, ParseReport, SampleSink } from "@headroom/core";
import type { ParseOptions } from "../../parser.ts";
import type { Findings } from "../../text/document.ts";
import { readBlocks } from "./block.ts";
import type { Block } from "./block.ts";
import { givenCell } from "../../given-cell.ts";

export const SYSBENCH = /^sysbench (\d[\w.-]{0,30})(?: \(using|:)/m;

/**
 * Reads what sysbench prints. An event is a request; those of databases know of errors too. With checkpoints there are
 * several blocks, each since the one before.
 */
export function readSysbench(
  text: string,
  sink: SampleSink,
  { refusals, warnings }: Findings,
  { startMicros = 0 }: ParseOptions,
): ParseReport {
  const blocks = readBlocks(text);
  if (blocks.length === 0) {
    throw new HeadroomError(
      "file-unreadable",
      'This sysbench report has no "total number of events" and latencies.',
      {
        hint: "Send the complete report that the tool printed after the run.",
      },
    );
  }
  const total = totalOf(blocks);
  sink.total(ALL_REQUESTS, total);
  if (total.errors > 0) sink.failure(ALL_REQUESTS, "ignored error", total.errors);
  const reports = giveReports(text, sink, startMicros);
  return {
    format: "sysbench-text",
    tool: "sysbench",
    toolVersion: SYSBENCH.exec(text)?.[1] ?? null,
    accepted: blocks.length + reports,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: /^Target transaction rate: /m.test(text) ? "open" : "closed",
    source: total.distribution.kind === "none" ? "none" : total.distribution.kind,
    latencyResolutionMicros: 10,
    latencyRelativeError: HISTOGRAM_ERROR,
    absent: blocks.every(({ knowsErrors }) => knowsErrors) ? [] : ["errors"],
    clock: reports > 0 ? "relative" : "none",
    startedAtMicros: null,
    durationSeconds: blocks.at(-1)?.elapsedSeconds ?? null,
  };
}

/** The mean stays that of the events; percentiles of several blocks cannot be told. */
function totalOf(blocks: readonly Block[]): Cell {
  const [only] = blocks;
  if (only !== undefined && blocks.length === 1) return only.cell;
  const events = blocks.reduce((sum, block) => sum + block.events, 0);
  const sumMicros = blocks.reduce(
    (sum, { meanMicros, events: weight }) => sum + (meanMicros ?? 0) * weight,
    0,
  );
  const total = mergeAllCells(blocks.map(({ cell }) => cell));
  return { ...total, sumMicros: events === 0 ? null : (sumMicros / events) * total.requests };
}

/** Its percentiles too come from its histogram, of which this is half a step: 1,024 from a microsecond to 100 s. */
const HISTOGRAM_ERROR = (Math.exp(Math.log(1e8) / 1_023) - 1) / 2;

const LINE =
  /^\[ {1,10}(\d{1,9})s ?\] thds: (\d{1,9}) [et]ps: (\d{1,12}\.\d\d) (?:qps: [\d.]+ \([^)\n]{1,200}\) )?lat \(ms,(\d{1,2})%\): (\d{1,12}\.\d\d)(?: err\/s: (\d{1,12}\.\d\d))?/gm;
const MAX_SECONDS = 30 * DAY_SECONDS;

/** Gives the lines of --report-interval, each of the time since the one before; answers how many there were. */
function giveReports(text: string, sink: SampleSink, startMicros: number): number {
  let before = 0;
  let reports = 0;
  for (const [, at, threads, rate, percent, latency, errorRate] of text.matchAll(LINE)) {
    const seconds = Number(at) - before;
    if (seconds <= 0 || Number(at) > MAX_SECONDS) continue;
    const events = Math.round(Number(rate) * seconds);
    const errors = Math.round(Number(errorRate ?? 0) * seconds);
    const percentiles = events === 0 ? {} : { [`p${percent}`]: Number(latency) };
    const cell = givenCell({ requests: events + errors, errors, percentiles }, 1_000);
    sink.interval(ALL_REQUESTS, startMicros + before * 1_000_000, seconds, cell);
    sink.measure(sink.gauge("users", null), startMicros + Number(at) * 1_000_000, Number(threads));
    before = Number(at);
    reports += 1;
  }
  return reports;
}
