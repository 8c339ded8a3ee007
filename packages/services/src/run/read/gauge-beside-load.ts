import type { GaugeBesideLoad } from "@headroom/contract";
import { besideLoad, gaugeShare, joinLoad } from "@headroom/core";
import type { BesideLoad, GaugeMoment, GaugePoint, LoadMoment, SharedRequests } from "@headroom/core";
import { readTimeline } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { readAbsent } from "../record/read-absent.ts";
import type { SecondsSpan } from "../record/run-span.ts";

const USERS = "users";
/** Users are the load if they vary at least by this factor; otherwise the requests are. */
const VARYING = 1.5;

export interface ReadGauge {
  name: string;
  points: readonly GaugePoint[];
  pointSeconds: number;
  /** The requests that it is a share of; missing: it doesn't say. */
  shared?: SharedLoad | undefined;
  /** Before and after the run. */
  around?: { before: readonly GaugePoint[]; after: readonly GaugePoint[] } | null;
  /** In seconds from the run's origin. */
  other?: { loadedUntil: number | null; leftOutFrom: number | null } | null;
}

/** Requests a second. In stretches without a point there were none of them. */
export interface SharedLoad extends SharedRequests, Pick<Load, "points" | "pointSeconds"> {}

/** The most labels that a share is read of; of more together, nothing is said. */
export const MAX_SHARED_LABELS = 100;

export interface RequestsOverTime extends Load {
  kind: "requests";
  /** Their mean latency. */
  meanMillis: GaugeMoment[];
}

interface Load {
  kind: "users" | "requests";
  points: LoadMoment[];
  pointSeconds: number;
  between: "nothing" | "unknown";
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

/** What each gauge did beside the load: users where they vary, else requests. */
export function besideLoadIn({ gauges, requests, span, window, originMillis }: BesideLoadIn) {
  const join = joinIn({ gauges, requests, span });
  const instant = (seconds: number) => new Date(originMillis + seconds * 1_000).toISOString();
  return (gauge: ReadGauge): GaugeBesideLoad => {
    const { around = null, other = null } = gauge;
    const { load, own, joined } = join(gauge);
    const moments = [...momentsOf(around?.before ?? []), ...own, ...momentsOf(around?.after ?? [])];
    const known = (seconds: number | null) => (seconds === null ? null : instant(seconds));
    const { shared } = gauge;
    return {
      load,
      ...withMoments(besideLoad({ moments, joined, run: span, window }), instant),
      otherRun: other && { loadedUntil: known(other.loadedUntil), leftOutFrom: known(other.leftOutFrom) },
      ...(shared === undefined || requests === null
        ? {}
        : { share: shareIn(own, { shared, requests, span, window }) }),
    };
  };
}

/** Where it isn't known how many requests there were, nobody knows how many a share was. */
function shareIn(
  own: readonly GaugeMoment[],
  {
    shared,
    requests,
    span,
    window,
  }: { shared: SharedLoad; requests: Load } & Pick<BesideLoadIn, "span" | "window">,
): GaugeBesideLoad["share"] {
  const known = new Set(joinLoad(own, { ...requests, ...span }).map(({ offsetSeconds }) => offsetSeconds));
  const { of, points, pointSeconds } = shared;
  const joined = joinLoad(own, { points, pointSeconds, between: "nothing", ...span }).filter(
    ({ offsetSeconds: at }) => known.has(at) && at >= window.fromSeconds && at < window.toSeconds,
  );
  return gaugeShare({ of }, joined);
}

/** The values of a gauge in the run, alone and with the load beside them. */
export function joinIn({ gauges, requests, span }: Pick<BesideLoadIn, "gauges" | "requests" | "span">) {
  const users = usersOf(gauges);
  return ({ name, points }: Pick<ReadGauge, "name" | "points">) => {
    const load = isUsers({ name }) ? requests : (users ?? requests);
    const own = momentsOf(points);
    const joined = load === null ? [] : joinLoad(own, { ...load, ...span });
    return { load: load?.kind ?? null, own, joined };
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

/** The requests of a run over time. Null: the source gives only totals, or doesn't count requests. */
export async function readRequests(tx: WorkspaceTx, run: RunModel): Promise<RequestsOverTime | null> {
  const timeline = await readTimeline(tx, { runId: run.id });
  if (timeline === null || (await readAbsent(tx, run.id)).includes("requests")) return null;
  const points = timeline.points.map(({ offsetSeconds, stepSeconds, cell }) => ({
    offsetSeconds,
    load: cell.requests / stepSeconds,
  }));
  const meanMillis = timeline.points.flatMap(({ offsetSeconds, cell: { requests, sumMicros } }) =>
    sumMicros === null || requests === 0 ? [] : [{ offsetSeconds, value: sumMicros / requests / 1_000 }],
  );
  return { kind: "requests", points, pointSeconds: timeline.pointSeconds, between: "nothing", meanMillis };
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
