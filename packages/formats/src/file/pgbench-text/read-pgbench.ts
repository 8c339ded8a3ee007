import { ALL_REQUESTS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { ParseOptions } from "../../parser.ts";
import type { Findings } from "../../text/document.ts";
import { matchReport } from "../../text/report-match.ts";
import { giveProgress } from "./progress.ts";

export const TRANSACTION_TYPE = /^transaction type: /im;
export const PROCESSED = /^number of transactions actually processed: (\d+)(?:\/\d+)?\s*$/m;
const VERSION = /^pgbench \((?:PostgreSQL\) )?(\S+)/m;
const FAILED = /^(?: - )?number of failed transactions: (\d+) /m;
const SKIPPED = /^number of transactions skipped: (\d+) /m;
const AVERAGE = /^(?: - )?latency average(?: =|:) ([\d.]+) ms/m;
const DURATION = /^duration: (\d+) s/m;
const RATE = /^tps = ([\d.]+) /m;
const KINDS = [
  ["serialization", /^number of serialization failures: (\d+) /m],
  ["deadlock", /^number of deadlock failures: (\d+) /m],
  ["other", /^number of other failures: (\d+) /m],
] as const;

/** Reads what pgbench prints: the whole, and a block a script where there are several. */
export function readPgbench(
  text: string,
  sink: SampleSink,
  { refusals, warnings }: Findings,
  { startMicros = 0 }: ParseOptions,
): ParseReport {
  const [whole = "", ...scripts] = text.split(/^(?=SQL script \d+: )/m);
  const processed = Number(
    matchReport(whole, PROCESSED, "pgbench report", "number of transactions actually processed:")[0],
  );
  const failed = numberIn(whole, FAILED);
  giveCell(whole, processed, ALL_REQUESTS, sink);
  giveFailures(whole, failed ?? 0, sink);
  for (const script of scripts) giveScript(script, sink);
  warnOfSkipped(whole, warnings);
  const intervals = giveProgress(text, sink, startMicros);
  return {
    format: "pgbench-text",
    tool: "pgbench",
    toolVersion: VERSION.exec(whole)?.[1]?.replace(/\)$/, "") ?? null,
    accepted: 1 + scripts.length + intervals,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: /^rate limit schedule lag: /m.test(whole) ? "open" : "closed",
    source: "none",
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    absent: failed === null ? ["errors"] : [],
    clock: intervals > 0 ? "relative" : "none",
    startedAtMicros: null,
    durationSeconds: numberIn(whole, DURATION) ?? durationByRate(whole, processed),
  };
}

function warnOfSkipped(whole: string, warnings: Findings["warnings"]): void {
  const skipped = numberIn(whole, SKIPPED) ?? 0;
  if (skipped === 0) return;
  const detail = `${skipped} transactions that were too late to be sent (-R with -L) were skipped and are not counted as requests.`;
  warnings.add("skipped-transactions", detail);
}

function durationByRate(whole: string, processed: number): number | null {
  const rate = numberIn(whole, RATE);
  return rate !== null && rate > 0 ? processed / rate : null;
}

function giveScript(block: string, sink: SampleSink): void {
  const [, name = "", count = ""] =
    /^SQL script \d+: (.*)\r?\n(?:.*\r?\n)?? - (\d+) transactions/.exec(block) ?? [];
  if (count === "") return;
  giveCell(block, Number(count), sink.label(name.trim(), "request"), sink);
}

/** Its average is that of the successful transactions, unless it says so itself. */
function giveCell(block: string, processed: number, label: number, sink: SampleSink): void {
  const errors = numberIn(block, FAILED) ?? 0;
  const mean = processed === 0 ? null : numberIn(block, AVERAGE);
  sink.total(label, givenCell({ requests: processed + errors, errors, mean }, 1_000));
}

function giveFailures(whole: string, failed: number, sink: SampleSink): void {
  let told = 0;
  for (const [reason, pattern] of KINDS) {
    const times = numberIn(whole, pattern) ?? 0;
    if (times > 0) sink.failure(ALL_REQUESTS, reason, times);
    told += times;
  }
  if (failed > told) sink.failure(ALL_REQUESTS, "failed", failed - told);
}

function numberIn(text: string, pattern: RegExp): number | null {
  const written = pattern.exec(text)?.[1];
  return written === undefined ? null : Number(written);
}
