import type { GaugeBesideLoad } from "@headroom/contract";
import { readGauges, readGaugeTimeline } from "@headroom/db";
import type { GaugeTimeline, RunModel, StoredGauge, WorkspaceTx } from "@headroom/db";
import { gaugeSpanOf } from "../record/run-span.ts";
import { isUsers, readBesideLoad } from "./gauge-beside-load.ts";

export type ReadRunGauge = StoredGauge & GaugeTimeline & { besideLoad: GaugeBesideLoad };

/** The gauges of a run in at most so many points each, and what each did beside the load. `wanted` null: all of them. */
export async function readRunGauges(
  tx: WorkspaceTx,
  run: RunModel,
  { maxPoints, wanted }: { maxPoints: number; wanted: ((gauge: StoredGauge) => boolean) | null },
): Promise<ReadRunGauge[]> {
  const span = gaugeSpanOf(run);
  if (span === null) return [];
  const isWanted = wanted ?? (() => true);
  const read: (StoredGauge & GaugeTimeline)[] = [];
  for (const gauge of await readGauges(tx, run.id)) {
    // Users are the load of the others, whether or not they are wanted themselves.
    if (!isWanted(gauge) && !isUsers(gauge)) continue;
    read.push({ ...gauge, ...(await readGaugeTimeline(tx, { runId: run.id, gauge, maxPoints, ...span })) });
  }
  const shown = read.filter(isWanted);
  if (shown.length === 0) return [];
  const besideLoad = await readBesideLoad(tx, run, { gauges: read, span });
  return shown.map((gauge) => ({ ...gauge, besideLoad: besideLoad(gauge) }));
}
