import { HeadroomError, type LabelKind, type ParseReport, type SampleSink } from "@headroom/core";
import { Refusals, Warnings } from "../../findings.ts";
import { MAX_LINE_BYTES, type ParseOptions, type Parser } from "../../parser.ts";
import { rowsReport } from "../../rows-report.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import { LabelTable } from "../../text/label-table.ts";
import { PeakGauge } from "../../text/peak-gauge.ts";
import { NO_ANSWER_CODE, NO_ANSWER_MESSAGE, TRANSACTION_MESSAGE } from "../jmeter-csv/wording.ts";
import { UntimedTotals } from "../jmeter-csv/untimed-totals.ts";
import {
  isGoodCode,
  isSample,
  readSample,
  type SampleAttributes,
  type SampleElement,
} from "./sample-element.ts";
import { type XmlEvents, type XmlPlace, XmlSource } from "./xml-source.ts";

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
  kind: LabelKind;
  /** The sink's number of its label if it failed and its reason is still to be told, else null. */
  failedLabel: number | null;
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
  readonly #failures: FailureTally;
  readonly #open: Open[] = [];
  #text = "";
  #accepted = 0;
  #isBegun = false;
  #tellsErrors = false;
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
    this.#failures = new FailureTally(sink, () => undefined);
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
    for (const { sample } of this.#open) if (sample !== null) this.#countFailure(sample);
    this.#users.end();
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
      this.#open.push({ name, sample: this.#takeSample(attributes, parent?.sample ?? null, broken) });
      return;
    }
    if (broken !== null && depth > 0) this.#refuse(this.#source.tagPlace, null, () => broken);
    this.#open.push({ name, sample: null });
    if (name === "failureMessage" && this.#sampleOfAssertion() !== null) {
      this.#text = "";
      this.#source.wantText(true);
    }
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
    if (closed.sample !== null) this.#countFailure(closed.sample);
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

  #takeSample(attributes: SampleAttributes, parent: OpenSample | null, broken: string | null): OpenSample {
    const kind = kindOf(attributes, parent);
    const open: OpenSample = { kind, failedLabel: null, attributes, assertion: "" };
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
    const label = this.#label(attributes["lb"], kind);
    // What a transaction or a hop failed of is told by its request.
    if (sample.failed && kind === "request") open.failedLabel = label;
    this.#add(label, kind, sample);
    return open;
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
    this.#accepted += 1;
    if (this.#untimed !== null) {
      this.#untimed.add(label, kind, sample);
      return;
    }
    const { timeMillis, elapsedMillis, failed, bytes, users } = sample;
    const latencyMicros = elapsedMillis * 1_000;
    const endMicros = timeMillis * 1_000 + (this.#timeIsStart ? latencyMicros : 0);
    this.#sink.add(label, endMicros, latencyMicros, failed, 1, bytes);
    if (users !== null) this.#users.see(endMicros, users);
  }

  #label(name: string | undefined, kind: LabelKind): number {
    if (name === undefined)
      this.#warnings.add(
        "no-label-column",
        "Samples have no label. All requests are counted under one label.",
      );
    else if (name.includes("\uFFFD")) this.#warnings.add("not-utf-8", "A label is not UTF-8.");
    const known = name ?? "(no label)";
    return this.#labels.number(this.#labels.entryOf(known) ?? this.#labels.findText(known), kind);
  }

  #countFailure({ failedLabel, attributes, assertion }: OpenSample): void {
    if (failedLabel === null) return;
    const reason = reasonOf(attributes, assertion);
    if (reason !== "") this.#failures.addText(failedLabel, reason);
  }

  #refuse({ line, byte }: XmlPlace, column: string | null, reason: () => string): void {
    this.#refusals.add(line, byte, column, reason);
  }
}

function kindOf({ rm }: SampleAttributes, parent: OpenSample | null): LabelKind {
  if (parent !== null && parent.kind !== "transaction") return "hop";
  return rm?.startsWith(TRANSACTION_MESSAGE) ? "transaction" : "request";
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
