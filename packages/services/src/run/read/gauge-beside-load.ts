import type { GaugeBesideLoad } from "@headroom/contract";
import { besideLoad, joinLoad } from "@headroom/core";
import type { BesideLoad, GaugePoint, LoadMoment } from "@headroom/core";
import { readTimeline } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { readAbsent } from "../record/read-absent.ts";
import type { SecondsSpan } from "../record/run-span.ts";
import { storedSteady } from "../record/stored.ts";

const USERS = "users";
/** Users are the load if they vary at least by this factor; otherwise the requests are. */
const VARYING = 1.5;

export interface ReadGauge {
  name: string;
  points: readonly GaugePoint[];
  pointSeconds: number;
  /** Before and after the run. */
  around?: { before: readonly GaugePoint[]; after: readonly GaugePoint[] } | null;
}

interface Load {
  kind: "users" | "requests";
  points: LoadMoment[];
  pointSeconds: number;
  between: "nothing" | "unknown";
}

/** Reads the load of a run once, for all of its gauges. */
export async function readBesideLoad(
  tx: WorkspaceTx,
  run: RunModel,
  { gauges, span }: { gauges: readonly ReadGauge[]; span: SecondsSpan },
): Promise<(gauge: ReadGauge) => GaugeBesideLoad> {
  return besideLoadIn({
    gauges,
    requests: await readRequests(tx, run),
    span,
    window: storedSteady(run.steady) ?? span,
    originMillis: run.origin?.getTime() ?? 0,
  });
}

interface BesideLoadIn {
  gauges: readonly ReadGauge[];
  /** Null: they aren't known over time. */
  requests: Load | null;
  span: SecondsSpan;
  /** What the usual range is of. */
  window: SecondsSpan;
  originMillis: number;
}

export function besideLoadIn({ gauges, requests, span, window, originMillis }: BesideLoadIn) {
  const users = usersOf(gauges);
  const instant = (seconds: number) => new Date(originMillis + seconds * 1_000).toISOString();
  return ({ name, points, around = null }: ReadGauge): GaugeBesideLoad => {
    const load = isUsers({ name }) ? requests : (users ?? requests);
    const own = momentsOf(points);
    const joined = load === null ? [] : joinLoad(own, { ...load, ...span });
    const moments = [...momentsOf(around?.before ?? []), ...own, ...momentsOf(around?.after ?? [])];
    return {
      load: load?.kind ?? null,
      ...withMoments(besideLoad({ moments, joined, run: span, window }), instant),
    };
  };
}

function withMoments({ plateau, peak, steps, ...rest }: BesideLoad, instant: Instant) {
  return {
    ...rest,
    plateau: plateau === null ? null : withInstants(plateau, instant),
    peak: peak === null ? null : withInstant(peak, instant),
    steps: steps === null ? null : steps.map((step) => withInstant(step, instant)),
  };
}

function momentsOf(points: readonly GaugePoint[]) {
  return points.map(({ offsetSeconds, cell }) => ({ offsetSeconds, value: cell.sum / cell.count }));
}

export function isUsers({ name }: Pick<ReadGauge, "name">): boolean {
  return name.toLowerCase() === USERS;
}

function usersOf(gauges: readonly ReadGauge[]): Load | null {
  const users = gauges.find(isUsers);
  if (users === undefined) return null;
  const points = momentsOf(users.points).map(({ offsetSeconds, value }) => ({ offsetSeconds, load: value }));
  const loads = points.map(({ load }) => load);
  if (Math.max(...loads) < VARYING * Math.min(...loads)) return null;
  const apart = points
    .slice(1)
    .map(({ offsetSeconds }, at) => offsetSeconds - (points[at]?.offsetSeconds ?? 0));
  // A value holds until the next one.
  const pointSeconds = Math.max(
    users.pointSeconds,
    apart.toSorted((a, b) => a - b)[Math.floor(apart.length / 2)] ?? 1,
  );
  return { kind: "users", points, pointSeconds, between: "unknown" };
}

/** Null: the source gives only totals, or doesn't count requests. */
async function readRequests(tx: WorkspaceTx, run: RunModel): Promise<Load | null> {
  const timeline = await readTimeline(tx, { runId: run.id });
  if (timeline === null || (await readAbsent(tx, run.id)).includes("requests")) return null;
  const points = timeline.points.map(({ offsetSeconds, stepSeconds, cell }) => ({
    offsetSeconds,
    load: cell.requests / stepSeconds,
  }));
  return { kind: "requests", points, pointSeconds: timeline.pointSeconds, between: "nothing" };
}

function withInstants(
  { fromSeconds, toSeconds, ...rest }: NonNullable<BesideLoad["plateau"]>,
  instant: Instant,
) {
  return { ...rest, from: instant(fromSeconds), to: instant(toSeconds) };
}

function withInstant<Moment extends { atSeconds: number }>(
  { atSeconds, ...rest }: Moment,
  instant: Instant,
): Omit<Moment, "atSeconds"> & { at: string } {
  return { ...rest, at: instant(atSeconds) };
}

type Instant = (seconds: number) => string;
