import { CAPACITY_HOLD_SECONDS, dayShown, importedDay } from "@headroom/core";
import type { JudgedDay } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { dayPointsOf } from "../capacity/calibrations.ts";
import { readTargets } from "./background.ts";
import { readStoredCurve } from "./curve-points.ts";
import type { DayPoints, FrozenDay } from "./frozen-day.ts";
import { settledAfter } from "./queue-freeze.ts";

interface Known {
  frozen: FrozenDay;
  own: DayPoints;
  now: Date;
}

/** Whether a day that is over met its targets, and until when that can change. Null: it is being worked out. */
export async function readJudgedDay(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  { frozen: { proven, shown }, own, now }: Known,
): Promise<{ day: JudgedDay; changesUntil: string | null } | null> {
  // What was proven is recorded a moment after the end of a day that was entered before it.
  if (proven === null && day.createdAt < day.endsAt && shown === null) return null;
  const until = settledAfter(day.endsAt);
  const isFinal = own.source !== "live" || shown !== null;
  if (!isFinal && now >= until) return null;
  const targets = proven?.targets ?? (await readTargets(tx, day.serviceId));
  const found = await readShown(tx, day, { own, targets });
  return {
    day: { ...found, targets, byTodaysTargets: proven === null },
    changesUntil: isFinal ? null : until.toISOString(),
  };
}

async function readShown(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  { own, targets }: { own: DayPoints; targets: JudgedDay["targets"] },
): Promise<Pick<JudgedDay, "verdict" | "missedSeconds" | "unknownSeconds" | "imported">> {
  const seconds = (day.endsAt.getTime() - day.startsAt.getTime()) / 1_000;
  const by = { targets, seconds, holdSeconds: CAPACITY_HOLD_SECONDS };
  const curve = own.source === "live" ? null : await readStoredCurve(tx, day.id, "day");
  if (curve !== null) return importedDay({ ...by, curve, ...curve });
  const { points, pointSeconds } = own;
  return { ...dayShown({ ...by, points: dayPointsOf(points), pointSeconds }), imported: null };
}
