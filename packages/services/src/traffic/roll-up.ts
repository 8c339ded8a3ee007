import { DAY_MILLIS, DAY_SECONDS, HOUR_MILLIS, mergeAllCells, mergeGaugeCells } from "@headroom/core";
import type { Cell, GaugeCell } from "@headroom/core";
import {
  clearTrafficStretch,
  countTrafficBytes,
  forgetCrowdedSources,
  forgetOldTraffic,
  markTrafficDue,
  readGaugeStretch,
  readTrafficStretch,
  takeTrafficDue,
  trimTraffic,
  TRAFFIC_STEPS,
  writeTrafficCells,
  writeTrafficGauges,
} from "@headroom/db";
import type { DueStretch, TrafficStep, WorkspaceTx } from "@headroom/db";
import type { Services } from "../context.ts";
import { MAX_METRIC_SOURCES } from "./source-limit.ts";

/** Which cells a stretch is added up from, and to. */
const ADDED_UP: Record<DueStretch["step"], { from: TrafficStep; to: readonly TrafficStep[] }> = {
  60: { from: 1, to: [10, 60] },
  600: { from: 60, to: [600] },
};
/** A stretch that has ended is added up after this time: most of what is late has arrived then. */
const SETTLE_MILLIS = 30_000;

/** Adds up everything that is due. Any number of processes can do so concurrently. Returns how many stretches it was. */
export async function rollUpTraffic(services: Services, stopping?: AbortSignal): Promise<number> {
  let stretches = 0;
  for (const step of [60, 600] as const) {
    const before = new Date(services.clock().getTime() - SETTLE_MILLIS);
    const next = () => services.db.asJobs((tx) => rollUpNext(tx, step, before), { patient: true });
    while (!hasAborted(stopping) && (await next())) stretches += 1;
  }
  return stretches;
}

function hasAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

async function rollUpNext(tx: WorkspaceTx, step: DueStretch["step"], before: Date): Promise<boolean> {
  const due = await takeTrafficDue(tx, step, before);
  if (due === null) return false;
  const stretch = { serviceId: due.serviceId, second: due.second, seconds: step };
  const { from, to } = ADDED_UP[step];
  const cells = await readTrafficStretch(tx, from, stretch);
  const gauges = await readGaugeStretch(tx, from, stretch);
  for (const coarser of to) {
    const changes = [
      ...(await clearTrafficStretch(tx, coarser, stretch)),
      ...(await writeTrafficCells(tx, coarser, merged(cells, coarser, mergeAllCells, kindOf))),
      ...(await writeTrafficGauges(tx, coarser, merged(gauges, coarser, mergedGauges))),
    ];
    await countTrafficBytes(tx, { ...due, step: coarser }, changes);
  }
  if (step === 60) await markTrafficDue(tx, { ...due, step: 600 }, [Math.floor(due.second / 600) * 600]);
  return true;
}

interface Row<Of> {
  seriesId: number;
  second: number;
  cell: Of;
}

/** Kinds that can't be merged stay apart, so that a percentile of both can still be given as a range. */
function kindOf({ distribution }: Cell): string {
  return distribution.kind;
}

/** One cell for each series, step and kind. */
function merged<Of extends Cell | GaugeCell>(
  rows: readonly Row<Of>[],
  step: TrafficStep,
  merge: (cells: Of[]) => Of,
  kind: (cell: Of) => string = () => "",
): Row<Of>[] {
  const slotOf = ({ seriesId, second, cell }: Row<Of>) =>
    `${seriesId} ${Math.floor(second / step)} ${kind(cell)}`;
  return [...Map.groupBy(rows, slotOf).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const second = Math.floor(first.second / step) * step;
    return { seriesId: first.seriesId, second, cell: merge(own.map(({ cell }) => cell)) };
  });
}

function mergedGauges(cells: GaugeCell[]): GaugeCell {
  const cell = mergeGaugeCells(cells);
  if (cell === null) throw new Error("a gauge has no cells to merge");
  return cell;
}

/** How many days cells of each step are kept. */
export type TrafficRetention = Record<TrafficStep, number>;

/** Longer than the log keeps what it has counted, so that nothing counts twice if a position is set back. */
const BODIES_MILLIS = 3 * HOUR_MILLIS;

/** Removes what is older than it is kept for, and what nobody sends again. */
export async function forgetTraffic(
  services: Services,
  keepDays: TrafficRetention,
  maxSources = MAX_METRIC_SOURCES,
): Promise<void> {
  const now = services.clock().getTime();
  for (const step of TRAFFIC_STEPS)
    await services.db.asJobs((tx) => trimTraffic(tx, step, keepDays[step] * DAY_SECONDS), { patient: true });
  await services.db.asJobs(
    (tx) =>
      forgetOldTraffic(tx, {
        bodiesBefore: new Date(now - BODIES_MILLIS),
        sourcesBefore: new Date(now - 2 * DAY_MILLIS),
        metricsBefore: new Date(now - 7 * DAY_MILLIS),
        // Tracing systems rarely keep them longer.
        exemplarsBefore: new Date(now - keepDays[10] * DAY_MILLIS),
        gapsBefore: new Date(now - keepDays[600] * DAY_MILLIS),
      }),
    { patient: true },
  );
  const silentBefore = new Date(now - BODIES_MILLIS);
  await services.db.asJobs((tx) => forgetCrowdedSources(tx, silentBefore, maxSources), { patient: true });
}
