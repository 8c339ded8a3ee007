import { CLOCKS, HeadroomError, LATENCY_SOURCES } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { HeldSink } from "./held-sink.ts";
import { knownTogether } from "./agreeing-files.ts";
import { CheckedSink, checkReport } from "./checked-sink.ts";
import { ClockWatch } from "./clock-watch.ts";
import { Warnings } from "./findings.ts";
import type { Format, ParseOptions, Parser } from "./parser.ts";

interface Begun {
  name: string;
  format: Format;
  parser: Parser;
  held: HeldSink | null;
  clock: ClockWatch;
  /** As the uploader says; null: the format's default. */
  load: "open" | "closed" | null;
}

interface Read {
  name: string;
  format: Format;
  report: ParseReport;
  held: HeldSink | null;
}

const NAMED = 10;

/**
 * Parses the files of one upload, one after another, into one sink: tools such as Locust write several files for
 * one run.
 */
export class UploadParse {
  readonly #sink: SampleSink;
  readonly #several: boolean;
  readonly #read: Read[] = [];
  #begun: Begun | null = null;

  /** `several`: there may be more than one file, so that what two of them contain must not count twice. */
  constructor(sink: SampleSink, several: boolean) {
    this.#sink = sink;
    this.#several = several;
  }

  /** Ends the previous file and continues with this one. `name` identifies it in messages. */
  begin(name: string, format: Format, options: ParseOptions): void {
    this.#end();
    const clock = new ClockWatch(() => this.#begun?.parser.line?.() ?? null);
    const checked = new CheckedSink(this.#sink, clock);
    const held = this.#several ? new HeldSink(checked) : null;
    const { load = null } = options;
    this.#begun = { name, format, held, clock, load, parser: format.open(held ?? checked, options) };
  }

  write(chunk: Uint8Array): void {
    if (this.#begun === null) throw new Error("no file was started");
    this.#begun.parser.write(chunk);
  }

  /** What all of them contained together. */
  end(): ParseReport {
    this.#end();
    giveBest(this.#read);
    const [only] = this.#read;
    if (only !== undefined && this.#read.length === 1 && only.format.role === "run") return only.report;
    const known = knownTogether(this.#read.filter(({ format }) => format.role === "run"));
    const joined = joinReports(this.#read);
    return { ...joined, absent: joined.absent.filter((figure) => !known.has(figure)) };
  }

  #end(): void {
    if (this.#begun === null) return;
    const { name, format, parser, held, clock, load } = this.#begun;
    const found = parser.end();
    this.#begun = null;
    checkReport(found);
    const ofClock = new Warnings();
    clock.end(ofClock);
    const report = {
      ...found,
      ...(load === null ? {} : { loadModel: load }),
      warnings: [...found.warnings, ...ofClock.list()],
    };
    this.#read.push({ name, format, report, held });
    const tools = new Set(this.#read.map(({ format: { tool } }) => tool));
    if (tools.size > 1) throw twoTools([...tools]);
    const sampled = this.#read.filter(
      ({ report: { source, accepted } }) => source === "samples" && accepted > 0,
    );
    if (sampled.length > 1) throw twoOfSamples(sampled);
  }
}

/** Intervals and failures come from one file: from samples if there are any, otherwise from the best file that has them. */
function giveBest(read: readonly Read[]): void {
  const byRank = read.toSorted((a, b) => rankOf(a.report) - rankOf(b.report));
  const sampled = byRank.find(({ report: { source, accepted } }) => source === "samples" && accepted > 0);
  const timed = sampled ?? byRank.find(({ held }) => held?.hasIntervals === true);
  timed?.held?.giveIntervals();
  // A file that is about failures knows most about them.
  const told = byRank.find(({ format, held }) => format.role === "supplement" && held?.hasFailures === true);
  const failed = told ?? byRank.find(({ held }) => held?.hasFailures === true);
  failed?.held?.giveFailures();
}

function joinReports(read: readonly Read[]): ParseReport {
  const runs = read.filter(({ format }) => format.role === "run").map(({ report }) => report);
  const main = runs.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.format < b.format ? -1 : 1))[0];
  if (main === undefined) throw nothingButMore(read);
  const counted = main.source === "samples";
  const all = read.map(({ report }) => report);
  const first = read.flatMap(({ name, report: { refused } }) =>
    refused.first.map((one) => ({ ...one, reason: `${name}: ${one.reason}` })),
  );
  return {
    format: main.format,
    tool: main.tool,
    toolVersion: firstKnown(all.map(({ toolVersion }) => toolVersion)),
    accepted: all.reduce((sum, { accepted }) => sum + accepted, 0),
    refused: {
      count: all.reduce((sum, { refused }) => sum + refused.count, 0),
      first: first.slice(0, NAMED),
    },
    warnings: all.flatMap(({ warnings }) => warnings),
    loadModel: all.find(({ loadModel }) => loadModel !== "unknown")?.loadModel ?? "unknown",
    source: main.source,
    latencyResolutionMicros: Math.max(...runs.map((report) => report.latencyResolutionMicros)),
    latencyRelativeError: Math.max(...runs.map((report) => report.latencyRelativeError)),
    // Samples are counted, and no other file adds to them; summaries fill each other's gaps.
    absent: main.absent.filter((figure) => counted || runs.every(({ absent }) => absent.includes(figure))),
    clock: CLOCKS.find((clock) => runs.some((report) => report.clock === clock)) ?? "none",
    startedAtMicros: firstKnown(all.map(({ startedAtMicros }) => startedAtMicros)),
    durationSeconds: firstKnown(all.map(({ durationSeconds }) => durationSeconds)),
  };
}

/** The better source; if they are equal, the one that counts requests and covers the whole run; otherwise the first one. */
function rankOf({ source, clock, absent }: ParseReport): number {
  return (
    LATENCY_SOURCES.indexOf(source) * 4 + (absent.includes("requests") ? 2 : 0) + (clock === "none" ? 0 : 1)
  );
}

function firstKnown<Value>(values: readonly (Value | null)[]): Value | null {
  return values.find((value) => value !== null) ?? null;
}

function nothingButMore(read: readonly Read[]): HeadroomError {
  const titles = read.map(({ format }) => format.title).join(", ");
  return new HeadroomError("file-empty", `This file only adds detail to a run: ${titles}.`, {
    hint: "Upload it together with the tool's results file: curl -F file=@results.csv -F file=@more.csv",
  });
}

function twoTools(tools: readonly string[]): HeadroomError {
  return new HeadroomError(
    "parameter-unreadable",
    `The files are from different tools: ${tools.join(" and ")}.`,
    {
      hint: "One upload can contain files from one tool and one run only. Upload each tool's files separately.",
    },
  );
}

function twoOfSamples(sampled: readonly Read[]): HeadroomError {
  const names = sampled.map(({ name }) => name).join(" and ");
  return new HeadroomError(
    "parameter-unreadable",
    `Each of these files contains its own requests: ${names}.`,
    {
      hint: "Upload them separately with the same run= and a different generator= each. They are then merged exactly.",
    },
  );
}
