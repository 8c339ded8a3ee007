import type { RunSpan, RunTotals } from "../cell/run-totals.ts";
import type { ParseReport, Warning } from "../cell/sample.ts";

/** When a part happened, and what its reader should know about that. */
export interface PlacedPart extends RunSpan {
  /** Where relative times begin. */
  zeroMicros: number | null;
  warnings: Warning[];
}

export interface PlacedFile {
  report: ParseReport;
  totals: RunTotals;
  /** Where the times of a file begin if they count from the start of the run. */
  startMicros: number;
  receivedAtMicros: number;
  /** The uploader says when the run started. */
  told: boolean;
  /** The run has no other part yet, so it can still be moved. */
  alone: boolean;
}

/**
 * A file without absolute times is assumed to end when it was uploaded, which is when CI sends it. Parts of one run whose
 * times count from its start are aligned with each other.
 */
export function placePart(file: PlacedFile): PlacedPart {
  const { report, totals, startMicros, receivedAtMicros, told, alone } = file;
  const warnings = warningsOf(told, report, totals);
  if (totals.span === null) {
    return { ...spanOfTotals(file), warnings };
  }
  const span = statedSpan(totals.span, report);
  if (report.clock !== "relative") return { ...span, zeroMicros: null, warnings };
  const placed = told || !alone ? span : endingAt(span, receivedAtMicros);
  const moved = placed.originMicros - span.originMicros;
  return { ...placed, zeroMicros: startMicros + moved, warnings };
}

function warningsOf(told: boolean, { clock, startedAtMicros }: ParseReport, { span }: RunTotals): Warning[] {
  if (!told) return clock === "absolute" ? [] : [ASSUMED];
  const saysItself = span === null ? startedAtMicros !== null : clock === "absolute";
  return saysItself ? [UNUSED] : [];
}

/** The span that the source states is more precise than its intervals show. */
function statedSpan(span: RunSpan, { source, startedAtMicros, durationSeconds }: ParseReport): RunSpan {
  if (source === "samples" || startedAtMicros === null) return span;
  const lastCompletionMicros =
    durationSeconds === null ? span.lastCompletionMicros : startedAtMicros + durationSeconds * 1e6;
  return {
    ...span,
    firstStartMicros: startedAtMicros,
    lastCompletionMicros: Math.round(lastCompletionMicros),
  };
}

/** Totals have no times. Gauges beside them do, and stay where they are unless they count from an assumed start. */
function spanOfTotals(file: PlacedFile): RunSpan & { zeroMicros: number | null } {
  const { report, startMicros, receivedAtMicros, told, alone } = file;
  const { gaugeOriginMicros } = file.totals;
  const durationMicros = Math.round((report.durationSeconds ?? 0) * 1e6);
  const fixed = told || (gaugeOriginMicros !== null && !alone);
  const assumed = fixed ? startMicros : receivedAtMicros - durationMicros;
  const firstStartMicros = report.startedAtMicros ?? assumed;
  const lastCompletionMicros = firstStartMicros + durationMicros;
  if (gaugeOriginMicros === null) {
    return {
      originMicros: wholeSecond(firstStartMicros),
      firstStartMicros,
      lastCompletionMicros,
      zeroMicros: null,
    };
  }
  const isRelative = report.clock === "relative";
  const moved = isRelative ? wholeSecond(firstStartMicros - startMicros) : 0;
  return {
    originMicros: gaugeOriginMicros + moved,
    firstStartMicros,
    lastCompletionMicros,
    zeroMicros: isRelative ? startMicros + moved : null,
  };
}

/** In whole seconds, as all of its cells count from the origin. */
function endingAt(span: RunSpan, endMicros: number): RunSpan {
  const back = wholeSecond(Math.max(0, span.lastCompletionMicros - endMicros));
  return {
    originMicros: span.originMicros - back,
    firstStartMicros: span.firstStartMicros - back,
    lastCompletionMicros: span.lastCompletionMicros - back,
  };
}

function wholeSecond(micros: number): number {
  return Math.floor(micros / 1e6) * 1e6;
}

const ASSUMED: Warning = {
  code: "start-assumed",
  count: 1,
  detail:
    "The file does not say when the run started, so the run was placed to end at its upload. Set the start with started=.",
  lines: [],
};

const UNUSED: Warning = {
  code: "started-unused",
  count: 1,
  detail: "The file says when the run started, so started= was ignored. Leave it out.",
  lines: [],
};
