import { LONGEST_GAMEDAY } from "@headroom/contract";
import type { GamedayFields } from "@headroom/contract";
import { DAY_SECONDS, HeadroomError } from "@headroom/core";
import type { GamedayModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { readMoment, requireTimeZone } from "../peak-day/read-moment.ts";
import { requireServiceDay } from "../peak-day/require-peak-day.ts";

const MAX_DAYS = LONGEST_GAMEDAY / DAY_SECONDS;

type Columns = Pick<
  GamedayModel,
  "name" | "startsAt" | "endsAt" | "timeZone" | "environment" | "lead" | "notes" | "peakDayId"
> & { roles: GamedayFields["roles"] };

/** What people entered about a gameday, as columns of its table. Its steps are apart. */
export async function columnsOf(
  tx: WorkspaceTx,
  ctx: Context,
  { fields, serviceId }: { fields: GamedayFields; serviceId: string },
): Promise<Columns> {
  const { steps: _apart, peakDay, startsAt, endsAt, timeZone, ...rest } = fields;
  requireTimeZone(timeZone);
  const starts = readMoment(startsAt, { field: "startsAt", timeZone });
  const ends = readMoment(endsAt, { field: "endsAt", timeZone });
  if (ends <= starts) throw refusal("endsAt", "It ends before it starts, or at the same time.");
  if (ends.getTime() - starts.getTime() > LONGEST_GAMEDAY * 1_000)
    throw refusal("endsAt", `A gameday can last at most ${MAX_DAYS} days.`);
  const peakDayId = peakDay === null ? null : await peakDayOf(tx, ctx, { peakDay, serviceId });
  return { ...rest, timeZone, startsAt: starts, endsAt: ends, peakDayId };
}

/** One of another service is like one that doesn't exist. */
async function peakDayOf(
  tx: WorkspaceTx,
  ctx: Context,
  { peakDay, serviceId }: { peakDay: string; serviceId: string },
): Promise<string> {
  return (await requireServiceDay(tx, ctx, peakDay, serviceId)).peakDayId;
}

export function refusal(field: string, message: string, hint?: string): HeadroomError {
  return new HeadroomError("parameter-unreadable", message, {
    field,
    fieldMessage: message,
    ...(hint === undefined ? {} : { hint }),
  });
}
