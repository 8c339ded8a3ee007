import { medianOf } from "../phase/phase-statistics.ts";
import { findRise, tellsWaiting } from "./find-rise.ts";
import type { GaugeRise } from "./find-rise.ts";
import type { GaugeMoment, JoinedMoment } from "./moments.ts";
import { isLimitOf } from "./stated-limits.ts";
import type { StatedLimit } from "./stated-limits.ts";
import { findStop } from "./stopped-following.ts";
import type { StoppedFollowing } from "./stopped-following.ts";

/** What other gauges did while a queue, a lag or a latency rose. */
export interface Meanwhile extends GaugeRise {
  name: string;
  unit: string | null;
  others: MeanwhileGauge[];
}

export interface MeanwhileGauge {
  name: string;
  unit: string | null;
  /** Nine of ten values, and the middle one. */
  low: number;
  high: number;
  usual: number;
  /** Its highest reading in the run. */
  highest: number;
  isLevel: boolean;
  /** Since when it was level; null: since the rise began. The values are those from then on. */
  levelFromSeconds: number | null;
  limit: StatedLimit | null;
  /** Null: nothing certain. `may-be-limit` at its stated limit, or if it followed the load and stopped; `has-room` far below its stated limit all the time. */
  standing: "may-be-limit" | "has-room" | null;
  /** What a limit is concluded from. */
  because: "stated" | "stopped" | null;
  stopped: StoppedFollowing | null;
}

export interface MeanwhileInput {
  gauges: readonly {
    name: string;
    unit: string | null;
    /** In the run. */
    moments: readonly GaugeMoment[];
    joined: readonly JoinedMoment[];
    /** Its highest reading in the run, where moments are means of several; missing: that of the moments. */
    highest?: number;
    /** It is the load itself, or offered to the service. */
    isLoad: boolean;
  }[];
  limits: ReadonlyMap<string, StatedLimit>;
}

/** Of all values, how many the range holds: the middle nine of ten. */
const OUTSIDE = 0.05;
const MIN_MOMENTS = 8;
/** A gauge may first rise with the load: it is level from one of these shares of the rise on. */
const LEVEL_FROM = Array.from({ length: 21 }, (_, at) => at * 0.02);
/** It is level within this share of its highest, and its ends differ by less. */
const LEVEL = 0.1;
const ENDS = 0.05;
/** It is at its limit, or has room, from these shares of it. */
const AT_LIMIT = 0.95;
const HAS_ROOM = 0.8;
/** Under a load that rises, a tenth of a rise takes a third of its time. */
const SOON = 0.6;

type Given = MeanwhileInput["gauges"][number];

/** Only rises during which another gauge stayed level, or was at or far below its stated limit. */
export function findMeanwhile({ gauges, limits }: MeanwhileInput): Meanwhile[] {
  const names = gauges.map(({ name }) => name);
  const beside = gauges.filter(
    ({ name, isLoad }) => !isLoad && !tellsWaiting(name) && !isLimitOf(name, names),
  );
  return gauges
    .filter(({ name }) => tellsWaiting(name))
    .flatMap(({ name, unit, moments }) => {
      const rise = findRise(moments);
      if (rise === null) return [];
      const others = beside.flatMap((gauge) => besideRise(gauge, rise, limits.get(gauge.name) ?? null));
      return others.length === 0 ? [] : [{ name, unit, ...rise, others }];
    });
}

function besideRise(gauge: Given, rise: GaugeRise, limit: StatedLimit | null): MeanwhileGauge[] {
  const { name, unit, moments, joined } = gauge;
  const inRise = moments.filter(({ offsetSeconds: at }) => at >= rise.fromSeconds && at <= rise.toSeconds);
  if (inRise.length < MIN_MOMENTS) return [];
  const level = levelPart(inRise, rise);
  const range = rangeOf(level?.part ?? inRise);
  const stopped = level === null ? null : stoppedInTime(joined, rise, range.usual);
  const highest = Math.max(gauge.highest ?? -Infinity, ...moments.map(({ value }) => value));
  const concluded = concludedFrom(standingOf({ ...range, highest }, limit), stopped);
  const isLevel = level !== null;
  if (!isLevel && concluded.standing === null) return [];
  const levelFromSeconds = level?.fromSeconds ?? null;
  return [{ name, unit, ...range, highest, isLevel, levelFromSeconds, limit, ...concluded, stopped }];
}

/** A limit that somebody stated comes first. */
function concludedFrom(
  stated: MeanwhileGauge["standing"],
  stopped: StoppedFollowing | null,
): Pick<MeanwhileGauge, "standing" | "because"> {
  if (stated !== null) return { standing: stated, because: "stated" };
  if (stopped !== null) return { standing: "may-be-limit", because: "stopped" };
  return { standing: null, because: null };
}

/** What limits makes work wait soon: what stopped long before something waited isn't why it waits. */
function stoppedInTime(
  joined: Given["joined"],
  { fromSeconds, toSeconds }: GaugeRise,
  value: number,
): StoppedFollowing | null {
  const stop = findStop(joined, { value, toSeconds });
  if (stop === null) return null;
  return fromSeconds - stop.atSeconds <= SOON * (toSeconds - stop.atSeconds) ? stop : null;
}

/** The longest part up to the end of the rise in which it is level, and since when, if not all the time; null: none is long enough. */
function levelPart(
  inRise: readonly GaugeMoment[],
  { fromSeconds, toSeconds }: GaugeRise,
): { part: readonly GaugeMoment[]; fromSeconds: number | null } | null {
  for (const share of LEVEL_FROM) {
    const from = fromSeconds + share * (toSeconds - fromSeconds);
    const part = inRise.filter(({ offsetSeconds }) => offsetSeconds >= from);
    if (part.length >= MIN_MOMENTS && staysLevel(part))
      return { part, fromSeconds: share === 0 ? null : (part[0]?.offsetSeconds ?? null) };
  }
  return null;
}

function rangeOf(moments: readonly GaugeMoment[]): Record<"low" | "high" | "usual", number> {
  const sorted = moments.map(({ value }) => value).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { low: at(OUTSIDE), high: at(1 - OUTSIDE), usual: medianOf(sorted) };
}

/** A gauge at zero isn't level, it's idle. */
function staysLevel(moments: readonly GaugeMoment[]): boolean {
  const values = moments.map(({ value }) => value);
  const { low, high, usual } = rangeOf(moments);
  const quarter = Math.max(1, Math.floor(values.length / 4));
  const moved = Math.abs(medianOf(values.slice(-quarter)) - medianOf(values.slice(0, quarter)));
  return low > 0 && high - low <= LEVEL * high && moved <= ENDS * usual;
}

function standingOf(
  { low, usual, highest }: Record<"low" | "usual" | "highest", number>,
  limit: StatedLimit | null,
): MeanwhileGauge["standing"] {
  if (limit === null) return null;
  if (usual >= AT_LIMIT * limit.value && low >= HAS_ROOM * limit.value) return "may-be-limit";
  return highest <= HAS_ROOM * limit.value ? "has-room" : null;
}
