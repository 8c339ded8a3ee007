import { HeadroomError } from "@headroom/core";
import type { LabelKind, ParseReport, SampleSink } from "@headroom/core";
import { Refusals, Warnings } from "../../findings.ts";
import { MAX_LINE_BYTES } from "../../parser.ts";
import type { ParseOptions, Parser } from "../../parser.ts";
import { rowsReport } from "../../rows-report.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import { LabelTable } from "../../text/label-table.ts";
import { PeakGauge } from "../../text/peak-gauge.ts";
import { StatusCodes } from "../../text/status-codes.ts";
import {
  maybeTransactions,
  missingRequests,
  NO_ANSWER_CODE,
  NO_ANSWER_MESSAGE,
  samplesIn,
  TRANSACTION_MESSAGE,
} from "../jmeter-csv/wording.ts";
import { RequestGauges } from "../jmeter-csv/request-gauges.ts";
import { UntimedTotals } from "../jmeter-csv/untimed-totals.ts";
import { isGoodCode, isSample, readSample } from "./sample-element.ts";
import type { SampleAttributes, SampleElement } from "./sample-element.ts";
import { XmlSource } from "./xml-source.ts";
import type { XmlEvents, XmlPlace } from "./xml-source.ts";

const ROOT = "testResults";
/** Requests lie in transactions and hops in requests; a few levels are the most that any plan makes. */
const MAX_DEPTH = 64;
const MAX_REASON = 1_000;

/** An element that was opened. */
interface Open {
  name: string;
  sample: OpenSample | null;
}

interface OpenSample {
  /** Null: a request, or a transaction that the end of the test cut off, which has samples in it. */
  kind: LabelKind | null;
  /** What is counted once the kind is known. */
  bare: SampleElement | null;
  /** If it failed and its reason is still to be told: the sink's number of its label, and when it ended (NaN: unknown). */
  failed: { label: number; atMicros: number } | null;
  attributes: SampleAttributes;
  assertion: string;
}

/**
 * Reads a JMeter results file in XML. A sample in a transaction's is a request, as its row would be in the CSV; one in
 * a request's is a redirect or an embedded resource.
 */
export class JmeterXmlParser implements Parser {
  readonly #sink: SampleSink;
  readonly #timeIsStart: boolean;
  readonly #refusals = new Refusals();
  readonly #warnings = new Warnings();
  readonly #source: XmlSource;
  readonly #labels: LabelTable;
  readonly #users: PeakGauge;
  readonly #timings: RequestGauges;
  readonly #failures: FailureTally;
  readonly #codes: StatusCodes;
  readonly #open: Open[] = [];
  #text = "";
  #accepted = 0;
  #isBegun = false;
  #tellsErrors = false;
  #transactions = 0;
  #hops = 0;
  /** What transactions say they consist of. */
  #samplesInTransactions = 0;
  /** Requests that may be transactions. */
  #unproven = 0;
  /** Of a file that was written without times. */
  #untimed: UntimedTotals | null = null;

  constructor(sink: SampleSink, options: ParseOptions) {
    this.#sink = sink;
    this.#timeIsStart = options.timestamps !== "end";
    const events: XmlEvents = {
      open: ({ name, attributes }, broken) => this.#openElement(name, attributes, broken),
      close: (name) => this.#closeElement(name),
      text: (text) => this.#takeText(text),
      broken: (reason, at) => this.#refuse(at, null, () => reason),
      badCharacter: ({ line }) =>
        this.#warnings.add("xml-characters", "The file contains a character that XML does not allow.", line),
    };
    this.#source = new XmlSource(events, options.maxLineBytes ?? MAX_LINE_BYTES, this.#warnings);
    this.#labels = new LabelTable(sink, { onLatin1: () => undefined });
    this.#users = new PeakGauge(sink, "users", null);
    this.#timings = new RequestGauges(sink);
    this.#failures = new FailureTally(sink, () => undefined);
    this.#codes = new StatusCodes(sink, options);
  }

  write(chunk: Uint8Array): void {
    this.#source.write(chunk);
  }

