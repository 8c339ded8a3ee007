import { ALL_REQUESTS, DAY_MICROS, isPlausibleTime } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { rowsReport } from "../../rows-report.ts";
import type { Findings } from "../../text/document.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import { goErrorReason } from "../../text/go-error.ts";
import { FNV_BASIS, hashStep, LabelTable } from "../../text/label-table.ts";
import { StatusCodes } from "../../text/status-codes.ts";
import { decodeText } from "../../text/text-encoding.ts";
import { UrlHosts } from "../../text/url-hosts.ts";
import { HeldText } from "./held-text.ts";

const MAX_MICROS = 30 * DAY_MICROS;
const SPACE = Buffer.from(" ");

export interface HitRefusal {
  column: string;
  reason: () => string;
}

/** The results of an attack on their way to the sink; vegeta writes the same ones as gob, CSV and JSON. */
export class Hits {
  /** The result that is being read. */
  startMicros = Number.NaN;
  latencyMicros = Number.NaN;
  /** 0 where there was no answer. */
  code = 0;
  bytesIn = 0;
  readonly method = new HeldText();
  readonly url = new HeldText();
  readonly attack = new HeldText();
  readonly error = new HeldText();
  #accepted = 0;
  readonly #sink: SampleSink;
  readonly #labels: LabelTable;
  readonly #failures: FailureTally;
  readonly #codes: StatusCodes;
  readonly #label = new HeldText();
  readonly #hosts = new UrlHosts();
  readonly #findings: Findings;
  readonly #onLatin1: () => void;

  constructor(sink: SampleSink, findings: Findings) {
    this.#findings = findings;
    this.#onLatin1 = () => findings.warnings.add("latin-1", "A string is not UTF-8 and was read as Latin-1.");
    this.#sink = sink;
    this.#labels = new LabelTable(sink, { onLatin1: this.#onLatin1 });
    this.#failures = new FailureTally(sink, this.#onLatin1);
    this.#codes = new StatusCodes(sink);
  }

  clear(): void {
    this.startMicros = Number.NaN;
    this.latencyMicros = Number.NaN;
    this.code = 0;
    this.bytesIn = 0;
    this.method.clear();
    this.url.clear();
    this.attack.clear();
    this.error.clear();
  }

  /** Gives the result to the sink, or says why it is none. */
  take(): HitRefusal | null {
    const { startMicros, latencyMicros, code } = this;
    if (!isPlausibleTime(startMicros)) {
      return { column: "timestamp", reason: () => "timestamp is not between 2000 and 2100" };
    }
    if (!(latencyMicros >= 0))
      return { column: "latency", reason: () => "latency is negative, or not a number" };
    if (latencyMicros > MAX_MICROS) {
      return { column: "latency", reason: () => "latency is longer than 30 days" };
    }
    const label = this.#number();
    // As vegeta itself counts its success ratio.
    const failed = code < 200 || code >= 400;
    this.#accepted += 1;
    const completedMicros = startMicros + latencyMicros;
    this.#sink.add(label, completedMicros, latencyMicros, failed, 1, this.bytesIn);
    if (failed) {
      this.#failures.addText(label, completedMicros, this.#reason());
      this.#codes.add(code, completedMicros, latencyMicros, true);
    }
    return null;
  }

  /** Once everything is read. */
  report(format: string): ParseReport {
    this.#failures.end();
    return rowsReport(this.#findings, {
      format,
      tool: "vegeta",
      accepted: this.#accepted,
      loadModel: "open",
    });
  }

  /** Method and URL; results of versions that did not write them are told apart by the name of their attack. */
  #number(): number {
    const label = this.#label;
    label.clear();
    if (this.url.length > 0) {
      if (this.method.length > 0) {
        label.append(this.method.bytes, 0, this.method.length);
        label.append(SPACE, 0, 1);
      }
      label.append(this.url.bytes, 0, this.url.length);
    } else label.append(this.attack.bytes, 0, this.attack.length);
    if (label.length === 0) return ALL_REQUESTS;
    let hash = FNV_BASIS;
    for (let at = 0; at < label.length; at++) hash = hashStep(hash, label.bytes[at] as number);
    const labels = this.#labels;
    const entry = labels.find(label.bytes, 0, label.length, hash);
    // The host is a part of the label, so it is looked for only once.
    if (labels.isNumbered(entry, "request")) return labels.number(entry, "request");
    return labels.hosted(entry, this.#hosts.find(this.url.bytes, 0, this.url.length));
  }

  #reason(): string {
    const { bytes, length } = this.error;
    const error = decodeText(bytes.subarray(0, Math.min(length, ERROR_BYTES)), this.#onLatin1);
    return reasonOf(error, this.code);
  }
}

/** More of an error is an answer that the server put in its status line. */
const ERROR_BYTES = 2_048;
/** Why a request failed, without what differs from one request to the next. */
export function reasonOf(error: string, code: number): string {
  const reason = goErrorReason(error);
  if (reason !== "") return reason;
  return code === 0 ? "no answer" : String(code);
}
