import type { GaugeSink } from "@headroom/core";
import type { RowRefusal } from "../text/delimited.ts";
import { rowParser } from "../text/row-parser.ts";
import { decodeHead } from "../text/text-encoding.ts";
import type { GaugeFormat, GaugeOptions, GaugeParser } from "./gauge-format.ts";
import { momentMicros } from "./moment.ts";

/** `name{label="value"} 12.5 1795254513000`: a value without a timestamp can't be placed in a run. */
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*(?:\{[^\n]*\})?)\s+([^\s{}]+)\s+(-?\d+)$/;
const BEGINS = /^(#\s*(HELP|TYPE)\s|[a-zA-Z_:][a-zA-Z0-9_:]*(\{[^\n]*\})?\s+[^\s{}]+(\s+-?\d+)?\s*$)/;
/** No delimiter: a line is one field. */
const NONE = "\0";

/** Prometheus' text exposition with a timestamp on every line, as federation and `promtool` write it. */
export const gaugeExposition: GaugeFormat = {
  id: "prometheus-text",
  refuse: (head) => {
    const first = decodeHead(head)
      .split(/\r?\n/)
      .find((line) => line.trim() !== "");
    return first !== undefined && BEGINS.test(first.trim()) && !first.includes(",value")
      ? null
      : "its first line is not a sample, HELP or TYPE in Prometheus text format";
  },
  open: (sink, options) => openExposition(sink, options),
};

function openExposition(sink: GaugeSink, options: GaugeOptions): GaugeParser {
  let accepted = 0;
  const read = (line: string): RowRefusal | null => {
    if (line.startsWith("#")) return null;
    const [, name, value, time] = SAMPLE.exec(line) ?? [];
    if (name === undefined) {
      const bare = /\s[^\s]+$/.test(line) && BEGINS.test(line);
      const reason = bare ? "has no timestamp, so it cannot be placed in the run" : "is not a sample";
      return { column: null, reason: () => reason };
    }
    const at = momentMicros(Number(time));
    if (Number.isNaN(at))
      return { column: "timestamp", reason: () => `is not a time in milliseconds: ${time}` };
    const measured = Number(value);
    // NaN marks the series as stale.
    if (!Number.isFinite(measured)) return null;
    sink.measure(sink.gauge(options.name ?? name, options.unit ?? null), at, measured);
    accepted += 1;
    return null;
  };
  return rowParser(options, { delimiter: NONE, quotes: false }, ({ refusals, warnings }) => ({
    row: (fields) => read(fields.text(0).trim()),
    report: () => ({
      format: gaugeExposition.id,
      accepted,
      refused: refusals.tally(),
      warnings: warnings.list(),
    }),
  }));
}
