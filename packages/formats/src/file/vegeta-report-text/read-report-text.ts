import { ALL_REQUESTS, HeadroomError } from "@headroom/core";
import type { Cell, ParseReport, SampleSink } from "@headroom/core";
import { quoted } from "../../findings.ts";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { readDuration } from "../../text/unit-value.ts";
import { failedOf, giveFailures } from "../vegeta-report-json/status-failures.ts";

/** With -every, a report begins by clearing the screen. */
export const FIRST_LINE = /^(?:\p{Cc}\[[\d;]*[A-Za-z])*Requests[ \t]+\[total, rate\b/mu;
const EVERY_FIRST_LINE = new RegExp(FIRST_LINE, "gmu");
/** `Latencies  [min, mean, 50]  1ms, 2ms, 3ms`: a name, what stands in the columns, and the values. */
const LINE = /^([A-Z][A-Za-z ]{2,20}?)[ \t]+\[([^\]]{1,80})\][ \t]*(.{0,10000})$/;
const ERROR_SET = "Error Set:";

type Row = Map<string, string>;

/** Reads what `vegeta report` prints. Each value has a unit of its own. */
export function readReportText(text: string, sink: SampleSink, findings: Findings): ParseReport {
  const lines = linesOfLast(text, findings);
  const rows = readRows(lines);
  const statusCodes = statusCodesOf(rows);
  const latencies = latenciesOf(rows);
  sink.total(ALL_REQUESTS, cellOf(rows, statusCodes, latencies));
  giveFailures(ALL_REQUESTS, statusCodes, errorsOf(lines), sink);
  const steps = [...latencies.values()].map(({ stepMicros }) => stepMicros);
  return {
    format: "vegeta-report-text",
    tool: "vegeta",
    toolVersion: null,
    accepted: 1,
    refused: findings.refusals.tally(),
    warnings: findings.warnings.list(),
    loadModel: "open",
    source: latencies.size === 0 ? "none" : "quoted",
    // The finest that is written; three decimals of a larger unit are the share below.
    latencyResolutionMicros: Math.max(1, Math.min(...steps, 1_000)),
    latencyRelativeError: 0.0005,
    absent: [],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: secondsOf(rows),
  };
}

function linesOfLast(text: string, { warnings }: Findings): string[] {
  const starts = [...text.matchAll(EVERY_FIRST_LINE)].map(({ index }) => index);
  const last = starts.at(-1);
  if (last === undefined) throw unreadable("there is no requests line");
  if (starts.length > 1) {
    const detail = `The file contains ${starts.length} reports, as with -every; the last one was used.`;
    warnings.add("earlier-reports", detail);
  }
  const report = text.slice(last).replace(/^(?:\p{Cc}\[[\d;]*[A-Za-z])+/u, "");
  return report.split(/\r?\n/);
}

function cellOf(
  rows: Map<string, Row>,
  statusCodes: Map<string, number>,
  latencies: Map<string, Latency>,
): Cell {
  const micros = (name: string) => latencies.get(name)?.micros ?? null;
  const percents = [...latencies].filter(([name]) => /^\d/.test(name));
  const figures = {
    requests: countOf(rows, "Requests", "total"),
    errors: failedOf(statusCodes),
    bytes: countOf(rows, "Bytes In", "total"),
    mean: micros("mean"),
    min: micros("min"),
    max: micros("max"),
    percentiles: Object.fromEntries(percents.map(([name, { micros: value }]) => [`p${name}`, value])),
  };
  return givenCell(figures, 1);
}

function readRows(lines: readonly string[]): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const line of lines) {
    if (line.startsWith(ERROR_SET)) break;
    const match = LINE.exec(line.trimEnd());
    if (match === null) continue;
    const [, name = "", columns = "", values = ""] = match;
    const parts = columns === "code:count" ? [values] : values.split(",");
    const row = columns.split(",").map((column, at) => [column.trim(), (parts[at] ?? "").trim()] as const);
    rows.set(name, new Map(row));
  }
  return rows;
}

function countOf(rows: Map<string, Row>, name: string, column: string): number {
  const value = rows.get(name)?.get(column) ?? "";
  if (!/^\d{1,15}$/.test(value)) throw unreadable(`${name} has no number for ${column}: ${quoted(value)}`);
  return Number(value);
}

function statusCodesOf(rows: Map<string, Row>): Map<string, number> {
  const written = rows.get("Status Codes")?.get("code:count");
  if (written === undefined) throw unreadable("there is no status codes line");
  const codes = new Map<string, number>();
  for (const part of written.split(/\s+/)) {
    if (part === "") continue;
    const match = /^(\d{1,3}):(\d{1,15})$/.exec(part);
    if (match === null) throw unreadable(`${quoted(part)} is not a status code with its count`);
    codes.set(match[1] ?? "", Number(match[2]));
  }
  return codes;
}

interface Latency {
  micros: number;
  stepMicros: number;
}

/** By the name of their column; none where there were no requests. */
function latenciesOf(rows: Map<string, Row>): Map<string, Latency> {
  const row = rows.get("Latencies");
  if (row === undefined) throw unreadable("there is no latencies line");
  if (countOf(rows, "Requests", "total") === 0) return new Map();
  return new Map(
    [...row].map(([name, value]) => {
      const duration = readDuration(value);
      if (duration === null) throw unreadable(`the latency "${name}" is not a duration: ${quoted(value)}`);
      return [name, duration] as const;
    }),
  );
}

/** The attack, and the wait for its last answers; older versions write the attack alone. */
function secondsOf(rows: Map<string, Row>): number | null {
  const row = rows.get("Duration");
  const total = readDuration(row?.get("total") ?? "");
  return total === null ? null : total.micros / 1e6;
}

/** The list ends the report, with or without errors; a report without it was cut. */
function errorsOf(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => line.startsWith(ERROR_SET));
  if (at < 0) throw unreadable(`it ends before its "${ERROR_SET}"`);
  return lines.slice(at + 1).filter((line) => line.trim() !== "");
}

function unreadable(why: string): HeadroomError {
  return new HeadroomError("file-unreadable", `This is not a valid vegeta report: ${why}.`, {
    hint: "Send the complete output of `vegeta report`.",
  });
}
