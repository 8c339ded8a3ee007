import { exactValue, findRunTrend, isSentInTrend, LIVE_TRAFFIC } from "@headroom/core";
import type { ChangeDirection, TrendGroup, TrendMetric } from "@headroom/core";
import type { TrendRun } from "@headroom/db";

/** A member said that a change is as it should be, on the change itself or on a run at its new level. */
export interface ChangeAccepted {
  /** Of the note on the change; null: only the run was accepted. */
  noteId: string | null;
  reason: string;
  /** Null: a former member, or a token. */
  by: string | null;
  at: Date;
  /** What later runs are compared with since then; null: they are compared as before. */
  run: { id: string; number: number } | null;
}

/** The first run of a new level, or of a drift. */
export interface TrendChange {
  /** The first run after the change or in the drift; if it has a note, the run at which it was written. */
  runId: string;
  runNumber: number;
  /** The change may just as well be between these two runs. */
  earliestRun: number;
  latestRun: number;
  /** The value rose or fell little by little, from `before` at the first of these runs to `after` at the last; null: in one step. */
  drift: { lastRunId: string; lastRunNumber: number; runs: number } | null;
  direction: ChangeDirection;
  before: number;
  after: number;
  accepted: ChangeAccepted | null;
  /** False: the current values no longer show it, and only the note is left. */
  found: boolean;
}

export interface FoundChange {
  place: number;
  change: TrendChange;
}

interface KnownRun {
  run: TrendRun;
  place: number;
}

export interface FoundChanges {
  changes: FoundChange[];
  /** In how many runs they were looked for. */
  searched: number;
}

/**
 * `ofBranch`: one branch alone was asked for. Otherwise runs of other branches than the default one are left out: what somebody
 * tried there isn't a change of the service. Runs without an exact value belong to no series, and neither do those that are set aside, that were meant to send another
 * load than the experiment defines, or whose errors were counted otherwise than those of the last run.
 */
export function findChanges(
  runs: readonly TrendRun[],
  metric: TrendMetric,
  { ofBranch = false }: { ofBranch?: boolean } = {},
): FoundChanges {
  const errorsBy = runs.findLast((run) => run.errorsBy !== null)?.errorsBy;
  const known = runs.flatMap((run, place) => {
    const value = exactValue(run);
    if (value === null || run.setAside !== null || run.otherLoad) return [];
    if (run.isOfOtherBranch && !ofBranch) return [];
    if (metric === "error-rate" && run.errorsBy !== null && run.errorsBy !== errorsBy) return [];
    return [{ run, place, value, at: run.at.getTime(), liveTraffic: run.tool === LIVE_TRAFFIC }];
  });
  const groups = findRunTrend(known, { sentByUsers: isSentInTrend(metric) });
  return {
    changes: groups.flatMap((group) =>
      changesOf(
        group,
        group.places.flatMap((place) => known[place] ?? []),
      ),
    ),
    searched: groups.reduce((sum, { places }) => sum + places.length, 0),
  };
}

function changesOf({ steps, drifts }: TrendGroup, known: readonly KnownRun[]): FoundChange[] {
  const numberOf = (index: number, otherwise: KnownRun) => (known[index] ?? otherwise).run.number;
  return [
    ...steps.flatMap(({ index, earliest, latest, ...levels }) => {
      const at = known[index];
      return at === undefined
        ? []
        : foundAt(at, levels, {
            earliestRun: numberOf(earliest, at),
            latestRun: numberOf(latest, at),
            drift: null,
          });
    }),
    ...drifts.flatMap(({ from, to, ...levels }) => {
      // A drift that begins with a step is pinned to the run after it, so each can have its note.
      const at = known[steps.some(({ index }) => index === from) ? from + 1 : from];
      const last = known[to]?.run;
      if (at === undefined || last === undefined) return [];
      const { number } = at.run;
      const drift = { lastRunId: last.id, lastRunNumber: last.number, runs: to - from + 1 };
      return foundAt(at, levels, { earliestRun: number, latestRun: number, drift });
    }),
  ];
}

function foundAt(
  { run, place }: KnownRun,
  { before, after }: { before: number; after: number },
  where: Pick<TrendChange, "earliestRun" | "latestRun" | "drift">,
): FoundChange[] {
  if (before === after) return [];
  const change: TrendChange = {
    runId: run.id,
    runNumber: run.number,
    ...where,
    direction: after > before ? "rise" : "fall",
    before,
    after,
    accepted: null,
    found: true,
  };
  return [{ place, change }];
}
