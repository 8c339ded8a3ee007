import { decodeTagged, encodeTagged } from "./tagged-json.ts";
/** What is remembered about the replicas that read one target: one of them is counted. */
export interface Election {
  /** The one that is counted. */
  replica: string;
  sinceMicros: number;
  /** The first time that counted of it, as moved. What counted before is from another one. */
  fromMicros: number;
  /** When something new of it arrived last, by this server's clock. */
  heardMicros: number;
  /** Its newest time, by its own clock. */
  newestMicros: number;
  /** Between its readings; null: not known yet. */
  intervalMicros: number | null;
  /** How long after their time its readings arrive, at the least. A clock that is ahead makes it negative. */
  lagMicros: number;
  /**
   * `only`: nothing is known of others, or it isn't certain yet that they are replicas. `apart`: they count something else, and the
   * label is an ordinary one.
   */
  state: "only" | "replicas" | "apart";
  /** Those that aren't counted, latest last. */
  others: readonly Standby[];
  /** What its times are moved by, so that they go on where those of the replica before ended. */
  shift: Shift | null;
  /** Readings from before this time, by its own clock, say nothing about what it counts. */
  forgetBeforeMicros: number | null;
  probes: readonly Probe[];
}

interface Standby {
  replica: string;
  sinceMicros: number;
  newestMicros: number;
  lagMicros: number;
}

interface Shift {
  micros: number;
  fromMicros: number;
}

/** What a series of two senders counted at two moments: as one counter, neither may ever be behind the other's past. */
interface Probe {
  key: string;
  replica: string;
  other: CountAt;
  counted: CountAt;
}

interface CountAt {
  atMicros: number;
  count: number;
}

/** A reading of a series that names the replica which read it. */
export interface Heard {
  replica: string;
  sure: boolean;
  /** All of its request is from this replica. */
  alone: boolean;
  /** By its own clock. */
  atMicros: number;
  arrivedMicros: number;
  /** Of the series: without its replica. */
  key: string;
  /** What it counts now; null: this part of it doesn't say. */
  count: number | null;
  /** What was last counted of it. */
  last: CountAt | null;
}

/** `own`: the label doesn't name a replica, so the series is one of its own. */
export type Place = "counted" | "standing by" | "own";

export interface Elected {
  /** Null: no election was held, because the label may not name a replica. */
  election: Election | null;
  place: Place;
}

/** After a longer silence another one takes over, unless its readings are further apart. */
const MIN_WAIT_MICROS = 30_000_000;
const WAIT_INTERVALS = 2.5;
/** Counters begin again after five minutes without a reading: the other one has to be counted before. */
const MAX_WAIT_MICROS = 240_000_000;
/** Until two readings show another one. */
const ASSUMED_INTERVAL_MICROS = 60_000_000;
const START_OVER_MICROS = 300_000_000;
const MAX_OTHERS = 4;
const MAX_PROBES = 4;
/** After that, the least time that readings take to arrive is known. */
const SETTLED_MICROS = 60_000_000;
/** Clocks and arrivals differ, and at most by this much it says nothing. */
const SLACK_MICROS = 30_000_000;
/** What arrives later isn't the clock's fault. */
const MAX_LAG_MICROS = 120_000_000;
const MIN_SHIFT_MICROS = 10_000_000;
/** How fast the times move back to the replica's own clock. */
const SHIFT_DECAY = 0.05;
const LAG_GROWTH = 0.05;

/** Takes a reading of one of the replicas, and says whether it counts. Unless something is news, the election stays the same object. */
export function hear(known: Election | null, heard: Heard): Elected {
  if (known === null) {
    if (!heard.sure && !heard.alone) return { election: null, place: "own" };
    return { election: begun(heard), place: "counted" };
  }
  if (heard.replica === known.replica) return { election: withNews(known, heard), place: "counted" };
  if (!isReplica(known, heard)) return { election: known, place: "own" };
  const noted = withStandby(known, heard);
  const silentMicros = heard.arrivedMicros - known.heardMicros;
  if (silentMicros > waitOf(known)) return { election: takenOver(noted, heard), place: "counted" };
  const tested = heard.sure || noted.state === "replicas" ? sure(noted) : tried(noted, heard);
  return { election: tested, place: tested.state === "apart" ? "own" : "standing by" };
}

function isReplica({ state }: Election, { sure: isSure, alone }: Heard): boolean {
  return isSure || state === "replicas" || (alone && state === "only");
}

function begun({ replica, sure: isSure, atMicros, arrivedMicros }: Heard): Election {
  return {
    replica,
    sinceMicros: arrivedMicros,
    fromMicros: atMicros,
    heardMicros: arrivedMicros,
    newestMicros: atMicros,
    intervalMicros: null,
    lagMicros: arrivedMicros - atMicros,
    state: isSure ? "replicas" : "only",
    others: [],
    shift: null,
    forgetBeforeMicros: null,
    probes: [],
  };
}

function withNews(known: Election, { atMicros, arrivedMicros, sure: isSure }: Heard): Election {
  if (atMicros <= known.newestMicros) return known;
  return {
    ...(isSure ? sure(known) : known),
    heardMicros: Math.max(known.heardMicros, arrivedMicros),
    newestMicros: atMicros,
    intervalMicros: atMicros - known.newestMicros,
    lagMicros: leastLag(known.lagMicros, arrivedMicros - atMicros),
  };
}

function sure(known: Election): Election {
  return known.state === "replicas" ? known : { ...known, state: "replicas", probes: [] };
}

