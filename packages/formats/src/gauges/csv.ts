import type { GaugeSink } from "@headroom/core";
import { quoted } from "../findings.ts";
import { DateReader } from "../text/date-reader.ts";
import type { RowRefusal } from "../text/delimited.ts";
import type { Findings } from "../text/document.ts";
import type { RecordFields } from "../text/record.ts";
import { rowParser } from "../text/row-parser.ts";
import type { RowReader } from "../text/row-parser.ts";
import { decodeHead } from "../text/text-encoding.ts";
import type { GaugeFormat, GaugeOptions, GaugeReport } from "./gauge-format.ts";
import { momentMicros } from "./moment.ts";

const TIME_NAMES = new Set(["time", "timestamp", "at", "date", "datetime", "ts"]);
const GAUGE_NAMES = new Set(["gauge", "name", "metric", "series"]);
const VALUE_NAMES = new Set(["value", "val"]);
const DELIMITERS = [",", ";", "\t"];

/** A column for each gauge, `cpu (%)`, or a row for each value: gauge, value and perhaps unit. */
export const gaugeCsv: GaugeFormat = {
  id: "gauges-csv",
  refuse: (head) =>
    headerOf(head) === null
      ? "its first line does not have a time column (time, timestamp, at, date, datetime or ts) and at least one gauge"
      : null,
  open: (sink, options, head) =>
    rowParser(
      options,
      { delimiter: headerOf(head)?.delimiter ?? ",", quotes: true },
      (findings) => new GaugeRows(sink, options, findings),
    ),
};

function headerOf(head: Uint8Array): Header | null {
  const [line = ""] = decodeHead(head).trimStart().split(/\r?\n/, 1);
  return readHeader(line);
}

interface Header {
  delimiter: string;
  time: number;
  /** By column: its gauge. Otherwise the columns of a row for each value. */
  layout:
    | { kind: "wide"; gauges: { column: number; name: string; unit: string | null }[] }
    | { kind: "long"; name: number; value: number; unit: number };
}

function readHeader(line: string): Header | null {
  for (const delimiter of DELIMITERS) {
    const names = line.split(delimiter).map((name) => name.replaceAll('"', "").trim());
    const lower = names.map((name) => name.toLowerCase());
    const time = lower.findIndex((name) => TIME_NAMES.has(name));
    if (time === -1 || names.length < 2) continue;
    const name = lower.findIndex((one) => GAUGE_NAMES.has(one));
    const value = lower.findIndex((one) => VALUE_NAMES.has(one));
    if (name !== -1 && value !== -1) {
      return { delimiter, time, layout: { kind: "long", name, value, unit: lower.indexOf("unit") } };
    }
    const gauges = names.flatMap((title, column) =>
      column === time || title === "" ? [] : [{ column, ...readTitle(title) }],
    );
    if (gauges.length > 0) return { delimiter, time, layout: { kind: "wide", gauges } };
  }
  return null;
}

/** `cpu (%)`, `lag [messages]` and `hits (% of GET /search)` name their unit. */
function readTitle(title: string): { name: string; unit: string | null } {
  const found = /^(.{1,200}?)\s*[([](% of .{1,200}|[^()[\]]{1,20})[)\]]$/.exec(title);
  return found === null ? { name: title, unit: null } : { name: found[1] ?? title, unit: found[2] ?? null };
}

class GaugeRows implements RowReader<GaugeReport> {
  readonly #sink: GaugeSink;
  readonly #options: GaugeOptions;
  readonly #findings: Findings;
  readonly #dates: DateReader;
  #header: Header | null = null;
  #numbers: number[] = [];
  #accepted = 0;

  constructor(sink: GaugeSink, options: GaugeOptions, findings: Findings) {
    this.#sink = sink;
    this.#options = options;
    this.#findings = findings;
    this.#dates = new DateReader(options.zone, { needsSeconds: false });
  }

  report(): GaugeReport {
    const { refusals, warnings } = this.#findings;
    return {
      format: gaugeCsv.id,
      accepted: this.#accepted,
      refused: refusals.tally(),
      warnings: warnings.list(),
    };
  }

  row(fields: RecordFields): RowRefusal | null {
    if (this.#header === null) return this.#begin(fields);
    const { time, layout } = this.#header;
    const at = this.#moment(fields, time);
    if (Number.isNaN(at))
      return { column: "time", reason: () => `is not a time: ${quoted(fields.text(time))}` };
    if (layout.kind === "long") return this.#long(fields, layout, at);
    for (const [index, { column, name }] of layout.gauges.entries()) {
      if (column >= fields.count || fields.isEmpty(column)) continue;
      const value = fields.number(column);
      if (Number.isNaN(value))
        return { column: name, reason: () => `is not a number: ${quoted(fields.text(column))}` };
      this.#measure(this.#numbers[index] ?? 0, at, value);
    }
    return null;
  }

  #begin(fields: RecordFields): RowRefusal | null {
    const names = Array.from({ length: fields.count }, (_, at) => fields.text(at));
    const header = readHeader(names.join("\t"));
    if (header === null) return { column: null, reason: () => "is not a header with a time and a gauge" };
    this.#header = header;
    if (header.layout.kind === "long") return null;
    const { gauges } = header.layout;
    const { name: only, unit: told } = this.#options;
    this.#numbers = gauges.map(({ name, unit }) =>
      this.#sink.gauge(gauges.length === 1 ? (only ?? name) : name, told ?? unit),
    );
    return null;
  }

  #long(
    fields: RecordFields,
    { name, value, unit }: Extract<Header["layout"], { kind: "long" }>,
    at: number,
  ): RowRefusal | null {
    const measured = fields.number(value);
    if (Number.isNaN(measured))
      return { column: "value", reason: () => `is not a number: ${quoted(fields.text(value))}` };
    if (fields.isEmpty(name)) return { column: "gauge", reason: () => "has no name" };
    const stated = unit === -1 || fields.isEmpty(unit) ? null : fields.text(unit);
    this.#measure(this.#sink.gauge(fields.text(name), this.#options.unit ?? stated), at, measured);
    return null;
  }

  #moment(fields: RecordFields, column: number): number {
    const value = fields.number(column);
    if (!Number.isNaN(value)) return momentMicros(value);
    const micros = this.#dates.read(fields.bytes, fields.from(column), fields.to(column));
    if (!Number.isNaN(micros)) this.#dates.warn(this.#findings.warnings, null);
    return micros;
  }

  #measure(gauge: number, at: number, value: number): void {
    this.#sink.measure(gauge, at, value);
    this.#accepted += 1;
  }
}
