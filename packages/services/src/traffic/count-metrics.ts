import { advance, placeFirst } from "@headroom/core";
import type {
  Advanced,
  Cell,
  CountedBetween,
  FirstReading,
  FoldedReading,
  LostBetween,
  Step,
} from "@headroom/core";
import { takeMetricBodies } from "@headroom/db";
import type { MetricsOwner, WorkspaceTx } from "@headroom/db";
import { filterInPieces, inPieces } from "../live/in-pieces.ts";
import { ReplicaSeats } from "./replica-seats.ts";
import type { HeardReplica } from "./replica-seats.ts";
import { counts, switched } from "./counted-rule.ts";
import type { Counting } from "./counted-rule.ts";
import { Joints } from "./joints.ts";
import { SecondCells } from "./second-cells.ts";
import { SourceRoom } from "./source-limit.ts";
import type { PartitionMemory } from "./source-memory.ts";
import { SourceStates } from "./source-states.ts";
import { canBeAdded, TwinSeats } from "./twin-seats.ts";
import type { TwinSeat } from "./twin-seats.ts";
import type { MetricsContent } from "./traffic-message.ts";

export interface CountingOf<Message extends MetricsContent> {
  messages: readonly Message[];
  /** How many sources are remembered. */
  maxSources: number;
  /** What sources of this partition said last. */
  memory: PartitionMemory;
}

export interface MetricsRound extends CountingOf<MetricsContent> {
  /** The rule that is to count. */
  wanted: string | null;
  /** A person has chosen it, so nothing is added to it. */
  isChosen?: boolean;
  counting: Counting;
  /** The last second in which requests have been counted; null: none. */
  latestSecond: () => Promise<number | null>;
  now: Date;
}

export interface CountedMetrics {
  counting: Counting;
  /** By label. */
  cells: SecondCells<string>;
  gauges: MetricsContent["gauges"];
  /** What sources counted while they weren't heard. */
  lost: LostBetween[];
  /** Sources weren't counted because there are too many. */
  leftOut: boolean;
  /** Readings of histograms that couldn't be counted. */
  unusable: number;
  /** The replicas of a collector that sent something. */
  replicas: HeardReplica[];
  /** Further rules whose requests are added to those of the one that counts. */
  added: string[];
  begun: BegunProcess[];
}

/** One that was read for the first time. What it had counted by then isn't counted: nobody knows since when. */
export interface BegunProcess {
  atMicros: number;
  requests: number;
}

interface FromReadings extends Pick<CountedMetrics, "leftOut" | "replicas" | "added" | "begun"> {
  /** Of all rules, because only what has arrived decides which one counts. */
  missing: Missing[];
  /** The rule before and the one that is to count are added up. */
  isJoined: boolean;
}

/** What one reading doesn't count. */
interface Missing extends Pick<Advanced, "lost" | "unusable"> {
  rule: string;
}

/** What is new in bodies of metrics: each body counts once, and cumulative values count what they have added. */
export async function countMetrics(
  tx: WorkspaceTx,
  owner: MetricsOwner,
  round: MetricsRound,
): Promise<CountedMetrics> {
  const { wanted, counting: before } = round;
  const arrived = new Arrived(before, wanted);
  const fresh = await freshOf(tx, owner, round);
  for (const message of fresh) {
    for (const { rule, cell, ...place } of message.cells)
      if (arrived.has(rule)) arrived.add(rule, place, cell);
  }
  const { missing, isJoined, ...read } = await countReadings(tx, owner, round, arrived);
  const seconds = arrived.secondsOf(wanted);
  const counting = isJoined
    ? { ...before, rule: wanted }
    : await switched(before, { wanted, seconds, latestSecond: round.latestSecond });
  const gauges = fresh.flatMap((message) => message.gauges);
  const lost = await lostOf(missing, { counting, round, arrived });
  const unusable = missing.reduce((sum, one) => sum + (one.rule === counting.rule ? one.unusable : 0), 0);
  return { counting, cells: arrived.counted(counting), gauges, lost, unusable, ...read };
}

