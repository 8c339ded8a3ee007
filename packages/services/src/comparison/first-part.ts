import { firstPart } from "@headroom/core";
import type { Difference, PhaseReason } from "@headroom/core";
import { readWindow } from "@headroom/db";
import type { ComparedRunRead, WorkspaceTx } from "@headroom/db";
import { readAbsent } from "../run/record/read-absent.ts";
import { summaryOf } from "../run/record/summary-of.ts";
import { storedSteady } from "../run/record/stored.ts";
import type { Steady } from "../run/record/stored.ts";

/** How much of the first run the second one covers, which is short on purpose. Null: all of it, or nobody says. */
export function firstPartOf(before: ComparedRunRead, after: ComparedRunRead): number | null {
  return firstPart({ seconds: secondsOf(after), uploadSeconds: after.run.plannedSeconds }, secondsOf(before));
}

/** What is said of that. */
export function firstPartDifferences(
  [before]: readonly { read: ComparedRunRead }[],
  seconds: number | null,
): Difference[] {
  if (before === undefined || seconds === null) return [];
  const reason = { code: "first-part", seconds, ofSeconds: secondsOf(before.read) ?? seconds } as const;
  return [{ kind: "duration", severity: "warn", reason }];
}

/** A run as if it had ended after so many seconds. Null: nothing of it is stored for so short a window. */
export async function cutAfter(
  tx: WorkspaceTx,
  read: ComparedRunRead,
  seconds: number,
): Promise<ComparedRunRead | null> {
  const part = partOf(read, seconds);
  if (part === null) return null;
  const { window, origin, endedAt } = part;
  const { run } = read;
  const kept = await readWindow(tx, { runId: run.id, ...window });
  if (kept === null || kept.fromSeconds < window.fromSeconds || kept.toSeconds > window.toSeconds)
    return null;
  const { fromSeconds, toSeconds, cell } = kept;
  const absent = await readAbsent(tx, run.id);
  const summary = summaryOf(cell, { durationSeconds: toSeconds - fromSeconds, absent, parts: [cell] });
  const at = (second: number) => new Date(origin.getTime() + second * 1_000).toISOString();
  const times = { from: at(fromSeconds), to: at(toSeconds), fromSeconds, toSeconds };
  const reason: PhaseReason = { code: "whole-steady" };
  const cut: Steady = { ...times, method: FIRST_PART, reason, summary };
  return { ...read, run: { ...run, endedAt, steady: { ...cut } } };
}

/** What of its judged window is in its first seconds. */
function partOf({ run, hasTimeline }: ComparedRunRead, seconds: number) {
  const { origin, startedAt } = run;
  if (!hasTimeline || origin === null || startedAt === null) return null;
  const endedAt = new Date(startedAt.getTime() + seconds * 1_000);
  const offset = (at: Date) => (at.getTime() - origin.getTime()) / 1_000;
  const steady = storedSteady(run.steady);
  const window = {
    fromSeconds: steady?.fromSeconds ?? Math.ceil(offset(startedAt)),
    toSeconds: Math.min(steady?.toSeconds ?? Infinity, Math.floor(offset(endedAt))),
  };
  return window.fromSeconds < window.toSeconds ? { window, origin, endedAt } : null;
}

/** In place of a detection method. */
export const FIRST_PART = "first part";

function secondsOf({ run: { startedAt, endedAt } }: ComparedRunRead): number | null {
  return startedAt === null || endedAt === null ? null : (endedAt.getTime() - startedAt.getTime()) / 1_000;
}
