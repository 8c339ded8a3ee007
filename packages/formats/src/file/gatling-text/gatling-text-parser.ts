import type { ParseReport, SampleSink } from "@headroom/core";
import { quoted } from "../../findings.ts";
import { MAX_LINE_BYTES } from "../../parser.ts";
import type { ParseOptions, Parser } from "../../parser.ts";
import { rowsReport } from "../../rows-report.ts";
import type { QuickRecords } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import { FNV_BASIS, hashStep, LabelTable } from "../../text/label-table.ts";
import { isBlank } from "../../text/line-feed.ts";
import { BLANK, lineParser, warnLatin1 } from "../../text/line-parser.ts";
import type { RecordLineReader } from "../../text/line-parser.ts";
import { RecordFields } from "../../text/record.ts";
import { GroupedLabels } from "./grouped-labels.ts";
import { isTime, readUser, refusal, requestRefusal, statusColumn, timeRefusal } from "./records.ts";
import type { RecordRefusal } from "./records.ts";
import { RequestLine } from "./request-line.ts";
import type { LeadingColumns } from "./request-line.ts";
import { UsersGauge } from "./users-gauge.ts";

const TAB = 9;
const REQUEST = Buffer.from("REQUEST\t");
/** Distinct messages that are kept as text; others are read each time. */
const MESSAGES = 4_096;

/**
 * Reads simulation.log as text: layouts 2.3 to 2.x, 3.0 to 3.3, and from 3.4 to the last that wrote text. A redirect is
 * a request of its own ("Name Redirect 1"), as Gatling counts it: its time is not in that of the first.
 */
export function gatlingTextParser(sink: SampleSink, options: ParseOptions): Parser {
  return lineParser(options, (findings) => new GatlingLines(sink, options, findings));
}

class GatlingLines implements RecordLineReader, QuickRecords {
  readonly quick: QuickRecords = this;
  taken = 0;
  readonly #sink: SampleSink;
  readonly #maxLineBytes: number;
  readonly #findings: Findings;
  readonly #labels: LabelTable;
  readonly #grouped: GroupedLabels;
  readonly #messages: LabelTable;
  readonly #users: UsersGauge;
  readonly #request = new RequestLine();
  readonly #fields = new RecordFields();
  #line = 1;
  #accepted = 0;
  #version: string | null = null;
  #startedAtMicros: number | null = null;

  constructor(sink: SampleSink, { maxLineBytes = MAX_LINE_BYTES }: ParseOptions, findings: Findings) {
    this.#sink = sink;
    this.#maxLineBytes = maxLineBytes;
    this.#findings = findings;
    const onLatin1 = () => warnLatin1(findings, this.#line);
    this.#labels = new LabelTable(sink, { onLatin1 });
    this.#grouped = new GroupedLabels(this.#labels);
    this.#messages = new LabelTable(sink, { entries: MESSAGES, onLatin1 });
    this.#users = new UsersGauge(sink);
  }

  report(): ParseReport {
    this.#users.end();
    return rowsReport(this.#findings, {
      format: "gatling-text",
      tool: "gatling",
      toolVersion: this.#version,
      accepted: this.#accepted,
      // Users arrive in an open or a closed model, and the file does not say in which.
      loadModel: "unknown",
      latencyResolutionMicros: 1_000,
      startedAtMicros: this.#startedAtMicros,
    });
  }

  take(bytes: Uint8Array, from: number, to: number, line: number): number {
    this.taken = 0;
    this.#line = line;
    let at = from;
    while (at < to) {
      const end = startsWith(bytes, at, REQUEST) ? this.#request.read(bytes, at) : -1;
      if (end < 0 || end - at > this.#maxLineBytes || this.#takeRequest(bytes) !== null) break;
      this.taken += 1;
      this.#line += 1;
      at = end;
    }
    return at;
  }

  line(bytes: Uint8Array, at: number, end: number, line: number): RecordRefusal | typeof BLANK | null {
    this.#line = line;
    if (isBlank(bytes, at, end)) return BLANK;
    this.#fields.splitPlain(bytes, at, end, TAB);
    return this.#readRecord(at);
  }

  /** Answers why not, and has done nothing then. */
  #takeRequest(bytes: Uint8Array): RecordRefusal | null {
    const request = this.#request;
    const { startMillis, endMillis, groupsFrom, groupsTo, nameFrom, nameTo } = request;
    const refused = timeRefusal(startMillis, endMillis);
    if (refused !== null) return refused;
    const entry =
      groupsFrom === groupsTo
        ? this.#labels.find(bytes, nameFrom, nameTo, request.nameHash)
        : this.#grouped.find(bytes, request);
    const label = this.#labels.number(entry, "request");
    const endMicros = endMillis * 1_000;
    this.#accepted += 1;
    this.#sink.add(label, endMicros, (endMillis - startMillis) * 1_000, request.failed, 1, 0);
    if (request.failed) {
      const reason = this.#text(bytes, request.messageFrom, request.messageTo) || "KO";
      this.#sink.failure(label, reason, 1, endMicros);
    }
    this.#users.pass(endMicros);
    return null;
  }

