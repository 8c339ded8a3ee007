import type { GaugeBesideLoad, GaugesMeanwhile } from "@headroom/contract";
import { WATCHED_AROUND_SECONDS } from "@headroom/core";
import type { GaugePoint } from "@headroom/core";
import { readGauges, readGaugesWatched, readGaugeTimeline } from "@headroom/db";
import type { GaugesWatched, GaugeTimeline, RunModel, StoredGauge, WorkspaceTx } from "@headroom/db";
import { gaugeSpanOf, knownSpanOf } from "../record/run-span.ts";
import type { SecondsSpan } from "../record/run-span.ts";
import { storedSteady } from "../record/stored.ts";
import { besideLoadIn, isUsers, readRequests } from "./gauge-beside-load.ts";
import { readMeanwhile } from "./gauges-meanwhile.ts";
import { withShared } from "./shared-requests.ts";

/** What a gauge showed before its run began, and after it ended. */
interface GaugeAround {
  pointSeconds: number;
  before: GaugePoint[];
  after: GaugePoint[];
}

interface ReadTimeline extends StoredGauge, GaugeTimeline {
  /** Null: it was measured only while the run took place. */
  around: GaugeAround | null;
  /** Seconds of the run: until when another one loaded the service, and from when on values are left out because of one. */
  other: { loadedUntil: number | null; leftOutFrom: number | null } | null;
}

export type ReadRunGauge = ReadTimeline & { besideLoad: GaugeBesideLoad };

export interface RunGaugesRead {
  gauges: ReadRunGauge[];
  /** Of all gauges: if some aren't wanted, nothing is said. */
  meanwhile: GaugesMeanwhile[];
}

interface RunGaugesInput {
  maxPoints: number;
  /** Null: all of them. */
  wanted: ((gauge: StoredGauge) => boolean) | null;
}

/** The gauges of a run in at most so many points each, and what each did beside the load. */
export async function readRunGauges(
  tx: WorkspaceTx,
  run: RunModel,
  { maxPoints, wanted }: RunGaugesInput,
): Promise<RunGaugesRead> {
  const span = gaugeSpanOf(run);
  if (span === null) return { gauges: [], meanwhile: [] };
  const isWanted = wanted ?? (() => true);
  const gauges = await readGauges(tx, run.id);
  // Users are the load of the others, whether or not they are wanted themselves.
  const needed = gauges.filter((gauge) => isWanted(gauge) || isUsers(gauge));
  if (!needed.some(isWanted)) return { gauges: [], meanwhile: [] };
  const watched = await readWatched(tx, run);
  const timelines: ReadTimeline[] = [];
  for (const gauge of needed) {
    const timeline = await readGaugeTimeline(tx, { runId: run.id, gauge, maxPoints, ...span });
    timelines.push({
      ...gauge,
      ...timeline,
      around: await readAround(tx, { run, gauge, span, watched, maxPoints }),
      other: otherRunOf(gauge, watched),
    });
  }
  const requests = await readRequests(tx, run);
  const read = await withShared(tx, run.id, { gauges: timelines, requests });
  const shown = read.filter(isWanted);
  const window = storedSteady(run.steady) ?? span;
  const originMillis = run.origin?.getTime() ?? 0;
  const besideLoad = besideLoadIn({ gauges: read, requests, span, window, originMillis });
  return {
    gauges: shown.map((gauge) => ({ ...gauge, besideLoad: besideLoad(gauge) })),
    meanwhile:
      shown.length < gauges.length ? [] : await readMeanwhile(tx, run, { gauges: read, requests, span }),
  };
}

async function readWatched(tx: WorkspaceTx, run: RunModel): Promise<GaugesWatched | null> {
  const span = knownSpanOf(run);
  return span === null
    ? null
    : readGaugesWatched(tx, { runId: run.id, ...span, watchedSeconds: WATCHED_AROUND_SECONDS });
}

/** Only where a gauge has values that it's about. */
function otherRunOf({ seriesId }: StoredGauge, watched: GaugesWatched | null): ReadTimeline["other"] {
  if (watched === null) return null;
  const isWatched = watched.seriesIds.has(seriesId);
  const loadedUntil = isWatched ? watched.otherUntilSeconds : null;
  const leftOutFrom = watched.cutIds.has(seriesId) ? watched.afterSeconds : null;
  return loadedUntil === null && leftOutFrom === null ? null : { loadedUntil, leftOutFrom };
}

interface AroundInput {
  run: RunModel;
  gauge: StoredGauge;
  span: SecondsSpan;
  watched: GaugesWatched | null;
  maxPoints: number;
}

/** A point that reaches into the run belongs to the run. */
async function readAround(
  tx: WorkspaceTx,
  { run, gauge, span, watched, maxPoints }: AroundInput,
): Promise<GaugeAround | null> {
  if (watched?.seriesIds.has(gauge.seriesId) !== true) return null;
  const stretch = { runId: run.id, gauge, maxPoints: Math.ceil(maxPoints / 2) };
  const { fromSeconds, toSeconds } = span;
  const before = await readGaugeTimeline(tx, {
    ...stretch,
    fromSeconds: watched.beforeSeconds,
    toSeconds: fromSeconds,
  });
  const after = await readGaugeTimeline(tx, {
    ...stretch,
    fromSeconds: toSeconds,
    toSeconds: watched.afterSeconds,
  });
  const { pointSeconds } = before;
  return {
    pointSeconds: Math.max(pointSeconds, after.pointSeconds),
    before: before.points.filter(({ offsetSeconds: at }) => at + pointSeconds <= fromSeconds),
    after: after.points.filter(({ offsetSeconds: at }) => at >= toSeconds),
  };
}