/** What another rule has counted meanwhile isn't lost. */
async function lostOf(
  missing: readonly Missing[],
  { counting, round, arrived }: { counting: Counting; round: MetricsRound; arrived: Arrived },
): Promise<LostBetween[]> {
  const [own, others] = [[] as LostBetween[], [] as LostBetween[]];
  for (const { rule, lost } of missing) {
    for (const one of lost)
      if (counts(counting, rule, Math.ceil(one.toMicros / 1e6) - 1)) own.push(one);
      else if (rule === round.wanted) others.push(one);
  }
  if (others.length === 0) return own;
  const stored = await round.latestSecond();
  const counted = [counting.rule, counting.before].filter((rule) => rule !== round.wanted);
  const latest = counted
    .flatMap((rule) => arrived.secondsOf(rule))
    .reduce((most, second) => Math.max(most, second), stored ?? -Infinity);
  return [...own, ...others.filter(({ fromMicros }) => fromMicros >= latest * 1e6)];
}

/** The requests of the rules that count or are to count. */
class Arrived {
  readonly #cells = new Map<string, { label: string; second: number; cell: Cell }[]>();

  constructor({ rule, before }: Counting, wanted: string | null) {
    for (const one of [rule, before, wanted]) if (one !== null) this.#cells.set(one, []);
  }

