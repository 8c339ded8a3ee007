import type { Cell } from "@headroom/core";
import type { PeakDayUptime } from "@headroom/contract";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { readTrafficPoints } from "../traffic/read-traffic.ts";
import { dayRange, secondOf } from "./day-points.ts";
import type { Reading } from "./day-points.ts";

/** Two days of minutes. */
const MAX_STRETCHES = 2_880;
const LEAST_SECONDS = 60;
/** A larger share of errors is an outage. */
const DOWN_ERROR_RATE = 0.5;

/** For how long the service was up, from the first minute with traffic to the newest one that is over. */
export async function readUptime(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  reading: Reading,
): Promise<PeakDayUptime | null> {
  const range = dayRange(day, reading, Math.min(MAX_STRETCHES, minutesOf(day)));
  const { pointSeconds } = range;
  const end = Math.min(reading.latest, secondOf(day.endsAt));
  const points = (await readTrafficPoints(tx, day.serviceId, range)).filter(
    ({ second }) => second + pointSeconds <= end,
  );
  const [first] = points;
  if (first === undefined) return null;
  const uptime = { upSeconds: 0, downSeconds: 0, unknownSeconds: 0 };
  for (const { cell } of points) {
    const state = stateOf(cell);
    if (state !== null) uptime[state] += pointSeconds;
  }
  if (uptime.upSeconds + uptime.downSeconds === 0) return null;
  const all = Math.floor((end - first.second) / pointSeconds) * pointSeconds;
  uptime.unknownSeconds = Math.max(0, all - uptime.upSeconds - uptime.downSeconds);
  return uptime;
}

/** Null: so many requests don't say whether they failed that nobody knows. */
function stateOf({ requests, errors, withoutOutcome = 0 }: Cell): "upSeconds" | "downSeconds" | null {
  const most = requests * DOWN_ERROR_RATE;
  if (errors > most) return "downSeconds";
  return errors + withoutOutcome > most ? null : "upSeconds";
}

function minutesOf({ startsAt, endsAt }: ServiceDayModel): number {
  return Math.max(1, Math.floor((endsAt.getTime() - startsAt.getTime()) / 1_000 / LEAST_SECONDS));
}
