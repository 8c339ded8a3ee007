import type { ParseReport } from "../cell/sample.ts";
import type { RunTotals } from "../cell/run-totals.ts";
import { formatInstant } from "../format/instant.ts";
import { HeadroomError } from "../problem.ts";
import { DAY_SECONDS } from "../time.ts";

interface TooLong {
  report: ParseReport;
  /** Null: all samples are out of range. */
  totals: RunTotals | null;
  runSecondsLimit: number;
}

/** Why a file whose samples are too far apart isn't a run: how many, from when, and the line at which times jump. */
export function runTooLong({ report, totals, runSecondsLimit }: TooLong): HeadroomError {
  const line = report.warnings.find(({ code }) => code === "clock-jump")?.lines[0];
  const where = line === undefined ? "" : ` Times jump at line ${line}.`;
  return new HeadroomError(
    "run-too-long",
    `${totals?.refused ?? report.accepted} of ${report.accepted} samples are too far from the start of the run.${whenOf(totals)}${where}`,
    {
      ...(line === undefined ? {} : { line }),
      hint: `A run can be at most ${runSecondsLimit / DAY_SECONDS} days long. Check the load generator's clock.`,
    },
  );
}

function whenOf(totals: RunTotals | null): string {
  if (totals === null || totals.firstFarMicros === null || totals.span === null) return "";
  const { firstFarMicros, span } = totals;
  return ` The first is from ${dateOf(firstFarMicros)}, the run starts on ${dateOf(span.firstStartMicros)}.`;
}

/** "1 Jan 2099, 00:00 UTC"; a time that no calendar has is left as it is. */
function dateOf(micros: number): string {
  const at = new Date(micros / 1_000);
  return Number.isNaN(at.getTime()) ? `${micros} µs` : `${formatInstant(at, "UTC")} UTC`;
}
