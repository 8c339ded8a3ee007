import { ABSENT_FIGURES, LATENCY_SOURCES } from "../cell/sample.ts";
import type { AbsentFigure, LatencySource } from "../cell/sample.ts";
import { heldBack } from "../proof/held-back.ts";

/** What a part reports about where its figures are from. */
export interface PartSource {
  source: string;
  latencyResolutionMicros: number;
  latencyRelativeError: number;
  absent: readonly string[];
  warnings: readonly { code: string }[];
}

/** What the parts of a run show together: only what all of them show. */
export interface JoinedSource {
  source: LatencySource;
  resolutionMicros: number;
  relativeError: number;
  absent: AbsentFigure[];
  /** False: the tool says that it didn't send all it was told to. */
  loadOffered: false | null;
  /** The clock of a generator was set, or nothing was sent for some time. */
  clockJumps: boolean;
}

export function joinSources(parts: readonly PartSource[]): JoinedSource {
  const least = Math.max(0, ...parts.map(({ source }) => LATENCY_SOURCES.findIndex((one) => one === source)));
  return {
    source: LATENCY_SOURCES[least] ?? "none",
    resolutionMicros: Math.max(1, ...parts.map(({ latencyResolutionMicros }) => latencyResolutionMicros)),
    relativeError: Math.max(0, ...parts.map(({ latencyRelativeError }) => latencyRelativeError)),
    absent: joinAbsent(parts),
    loadOffered: parts.some(({ warnings }) => heldBack(warnings)) ? false : null,
    clockJumps: parts.some(({ warnings }) => warnings.some(({ code }) => code === "clock-jump")),
  };
}

/** What the sources of a run don't report at all: what one part lacks, their sum lacks. */
export function joinAbsent(parts: readonly Pick<PartSource, "absent" | "warnings">[]): AbsentFigure[] {
  return ABSENT_FIGURES.filter((figure) =>
    parts.some((part) => part.absent.includes(figure) || (figure === "some-errors" && leavesOutErrors(part))),
  );
}

/** Sources that list only requests that got a response, also those stored before their absence was. */
function leavesOutErrors({ warnings }: Pick<PartSource, "warnings">): boolean {
  return warnings.some(({ code }) => code === "unanswered-untold");
}

/** Whether a source says everything of a shorter window that it says of the run: the tool's own percentiles cover its whole run. */
export function tellsWindows(source: LatencySource): boolean {
  return source !== "quoted";
}

export interface PartTimes {
  /** Null: not known. */
  clock: string | null;
  firstStartMicros: number;
  lastCompletionMicros: number;
}

export interface JoinedTimes {
  startedAt: Date;
  endedAt: Date;
  durationSeconds: number;
}

/** When a run took place. If a part's times are assumed, they can't be compared with those of parts that know theirs. */
export function joinTimes(parts: readonly PartTimes[]): JoinedTimes {
  const timed = parts.filter(({ clock }) => clock !== "none");
  const spans = timed.length > 0 ? timed : parts;
  const first = Math.min(...spans.map(({ firstStartMicros }) => firstStartMicros));
  const last = Math.max(...spans.map(({ lastCompletionMicros }) => lastCompletionMicros));
  const longest = Math.max(
    ...parts.map(({ firstStartMicros, lastCompletionMicros }) => lastCompletionMicros - firstStartMicros),
  );
  const micros = timed.length > 0 ? Math.max(last - first, longest) : longest;
  return {
    startedAt: new Date(first / 1_000),
    endedAt: new Date(last / 1_000),
    durationSeconds: micros / 1e6,
  };
}