  get rules(): string[] {
    return [...this.#cells.keys()];
  }

  has(rule: string): boolean {
    return this.#cells.has(rule);
  }

  add(rule: string, { label, second }: { label: string; second: number }, cell: Cell): void {
    this.#cells.get(rule)?.push({ label, second, cell });
  }

  secondsOf(rule: string | null): number[] {
    return (this.#cells.get(rule ?? "") ?? []).map(({ second }) => second);
  }

  counted(counting: Counting): SecondCells<string> {
    const cells = new SecondCells<string>();
    for (const [rule, own] of this.#cells) {
      for (const { label, second, cell } of own)
        if (counts(counting, rule, second)) cells.add(label, second, cell);
    }
    return cells;
  }
}

/** Each body counts once, also if it is twice among these. */
async function freshOf(
  tx: WorkspaceTx,
  owner: MetricsOwner,
  { messages, now }: MetricsRound,
): Promise<MetricsContent[]> {
  const bodies = messages.map(({ body }) => body);
  const fresh = await takeMetricBodies(tx, owner, bodies, now);
  return messages.filter(({ body }) => fresh.delete(body));
}

/** Sources that count since they started: what they have added since they were last heard. */
async function countReadings(
  tx: WorkspaceTx,
  owner: MetricsOwner,
  round: MetricsRound,
  arrived: Arrived,
): Promise<FromReadings> {
  const { messages, maxSources, memory, now } = round;
  const addsTo = round.isChosen ? null : round.wanted;
  const joints = new Joints(arrived.rules);
  const readings = await filterInPieces(
    messages.flatMap((message) => message.readings),
    (reading) => arrived.has(reading.rule) || canBeAdded(reading, addsTo) || joints.areGivenBy(reading.rule),
  );
  if (readings.length === 0)
    return { missing: [], isJoined: false, leftOut: false, replicas: [], added: [], begun: [] };
  const states = await SourceStates.open(tx, owner, { memory, readings });
  const twins = await TwinSeats.open(states, addsTo, readings);
  const fresh = await filterInPieces(readings, (one) => mayBeFresh(states, one) && !twins.isUnused(one));
  const room = await SourceRoom.open(tx, owner, { fresh: fresh.length, most: maxSources });
  const targets = new Map<string, Seen>();
  const missing: Missing[] = [];
  const seats = new ReplicaSeats(states);
  await inPieces(seated(round, { arrived, seats, twins, room, joints }), ({ reading, seat }) => {
    const { source, before } = seat;
    const after = advance(before, source.reading, { fromZero: source.fromZero });
    if (after.state === before) return;
    seats.take(reading, seat, after.state);
    if (!seat.counts) return;
    for (const counted of after.added) joints.take(arrived, source, counted);
    note(targets, source, { wasKnown: before !== null && before.last !== null, after });
    missing.push(...missingIn(source, after));
  });
  const begun = begunOf(targets, states);
  const isCrowded = await placeAll(targets, states, maxSources, (first, counted) =>
    joints.take(arrived, first, counted),
  );
  joints.finish(arrived, states, Math.max(...messages.map((message) => arrivalOf(message, now))));
  await states.write(tx, owner, now);
  return {
    missing,
    isJoined: twins.areAdded(round.counting.rule, addsTo),
    leftOut: isCrowded || room.isFull,
    replicas: seats.heard,
    added: [...twins.added],
    begun,
  };
}

function begunOf(targets: ReadonlyMap<string, Seen>, states: SourceStates): BegunProcess[] {
  return [...targets].flatMap(([target, { first }]) => {
    const isKnown = (states.target(target)?.steps.length ?? 0) > 0;
    if (isKnown || first.length === 0) return [];
    const requests = first.reduce((sum, { counted }) => sum + counted.count, 0);
    return { atMicros: Math.min(...first.map(({ atMicros }) => atMicros)), requests };
  });
}

interface Seating {
  arrived: Arrived;
  seats: ReplicaSeats;
  twins: TwinSeats;
  room: SourceRoom;
  joints: Joints;
}

/** Readings that count, in the order in which they arrived. */
function* seated(
  { messages, now }: MetricsRound,
  { arrived, seats, twins, room, joints }: Seating,
): Generator<{ reading: FoldedReading; seat: TwinSeat }> {
  for (const message of messages) {
    const arrivedMicros = arrivalOf(message, now);
    for (const reading of message.readings) {
      const { rule } = reading;
      if (!arrived.has(rule) && !twins.isAdded(reading) && !joints.areGivenBy(rule)) continue;
      const elected = seats.of(reading, arrivedMicros);
      const seat = elected === null ? null : twins.of(elected);
      if (seat === null || (seat.before === null && !room.admits(seat.source.key))) continue;
      yield { reading, seat };
    }
  }
}

/** In microseconds. */
function arrivalOf({ at }: Pick<MetricsContent, "at">, now: Date): number {
  return (at === undefined ? now.getTime() : Date.parse(at)) * 1_000;
}

function missingIn({ rule }: FoldedReading, { lost, unusable }: Advanced): Missing[] {
  return lost.length === 0 && unusable === 0 ? [] : [{ rule, lost, unusable }];
}

/** Whether a place may be needed for it. */
function mayBeFresh(states: SourceStates, { key, replica }: FoldedReading): boolean {
  if (states.source(key) !== null) return false;
  if (replica === undefined || states.source(replica.bare) === null) return true;
  const election = states.election(replica.group);
  return election?.state !== "replicas" && election?.replica !== replica.name;
}

/** Of the sources that an owner can have, how many can wait in one target: all of its row is written each time. */
const WAITING_SHARE = 0.1;

/** Returns whether a target has so many that some were left out. */
async function placeAll(
  targets: ReadonlyMap<string, Seen>,
  states: SourceStates,
  maxSources: number,
  take: (first: FirstReading, counted: CountedBetween) => void,
): Promise<boolean> {
  const mostWaiting = Math.ceil(maxSources * WAITING_SHARE);
  let isCrowded = false;
  await inPieces(targets, ([target, seen]) => {
    const { state, placed, isFull } = placeFirst(states.target(target), { ...seen, mostWaiting });
    states.moveTarget(target, state);
    for (const { first, counted } of placed) take(first, counted);
    isCrowded ||= isFull;
  });
  return isCrowded;
}

/** What the series of a target showed in these messages. */
interface Seen {
  steps: Step[];
  first: FirstReading[];
}

function note(
  targets: Map<string, Seen>,
  { key, target, rule, label, failed, joint }: FoldedReading,
  { wasKnown, after }: { wasKnown: boolean; after: Advanced },
): void {
  if (target === null) return;
  const seen = targets.get(target) ?? { steps: [], first: [] };
  targets.set(target, seen);
  if (wasKnown) seen.steps.push(...after.added.map(({ fromMicros, toMicros }) => ({ fromMicros, toMicros })));
  if (after.first === null) return;
  const { atMicros, counted } = after.first;
  const joined = joint === undefined ? {} : { joint };
  seen.first.push({ key, rule, label, failed, ...joined, atMicros, counted });
}