  end(): ParseReport {
    this.#source.end();
    if (!this.#source.hasRoot) throw emptyOrNot(this.#source);
    if (this.#source.endsEarly) {
      this.#warnings.add("ends-early", "The XML is incomplete, as after a killed run.");
    }
    for (const { sample } of this.#open) if (sample !== null) this.#closeSample(sample);
    this.#warnOfTransactions();
    this.#users.end();
    this.#timings.end();
    this.#failures.end();
    this.#untimed?.end();
    return rowsReport(
      { refusals: this.#refusals, warnings: this.#warnings },
      {
        format: "jmeter-xml",
        tool: "jmeter",
        accepted: this.#accepted,
        // A JMeter thread sends its next request when it has the answer to the last.
        loadModel: "closed",
        latencyResolutionMicros: 1_000,
        absent: this.#accepted > 0 && !this.#tellsErrors ? ["errors"] : [],
        clock: this.#untimed === null ? "absolute" : "none",
      },
    );
  }

  #openElement(name: string, attributes: SampleAttributes, broken: string | null): void {
    const depth = this.#open.length;
    if (depth === 0) this.#openRoot(name);
    if (depth === MAX_DEPTH) {
      throw unreadable(`its elements are nested deeper than ${MAX_DEPTH} levels.`, this.#source.tagPlace);
    }
    const parent = this.#open.at(-1);
    if (depth > 0 && isSample(name, attributes)) {
      this.#openSample({ name, attributes, parent: parent?.sample ?? null, broken });
      return;
    }
    if (broken !== null && depth > 0) this.#refuse(this.#source.tagPlace, null, () => broken);
    this.#open.push({ name, sample: null });
    if (name === "failureMessage" && this.#sampleOfAssertion() !== null) {
      this.#text = "";
      this.#source.wantText(true);
    }
  }

  #openSample(tag: {
    name: string;
    attributes: SampleAttributes;
    parent: OpenSample | null;
    broken: string | null;
  }): void {
    const { name, attributes, parent, broken } = tag;
    if (parent?.kind === null) this.#decide(parent, "transaction");
    const sample = this.#takeSample(attributes, kindOf(name, attributes, parent), broken);
    this.#open.push({ name, sample });
  }

  #openRoot(name: string): void {
    if (name !== ROOT) throw unreadable(`its root is not <${ROOT}>.`, this.#source.tagPlace);
    if (this.#accepted === 0) return;
    this.#warnings.add(
      "repeated-header",
      "A second XML document starts within the file, as in files that were concatenated.",
      this.#source.tagPlace.line,
    );
  }

  #closeElement(name: string): void {
    const closed = this.#open.pop();
    if (closed === undefined) return;
    if (closed.sample !== null) this.#closeSample(closed.sample);
    if (name !== "failureMessage") return;
    this.#source.wantText(false);
    this.#open.push(closed);
    const sample = this.#sampleOfAssertion();
    this.#open.pop();
    if (sample !== null && sample.assertion === "") sample.assertion = this.#text.trim();
  }

  #takeText(text: string): void {
    if (this.#text.length < MAX_REASON) this.#text += text.slice(0, MAX_REASON);
  }

