import { ALL_REQUESTS, DAY_MILLIS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { quoted } from "../../findings.ts";
import { rowsReport } from "../../rows-report.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import type { RecordFields } from "../../text/record.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { isEpochSeconds } from "../../text/sample-bounds.ts";
import { addLine, cellOf, emptyBlock, failuresOf, otherErrorsOf, requestsOf } from "./block.ts";
import type { Block } from "./block.ts";
import { DUMP, readStatsLine } from "./stats-line.ts";
import type { StatsLine } from "./stats-line.ts";

/** As Tsung ships; the time between the first dumps shows another. */
const DUMP_SECONDS = 10;
/** Of transactions, statuses, errors and machines; with a file's length they must not grow. */
const MAX_NAMES = 10_000;
const MAX_NAMED = 10;
const MAX_MILLIS = 30 * DAY_MILLIS;
/** What Tsung measures of machines, with the unit that it does it in. */
const MONITORED = new Map([
  ["cpu", "%"],
  ["load", null],
  ["freemem", "MB"],
]);

/**
 * Reads the log of dumps. Counts and means are of the time since the last dump; extremes since the start, so that only
 * the first stretch and the whole run have any. Transactions time groups of requests, with what lies between them.
 */
export class TsungLog implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  readonly #whole = emptyBlock(0);
  /** Dumped, and waiting for the times of later dumps to tell when they began. */
  readonly #waiting: Block[] = [];
  readonly #names = new Set<string>();
  #open: Block | null = null;
  #lastSeconds: number | null = null;
  #accepted = 0;

  constructor(sink: SampleSink, findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
  }

  row(fields: RecordFields): RowRefusal | null {
    if (fields.count !== 1) return refused("contains a null character");
    const text = fields.text(0);
    const dump = DUMP.exec(text)?.[1];
    if (dump !== undefined) return this.#beginDump(dump);
    if (text.startsWith("EndMonitor:")) return null;
    const line = readStatsLine(text);
    if (line === null) return refused(`is not a statistics line: ${quoted(text)}`);
    if (this.#open === null) return refused("appears before the first dump");
    const wrong = isRead(line.name) ? this.#keep(line, this.#open) : null;
    if (wrong === null) this.#accepted += 1;
    return wrong;
  }

  report(): ParseReport {
    this.#closeDump();
    this.#give(DUMP_SECONDS);
    for (const [name, times] of failuresOf(this.#whole)) this.#sink.failure(ALL_REQUESTS, name, times);
    this.#sink.total(ALL_REQUESTS, requestsOf(this.#whole, true));
    const others = otherErrorsOf(this.#whole).map(([name, times]) => `${name} (${times})`);
    if (others.length > 0) {
      this.#findings.warnings.add(
        "other-errors",
        `Tsung counted errors that are not failed requests: ${others.slice(0, MAX_NAMED).join(", ")}.`,
      );
    }
    for (const [name, sample] of transactionsOf(this.#whole)) {
      this.#sink.total(this.#sink.label(name, "transaction"), cellOf(sample, true));
    }
    return rowsReport(this.#findings, {
      format: "tsung-log",
      tool: "tsung",
      accepted: this.#accepted,
      // Its phases let new users arrive on schedule, however long the others take.
      loadModel: "open",
      source: "none",
      absent: ["label-errors"],
    });
  }

  #keep(line: StatsLine, block: Block): RowRefusal | null {
    if (line.kind === "sample" && isOfRequests(line.name) && !isLatency(line)) {
      return refused(`has latencies that are negative or longer than 30 days: ${line.name}`);
    }
    if (!this.#names.has(line.name)) {
      if (this.#names.size === MAX_NAMES) return refused(`exceeds the limit of ${MAX_NAMES} names`);
      this.#names.add(line.name);
    }
    addLine(block, line);
    return null;
  }

  #beginDump(written: string): RowRefusal | null {
    const atSeconds = Number(written);
    if (!isEpochSeconds(written)) return refused("is not a time between 2000 and 2100");
    if (this.#open !== null && atSeconds <= this.#open.atSeconds)
      return refused("is not later than the previous dump");
    this.#closeDump();
    const [first, second] = this.#waiting;
    if (this.#lastSeconds !== null) this.#give(DUMP_SECONDS);
    // The second dump may be the last, which comes when the run ends; with a third it came on time.
    else if (first !== undefined && second !== undefined) this.#give(second.atSeconds - first.atSeconds);
    this.#open = emptyBlock(atSeconds);
    return null;
  }

  #closeDump(): void {
    if (this.#open !== null) this.#waiting.push(this.#open);
    this.#open = null;
  }

  #give(dumpSeconds: number): void {
    for (const block of this.#waiting.splice(0)) {
      const isFirst = this.#lastSeconds === null;
      const startSeconds = this.#lastSeconds ?? block.atSeconds - dumpSeconds;
      this.#lastSeconds = block.atSeconds;
      this.#giveInterval(block, startSeconds, isFirst);
      this.#giveGauges(block);
    }
  }

  #giveInterval(block: Block, startSeconds: number, isFirst: boolean): void {
    const seconds = block.atSeconds - startSeconds;
    const startMicros = startSeconds * 1_000_000;
    this.#sink.interval(ALL_REQUESTS, startMicros, seconds, requestsOf(block, isFirst));
    for (const [name, sample] of transactionsOf(block)) {
      const label = this.#sink.label(name, "transaction");
      this.#sink.interval(label, startMicros, seconds, cellOf(sample, isFirst));
    }
    for (const [name, { count, sumMillis, minMillis: min, maxMillis: max }] of block.samples) {
      addLine(this.#whole, {
        kind: "sample",
        name,
        count,
        mean: count === 0 ? 0 : sumMillis / count,
        min,
        max,
      });
    }
    for (const [name, value] of block.counters) addLine(this.#whole, { kind: "counter", name, value });
  }

  #giveGauges({ atSeconds, samples, counters }: Block): void {
    const users = counters.get("users");
    if (users !== undefined)
      this.#sink.measure(this.#sink.gauge("users", null), atSeconds * 1_000_000, users);
    for (const [name, { count, sumMillis }] of samples) {
      const [, what = "", host = ""] = /^\{(\w+),"([^"]+)"\}$/.exec(name) ?? [];
      const unit = MONITORED.get(what);
      if (unit === undefined || count === 0) continue;
      const gauge = this.#sink.gauge(`${what} ${host}`, unit);
      this.#sink.measure(gauge, atSeconds * 1_000_000, sumMillis / count);
    }
  }
}

/** Connections, pages and sessions are no requests. */
function isRead(name: string): boolean {
  return isOfRequests(name) || /^(?:users$|size_rcv$|\d{3}$|error_|\{(?:cpu|load|freemem),)/.test(name);
}

function isOfRequests(name: string): boolean {
  return name === "request" || name.startsWith("tr_");
}

function isLatency({ mean, min, max }: Extract<StatsLine, { kind: "sample" }>): boolean {
  return mean >= 0 && min >= 0 && Math.max(mean, max) <= MAX_MILLIS;
}

function transactionsOf({ samples }: Block) {
  return [...samples].filter(([name, { count }]) => name.startsWith("tr_") && count > 0);
}

function refused(why: string): RowRefusal {
  return { column: null, reason: () => why };
}
