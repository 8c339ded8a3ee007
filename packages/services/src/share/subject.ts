import type { JudgedSide, SharedRounds, ShareSubject } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { requireGameday } from "../gameday/require-gameday.ts";
import { requirePeakDay } from "../peak-day/require-peak-day.ts";
import { readRunId } from "../run/record/get.ts";
import { requireRun } from "../run/record/require-run.ts";
import { findService } from "../service/find.ts";

/** What a link is stored with. */
export interface SharedThings {
  /** In the order of their letters. */
  places: { runId: string; position: number }[];
  /** Null: a single run isn't compared. */
  reference: string | null;
  /** The pair as the judgement of its second run compares it; null: single runs are compared. */
  judged: JudgedSide | null;
  /** Null: it shows something else. */
  peakDayId: string | null;
  rounds: { service: string; rounds: SharedRounds } | null;
  gamedayId: string | null;
}

const NOTHING: SharedThings = {
  places: [],
  reference: null,
  judged: null,
  peakDayId: null,
  rounds: null,
  gamedayId: null,
};

export function sharedBy(subject: ShareSubject): SharedThings {
  switch (subject.kind) {
    case "run":
      return { ...NOTHING, places: [{ runId: readRunId(subject.runId), position: 0 }] };
    case "comparison":
      return { ...NOTHING, ...comparedRuns(subject) };
    case "rounds":
      return { ...NOTHING, rounds: { service: subject.service, rounds: subject.rounds } };
    case "peak-day":
    case "readiness":
      return { ...NOTHING, peakDayId: subject.peakDayId };
    case "gameday":
      return { ...NOTHING, gamedayId: subject.gamedayId };
  }
}

/** Throws not-found unless the actor may see all of it. Returns the service whose rounds it shows. */
export async function requireShared(
  tx: WorkspaceTx,
  ctx: Context,
  { places, peakDayId, rounds, gamedayId }: SharedThings,
): Promise<{ serviceId: string | null }> {
  for (const { runId } of places) await requireRun(tx, ctx, runId);
  if (peakDayId !== null) await requirePeakDay(tx, ctx, peakDayId);
  if (gamedayId !== null) await requireClosed(tx, ctx, gamedayId);
  return { serviceId: rounds === null ? null : (await findService(tx, ctx, rounds.service)).id };
}

/** Until a gameday is closed, there is no report that could be shown. */
async function requireClosed(tx: WorkspaceTx, ctx: Context, gamedayId: string): Promise<void> {
  const { closedAt } = await requireGameday(tx, ctx, gamedayId);
  if (closedAt === null)
    throw new HeadroomError("conflict", "This gameday isn't closed yet.", {
      hint: "Close it to share its report.",
    });
}

function comparedRuns(
  subject: Extract<ShareSubject, { kind: "comparison" }>,
): Pick<SharedThings, "places" | "reference" | "judged"> {
  const runIds = [...new Set(subject.runIds.map(readRunId))];
  const { positions = runIds.map((_, at) => at) } = subject;
  if (positions.length !== runIds.length || new Set(positions).size !== runIds.length)
    throw unreadable("positions", "Give each run of the comparison its own position.");
  const places = runIds
    .map((runId, at) => ({ runId, position: positions[at] ?? at }))
    .toSorted((a, b) => a.position - b.position);
  const reference = subject.reference === undefined ? places[0]?.runId : readRunId(subject.reference);
  if (reference === undefined || !runIds.includes(reference))
    throw unreadable("reference", "The reference is not one of the compared runs.");
  return { places, reference, judged: judgedSide(subject, { places, reference }) };
}

function judgedSide(
  { judged = null }: { judged?: JudgedSide | null | undefined },
  { places, reference }: Pick<SharedThings, "places" | "reference">,
): JudgedSide | null {
  if (judged !== null && (places.length !== 2 || reference !== places[0]?.runId))
    throw unreadable("judged", "A judgement is of two runs, and its baseline comes first.");
  return judged;
}

function unreadable(field: string, message: string): HeadroomError {
  return new HeadroomError("parameter-unreadable", message, { field });
}