  #readRecord(at: number): RecordRefusal | null {
    const fields = this.#fields;
    switch (fields.text(0)) {
      case "REQUEST":
        return this.#readOtherLayout(at);
      case "USER":
        return this.#takeUser();
      case "GROUP":
        // Gatling 2 wrote its errors under this name too.
        return fields.count === 3 ? this.#takeError() : this.#takeGroup();
      case "ERROR":
        return this.#takeError();
      case "RUN":
        return this.#takeRun();
      case "ASSERTION":
        return null;
      default:
        return { column: null, reason: () => `is not a Gatling record: ${quoted(fields.text(0))}` };
    }
  }

  /** The layout of a file is that of its last REQUEST which could be read. */
  #readOtherLayout(at: number): RecordRefusal | null {
    const column = statusColumn(this.#fields);
    const request = this.#request;
    if (column < 0 || column - 5 === request.leadingColumns) return requestRefusal(this.#fields);
    const before = request.leadingColumns;
    request.leadingColumns = (column - 5) as LeadingColumns;
    if (request.read(this.#fields.bytes, at) >= 0) return this.#takeRequest(this.#fields.bytes);
    request.leadingColumns = before;
    return requestRefusal(this.#fields);
  }

  #takeUser(): RecordRefusal | null {
    const user = readUser(this.#fields);
    if ("reason" in user) return user;
    this.#users.change(user.by, user.atMillis * 1_000);
    return null;
  }

  /** A group is kept by the sum of its requests' times, which is what Gatling reports of it unless told otherwise. */
  #takeGroup(): RecordRefusal | null {
    const fields = this.#fields;
    const column = statusColumn(fields);
    if (column < 0) return refusal(null, "GROUP has no OK or KO after two times");
    const groups = column - 4;
    const [startMillis, endMillis] = [fields.number(column - 3), fields.number(column - 2)];
    const latencyMillis = fields.number(column - 1);
    const refused = timeRefusal(startMillis, endMillis) ?? timeRefusal(endMillis - latencyMillis, endMillis);
    if (refused !== null) return refused;
    const entry = this.#grouped.findGroup(fields.bytes, fields.from(groups), fields.to(groups));
    const failed = fields.is(column, "ko");
    this.#accepted += 1;
    this.#sink.add(
      this.#labels.number(entry, "transaction"),
      endMillis * 1_000,
      latencyMillis * 1_000,
      failed,
      1,
      0,
    );
    return null;
  }

  #takeError(): RecordRefusal | null {
    const fields = this.#fields;
    if (fields.count < 3 || !isTime(fields.number(fields.count - 1))) {
      return refusal(null, "ERROR has no message and time");
    }
    const message = quoted(this.#text(fields.bytes, fields.from(1), fields.to(1)));
    this.#findings.warnings.add(
      "errors-outside-requests",
      `Gatling logged errors outside of requests. First error: ${message}.`,
      this.#line,
    );
    return null;
  }

  #takeRun(): RecordRefusal | null {
    const fields = this.#fields;
    const last = fields.count - 1;
    const startMillis = fields.number(last - 2);
    if (last < 5 || !isTime(startMillis)) return refusal(null, "RUN has no start and version");
    this.#version ??= fields.text(last).trim().slice(0, 40);
    this.#startedAtMicros ??= startMillis * 1_000;
    return null;
  }

  #text(bytes: Uint8Array, from: number, to: number): string {
    let hash = FNV_BASIS;
    for (let at = from; at < to; at++) hash = hashStep(hash, bytes[at] as number);
    return this.#messages.name(this.#messages.find(bytes, from, to, hash)).trim();
  }
}

function startsWith(bytes: Uint8Array, at: number, prefix: Uint8Array): boolean {
  for (let index = 0; index < prefix.length; index++) if (bytes[at + index] !== prefix[index]) return false;
  return true;
}
