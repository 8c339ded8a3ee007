import { HeadroomError, type ReadRun, type RunTotals, type ParseReport } from "@headroom/core";
import type { ImportLimits } from "../../workspace/limits.ts";

/** The run's totals, or why the file is refused: problems of its lines first, then of its content. */
export function totalsOrRefusal({ report, totals }: ReadRun, limits: ImportLimits): RunTotals {
  refuseBadLines(report, limits);
  if (report.accepted === 0) throw nothingInIt(report);
  // If all of many values are out of range, the range is the problem.
  if (totals === null) throw tooLong({ report, limits, outOfRange: report.accepted, at: null });
  if (totals.refused > report.accepted * limits.badLinesShare)
    throw tooLong({ report, limits, outOfRange: totals.refused, at: placeOf(totals) });
  return totals;
}

function refuseBadLines({ accepted, refused }: ParseReport, limits: ImportLimits): void {
  const lines = accepted + refused.count;
  if (refused.count === 0 || (accepted > 0 && refused.count <= lines * limits.badLinesShare)) return;
  const [first] = refused.first;
  const places = refused.first.map(({ line, reason }) => `line ${line}: ${reason}`).join("; ");
  throw new HeadroomError(
    "too-many-bad-lines",
    `${refused.count} of ${lines} lines could not be read as samples. ${places}`,
    {
      ...(first === undefined ? {} : { line: first.line, byte: first.byte }),
      hint: `Up to ${limits.badLinesShare * 100}% of lines may be unreadable; they are skipped with a warning. Nothing from this file was saved.`,
    },
  );
}

function nothingInIt({ warnings }: ParseReport): HeadroomError {
  const said = ["The file contains no requests.", ...warnings.map(({ detail }) => detail)].join(" ");
  return new HeadroomError("file-empty", said, {
    hint: "Send the tool's raw results from a finished run.",
  });
}

interface TooLong {
  report: ParseReport;
  limits: ImportLimits;
  outOfRange: number;
  /** When the first of them was, and when the run starts. */
  at: { firstMicros: number; startMicros: number } | null;
}

/** The line is where times jump, if they do so once. */
function tooLong({ report, limits, outOfRange, at }: TooLong): HeadroomError {
  const line = report.warnings.find(({ code }) => code === "clock-jump")?.lines[0];
  const when =
    at === null
      ? ""
      : ` The first is from ${dateOf(at.firstMicros)}, the run starts on ${dateOf(at.startMicros)}.`;
  const where = line === undefined ? "" : ` Times jump at line ${line}.`;
  return new HeadroomError(
    "run-too-long",
    `${outOfRange} of ${report.accepted} samples are too far from the start of the run.${when}${where}`,
    {
      ...(line === undefined ? {} : { line }),
      hint: `A run can be at most ${limits.runSeconds / 86_400} days long. Check the load generator's clock.`,
    },
  );
}

function placeOf({ firstFarMicros, span }: RunTotals): TooLong["at"] {
  return firstFarMicros === null || span === null
    ? null
    : { firstMicros: firstFarMicros, startMicros: span.firstStartMicros };
}

/** "2099-01-01 00:00:00 UTC"; a time that no calendar has is left as it is. */
function dateOf(micros: number): string {
  const at = new Date(micros / 1_000);
  return Number.isNaN(at.getTime())
    ? `${micros} µs`
    : `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