  /** The sample of the assertion whose failure message is open. */
  #sampleOfAssertion(): OpenSample | null {
    return this.#open.at(-2)?.name === "assertionResult" ? (this.#open.at(-3)?.sample ?? null) : null;
  }

  #takeSample(attributes: SampleAttributes, kind: LabelKind | null, broken: string | null): OpenSample {
    const open: OpenSample = { kind, bare: null, failed: null, attributes, assertion: "" };
    if (broken !== null) {
      this.#refuse(this.#source.tagPlace, null, () => broken);
      return open;
    }
    if (!this.#isBegun) this.#begin(attributes);
    const sample = readSample(attributes, this.#untimed === null);
    if ("reason" in sample) {
      this.#refuse(this.#source.tagPlace, sample.column, sample.reason);
      return open;
    }
    if (attributes["s"] !== undefined || attributes["rc"] !== undefined) this.#tellsErrors = true;
    this.#accepted += 1;
    this.#samplesInTransactions += samplesIn(attributes["rm"] ?? "");
    open.bare = sample;
    if (kind !== null) this.#decide(open, kind);
    return open;
  }

  #decide(open: OpenSample, kind: LabelKind): void {
    const { bare: sample } = open;
    open.kind = kind;
    open.bare = null;
    if (sample === null) return;
    if (kind === "transaction") this.#transactions += 1;
    if (kind === "hop") this.#hops += 1;
    const label = this.#label(open.attributes["lb"], kind);
    // What a transaction or a hop failed of is told by its request.
    const failed = this.#codes.failed(sample.code, sample.failed);
    if (failed && kind === "request")
      open.failed = { label, atMicros: this.#untimed === null ? this.#endOf(sample) : NaN };
    this.#add(label, kind, { ...sample, failed });
    if (kind === "request") this.#addCode(sample);
  }

  #closeSample(sample: OpenSample): void {
    if (sample.kind === null) {
      const isTransaction = this.#labels.isNumbered(this.#entryOf(sample.attributes["lb"]), "transaction");
      if (!isTransaction) this.#unproven += 1;
      this.#decide(sample, isTransaction ? "transaction" : "request");
    }
    this.#countFailure(sample);
  }

  #warnOfTransactions(): void {
    if (this.#transactions === 0) return;
    const found = this.#accepted - this.#hops;
    const told = this.#samplesInTransactions;
    const warnings = [
      ...(told > found ? [missingRequests(told, found)] : []),
      ...(this.#unproven > 0 ? [maybeTransactions(this.#unproven)] : []),
    ];
    for (const { code, detail } of warnings) this.#warnings.add(code, detail);
  }

  /** All samples of a file are saved with the same attributes, so that the first tells which. */
  #begin({ ts, s, rc }: SampleAttributes): void {
    this.#isBegun = true;
    if (ts === undefined) {
      this.#untimed = new UntimedTotals(this.#sink);
      this.#warnings.add("no-time-column", "Samples have no time. The run only has totals.");
    }
    if (s !== undefined) return;
    const how = rc === undefined ? "failed requests are unknown" : "failures were detected by their code";
    this.#warnings.add("no-success-column", `Samples do not say whether they were successful: ${how}.`);
  }

  #add(label: number, kind: LabelKind, sample: SampleElement): void {
    if (this.#untimed !== null) {
      this.#untimed.add(label, kind, sample);
      return;
    }
    const { elapsedMillis, failed, bytes, users } = sample;
    const latencyMicros = elapsedMillis * 1_000;
    const endMicros = this.#endOf(sample);
    this.#sink.add(label, endMicros, latencyMicros, failed, 1, bytes);
    if (users !== null) this.#users.see(endMicros, users);
    if (kind === "request") this.#timings.see(endMicros, sample);
  }

  /** The sample's status code, with JMeter's own word on whether it failed. */
  #addCode(sample: SampleElement): void {
    const { code, elapsedMillis, failed } = sample;
    if (code === 0) return;
    if (this.#untimed === null) this.#codes.add(code, this.#endOf(sample), elapsedMillis * 1_000, failed);
    else this.#untimed.add(this.#codes.number(code), "status", { elapsedMillis, failed, bytes: 0 });
  }

  #endOf({ timeMillis, elapsedMillis }: SampleElement): number {
    return (timeMillis + (this.#timeIsStart ? elapsedMillis : 0)) * 1_000;
  }

  #label(name: string | undefined, kind: LabelKind): number {
    if (name === undefined)
      this.#warnings.add(
        "no-label-column",
        "Samples have no label. All requests are counted under one label.",
      );
    else if (name.includes("\uFFFD")) this.#warnings.add("not-utf-8", "A label is not UTF-8.");
    return this.#labels.number(this.#entryOf(name), kind);
  }

  #entryOf(name = "(no label)"): number {
    return this.#labels.entryOf(name) ?? this.#labels.findText(name);
  }

  #countFailure({ failed, attributes, assertion }: OpenSample): void {
    if (failed === null) return;
    const reason = reasonOf(attributes, assertion);
    if (reason !== "") this.#failures.addText(failed.label, failed.atMicros, reason);
  }

  #refuse({ line, byte }: XmlPlace, column: string | null, reason: () => string): void {
    this.#refusals.add(line, byte, column, reason);
  }
}

/** Null where the samples in it decide: a transaction that was cut off has neither a message nor a type of data. */
function kindOf(
  name: string,
  { rm = "", dt = "" }: SampleAttributes,
  parent: OpenSample | null,
): LabelKind | null {
  if (parent !== null && parent.kind !== "transaction") return "hop";
  if (rm.startsWith(TRANSACTION_MESSAGE)) return "transaction";
  return name === "sample" && rm === "" && dt === "" ? null : "request";
}

/** The same as of a row of the CSV: what an assertion found stands where the answer was as good as any. */
function reasonOf({ rc = "", rm = "" }: SampleAttributes, assertion: string): string {
  if (assertion !== "" && (rc === "" || isGoodCode(rc))) return assertion;
  const code = rc.startsWith(NO_ANSWER_CODE) ? rc.slice(NO_ANSWER_CODE.length) : rc;
  const message = rm.startsWith(NO_ANSWER_MESSAGE) ? rm.slice(NO_ANSWER_MESSAGE.length) : rm;
  return [code, message].filter((part) => part !== "").join(" ");
}

function emptyOrNot({ bytes }: XmlSource): HeadroomError {
  return new HeadroomError(
    "file-empty",
    bytes === 0 ? "The file is empty (0 bytes)." : "The file contains no element.",
    { byte: 0, hint: "Send the result file of a finished run." },
  );
}

function unreadable(what: string, { line, byte }: XmlPlace): HeadroomError {
  return new HeadroomError("file-unreadable", `This is not a valid JMeter XML: ${what}`, {
    line,
    byte,
    hint: "Send the .jtl file that `jmeter -l` writes, or specify which tool wrote this one.",
  });
}