function withStandby(known: Election, { replica, atMicros, arrivedMicros }: Heard): Election {
  const before = known.others.find((other) => other.replica === replica);
  if (before !== undefined && atMicros <= before.newestMicros) return known;
  const lagMicros = arrivedMicros - atMicros;
  const standby: Standby = {
    replica,
    sinceMicros: before?.sinceMicros ?? arrivedMicros,
    newestMicros: atMicros,
    lagMicros: before === undefined ? lagMicros : leastLag(before.lagMicros, lagMicros),
  };
  const others = known.others.filter((other) => other !== before);
  return { ...known, others: [...others, standby].slice(-MAX_OTHERS) };
}

/** What has to be sent again arrives late, and says nothing about the clock. */
function leastLag(known: number, now: number): number {
  return now <= known ? now : known + Math.round((now - known) * LAG_GROWTH);
}

/** How long the others wait for news of the one that is counted. */
function waitOf({ intervalMicros }: Election): number {
  const interval = intervalMicros ?? ASSUMED_INTERVAL_MICROS;
  return Math.min(MAX_WAIT_MICROS, Math.max(MIN_WAIT_MICROS, interval * WAIT_INTERVALS));
}

/** Whether the counted replica doesn't have a series that another one goes on reading. */
export function misses(election: Election, lastMicros: number, atMicros: number): boolean {
  return election.state === "replicas" && atMicros > lastMicros + waitOf(election) + SLACK_MICROS;
}

function takenOver(known: Election, heard: Heard): Election {
  const { count, last, atMicros } = heard;
  const isOver = heard.arrivedMicros - known.heardMicros > START_OVER_MICROS;
  // Where nothing has shown that they are replicas, what counts less than before is something else.
  const isElse =
    known.state === "only" && !heard.sure && count !== null && last !== null && count < last.count;
  const { intervalMicros, others } = known;
  const shift = isOver || isElse ? null : shiftTo(known, heard);
  return {
    ...begun(heard),
    state: heard.sure ? "replicas" : known.state,
    intervalMicros: isOver ? null : intervalMicros,
    others: others.filter(({ replica }) => replica !== heard.replica),
    fromMicros: atMicros + (shift?.micros ?? 0),
    shift,
    forgetBeforeMicros: isElse ? atMicros : null,
  };
}

/** So that a clock that differs doesn't squeeze what happened meanwhile into the wrong seconds. */
function shiftTo(known: Election, { replica, atMicros }: Heard): Shift | null {
  const next = known.others.find((other) => other.replica === replica);
  if (next === undefined) return null;
  const micros = shiftAt(known, known.newestMicros) + aheadOf(known, next);
  return Math.abs(micros) < MIN_SHIFT_MICROS || Math.abs(micros) > MAX_LAG_MICROS
    ? null
    : { micros, fromMicros: atMicros };
}

/** By how much the clock of the one that is counted is ahead of the other's. */
function aheadOf({ lagMicros }: Election, other: Standby): number {
  const isKnown = Math.abs(lagMicros) <= MAX_LAG_MICROS && Math.abs(other.lagMicros) <= MAX_LAG_MICROS;
  return isKnown ? other.lagMicros - lagMicros : 0;
}

/** What the times of the counted replica are moved by at this time of its own: less and less. */
export function shiftAt({ shift }: Election, atMicros: number): number {
  if (shift === null) return 0;
  const passed = Math.max(0, atMicros - shift.fromMicros);
  const left = Math.max(0, Math.abs(shift.micros) - passed * SHIFT_DECAY);
  return Math.round(Math.sign(shift.micros) * left);
}

/** Looks for what can't be one counter, until it is certain either way. */
function tried(known: Election, heard: Heard): Election {
  const { count, last, replica, key, arrivedMicros } = heard;
  const standby = known.others.find((other) => other.replica === replica);
  if (count === null || last === null || standby === undefined) return known;
  const isSettled =
    arrivedMicros - known.sinceMicros >= SETTLED_MICROS &&
    arrivedMicros - standby.sinceMicros >= SETTLED_MICROS;
  if (!isSettled) return known;
  const now = { other: { atMicros: heard.atMicros + aheadOf(known, standby), count }, counted: last };
  const probe = known.probes.find((one) => one.key === key && one.replica === replica);
  if (probe === undefined) return withProbe(known, { key, replica, ...now });
  const outcome = compared(probe, now);
  if (outcome === "one counter") return sure(known);
  if (outcome === "two counters") return { ...known, state: "apart", probes: [] };
  if (outcome === "too early") return known;
  const probes = known.probes.map((one) => (one === probe ? { key, replica, ...now } : one));
  return { ...known, probes };
}

/** Busy series show it best. */
function withProbe(known: Election, probe: Probe): Election {
  const probes = [...known.probes, probe].toSorted((a, b) => b.counted.count - a.counted.count);
  return { ...known, probes: probes.slice(0, MAX_PROBES) };
}

function compared(
  before: Probe,
  now: Pick<Probe, "other" | "counted">,
): "one counter" | "two counters" | "too early" | "begin again" {
  const fell = now.counted.count < before.counted.count || now.other.count < before.other.count;
  if (fell) return "begin again";
  const countedLater = now.counted.atMicros >= before.other.atMicros + SLACK_MICROS;
  const otherLater = now.other.atMicros >= before.counted.atMicros + SLACK_MICROS;
  if (countedLater && now.counted.count < before.other.count) return "two counters";
  if (otherLater && now.other.count < before.counted.count) return "two counters";
  if (!countedLater || !otherLater) return "too early";
  const rose = now.counted.count > before.counted.count && now.other.count > before.other.count;
  return rose ? "one counter" : "begin again";
}

export const encodeElection = (election: Election): Uint8Array => encodeTagged("replicas", election);
/** `encodeElection` wrote it. */
export const decodeElection = (bytes: Uint8Array): Election => decodeTagged("replicas", bytes) as Election;
