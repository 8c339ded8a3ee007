import { HeadroomError, runTooLong } from "@headroom/core";
import type { ParseReport, ReadRun, RunTotals } from "@headroom/core";
import type { ImportLimits } from "../../workspace/limits.ts";

/** The run's totals, or why the file is refused: problems of its lines first, then of its content. */
export function totalsOrRefusal({ report, totals }: ReadRun, limits: ImportLimits): RunTotals {
  refuseBadLines(report, limits);
  if (report.accepted === 0) throw nothingInIt(report);
  // If all of many values are out of range, the range is the problem.
  if (totals === null || totals.refused > report.accepted * limits.badLinesShare)
    throw runTooLong({ report, totals, runSecondsLimit: limits.runSeconds });
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
