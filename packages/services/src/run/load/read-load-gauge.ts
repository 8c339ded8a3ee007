import type { LoadOverTime } from "@headroom/core";
import { readGauges, readGaugeTimeline } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { runSpanOf } from "../record/run-span.ts";

/** The gauge that shows the number of users. */
export const USERS = "users";
/** The gauge that says how many requests per second the generators were to send. */
export const OFFERED_RATE = "offered rate";

/** The number of users over time, if the run has it. */
export function readUsers(tx: WorkspaceTx, run: RunModel): Promise<LoadOverTime> {
  return readLoadGauge(tx, run, USERS);
}

/** A gauge that says how much load there was; without points if the run doesn't have it. */
export async function readLoadGauge(tx: WorkspaceTx, run: RunModel, called: string): Promise<LoadOverTime> {
  const span = runSpanOf(run);
  const gauge = (await readGauges(tx, run.id)).find(({ name }) => name.toLowerCase() === called);
  if (gauge === undefined || span === null) return { pointSeconds: 1, points: [] };
  const { pointSeconds, points } = await readGaugeTimeline(tx, { runId: run.id, gauge, ...span });
  return {
    pointSeconds,
    points: points.map(({ offsetSeconds, cell }) => ({ offsetSeconds, load: cell.sum / cell.count })),
  };
}
