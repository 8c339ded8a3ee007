import { ALL_REQUESTS, HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { quoted } from "../../findings.ts";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { matchReport } from "../../text/report-match.ts";
import { readByteSize, readDuration } from "../../text/unit-value.ts";
import type { WrittenDuration } from "../../text/unit-value.ts";
import { giveAnswers, sum } from "../oha-json/answers.ts";

const REPORT = "oha report";
/** The first one is of all requests; with --stats-success-breakdown others follow. */
const DISTRIBUTION = "Response time distribution:\n";
const PERCENTILE = /^ {2}(\d{1,3}\.\d\d)% in (\S.{0,40})$/;
const STATUSES = "Status code distribution:";
const STATUS = /^ {2}\[(?<name>\d{3})\] (?<times>\d{1,15}) responses$/gm;
const ERRORS = "Error distribution:";
const ERROR = /^ {2}\[(?<times>\d{1,15})\] (?<name>.{1,2000})/gm;

/** Reads what `oha --no-tui` prints. All its durations have one unit, which fits the longest of them. */
export function readOhaText(text: string, sink: SampleSink, findings: Findings): ParseReport {
  const report = text.replaceAll("\r\n", "\n");
  const duration = durationOf(valueOf(report, "Total"));
  const [statuses, errors] = [listed(report, STATUSES, STATUS), listed(report, ERRORS, ERROR)];
  checkWhole(sum(statuses) + sum(errors), Number(valueOf(report, "Requests/sec")), duration);
  const answers = giveAnswers(statuses, errors, sink, findings);
  const counts = { ...answers, bytes: readByteSize(valueOf(report, "Total data"), 1_024) ?? 0 };
  const hasLatencies = answers.answered > 0;
  sink.total(ALL_REQUESTS, givenCell(hasLatencies ? { ...counts, ...latenciesOf(report) } : counts, 1));
  return {
    format: "oha-text",
    tool: "oha",
    toolVersion: null,
    accepted: 1,
    refused: findings.refusals.tally(),
    warnings: findings.warnings.list(),
    // A rate (-q) with --latency-correction would make it open; the report does not say.
    loadModel: "unknown",
    source: hasLatencies ? "quoted" : "none",
    latencyResolutionMicros: Math.max(1, Math.round(duration.stepMicros)),
    latencyRelativeError: 0,
    absent: [],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: duration.micros / 1e6,
  };
}

function valueOf(report: string, name: string): string {
  const pattern = new RegExp(String.raw`^ {2}${name}:\t(\S.{0,60})$`, "m");
  return matchReport(report, pattern, REPORT, `${name}:`)[0] ?? "";
}

/** The lists end the report, where a cut would go unseen: its rate and duration say how many there were. */
function checkWhole(count: number, rate: number, duration: WrittenDuration): void {
  const sent = (rate * duration.micros) / 1e6;
  const rounding = (rate * duration.stepMicros) / 1e6 + 1;
  if (Math.abs(sent - count) <= rounding) return;
  throw unreadable(`it lists ${count} of ${Math.round(sent)} requests`);
}

function latenciesOf(report: string) {
  const micros = (name: string) => durationOf(valueOf(report, name)).micros;
  const at = report.indexOf(DISTRIBUTION);
  const percentiles: Record<string, number> = {};
  for (const line of at < 0 ? [] : report.slice(at + DISTRIBUTION.length).split("\n")) {
    const match = PERCENTILE.exec(line);
    if (match === null) break;
    // With few requests it does not know the highest ones.
    if (!match[2]?.startsWith("NaN")) percentiles[`p${Number(match[1])}`] = durationOf(match[2] ?? "").micros;
  }
  return { mean: micros("Average"), min: micros("Fastest"), max: micros("Slowest"), percentiles };
}

function listed(report: string, heading: string, entry: RegExp): [string, number][] {
  const at = report.indexOf(`${heading}\n`);
  const list = at < 0 ? "" : (report.slice(at + heading.length + 1).split("\n\n", 1)[0] ?? "");
  return [...list.matchAll(entry)].map(({ groups }) => [groups?.name ?? "", Number(groups?.times)]);
}

function durationOf(written: string): WrittenDuration {
  const duration = readDuration(written);
  if (duration === null) throw unreadable(`${quoted(written)} is not a duration`);
  return duration;
}

function unreadable(why: string): HeadroomError {
  return new HeadroomError("file-unreadable", `This oha report cannot be read: ${why}.`, {
    hint: "Send the complete report that oha printed after the run.",
  });
}
