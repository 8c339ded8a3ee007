import { hear, misses, shiftAt } from "@headroom/core";
import type { Election, FoldedReading, Heard, Reading, SourceState } from "@headroom/core";
import type { SourceStates } from "./source-states.ts";

type Replica = NonNullable<FoldedReading["replica"]>;

/** A reading that counts, under the key by which its source is remembered. */
export interface Seat {
  source: FoldedReading;
  before: SourceState | null;
  /** The replica that is elected with it, if the source is let in. */
  opens: Election | null;
}

/** When a replica was last heard and counted. */
export interface HeardReplica {
  name: string;
  seenMillis: number;
  countedMillis: number | null;
}

/** Of replicas that read the same sources, one counts. Which one is stored with what the sources said last. */
export class ReplicaSeats {
  readonly #states: SourceStates;
  readonly #heard = new Map<string, HeardReplica>();

  constructor(states: SourceStates) {
    this.#states = states;
  }

  /** Null: another replica is counted. */
  of(source: FoldedReading, arrivedMicros: number): Seat | null {
    const { replica } = source;
    const states = this.#states;
    if (replica === undefined) return { source, before: states.source(source.key), opens: null };
    const known = states.election(replica.group);
    const { election, place } = hear(known, this.#heardOf(source, replica, arrivedMicros));
    if (known !== null && election !== null && election !== known)
      states.moveElection(replica.group, election);
    if (place === "own" || election === null)
      return { source, before: states.source(source.key), opens: null };
    if (election.state === "replicas") this.#note(replica.name, place === "counted", arrivedMicros);
    if (place === "standing by") return this.#waiting(source, replica, election);
    return { ...this.#counted(source, replica, election), opens: known === null ? election : null };
  }

  #counted(source: FoldedReading, { bare }: Replica, election: Election): Omit<Seat, "opens"> {
    const before = this.#before(source, election);
    const atMicros = source.reading.atMicros + shiftAt(election, source.reading.atMicros);
    const isOwn = (before?.last?.atMicros ?? Infinity) >= election.fromMicros;
    const reading = isOwn ? source.reading : withoutStart(source.reading);
    return { source: { ...source, key: bare, reading: { ...reading, atMicros } }, before };
  }

  #heardOf({ reading }: FoldedReading, { name, sure, alone, bare }: Replica, arrivedMicros: number): Heard {
    const last = this.#states.source(bare)?.last ?? null;
    return {
      replica: name,
      sure,
      alone,
      atMicros: reading.atMicros,
      arrivedMicros,
      key: bare,
      count: "counted" in reading ? reading.counted.count : reading.count,
      last: last === null ? null : { atMicros: last.atMicros, count: last.counted.count },
    };
  }

  /** Unless the counted replica doesn't have the series, it isn't needed. */
  #waiting(source: FoldedReading, { bare }: Replica, election: Election): Seat | null {
    // Before replicas were known, each was a source of its own.
    if (election.state === "replicas") this.#states.dropSource(source.key);
    const before = this.#states.source(bare);
    const lastMicros = before?.last?.atMicros ?? null;
    if (lastMicros === null || !misses(election, lastMicros, source.reading.atMicros)) return null;
    const own = { ...source, key: bare, reading: withoutStart(source.reading) };
    return { source: own, before, opens: null };
  }

  /** What it says now of the source that it counts for. */
  take({ key, replica }: FoldedReading, { source, opens }: Seat, state: SourceState): void {
    if (opens !== null && replica !== undefined) this.#states.moveElection(replica.group, opens);
    this.#states.moveSource(source, state);
    if (source.key !== key) this.#states.dropSource(key);
  }

  get heard(): HeardReplica[] {
    return [...this.#heard.values()];
  }

  /** What its source said last, or what it said last as a source of its own. */
  #before({ key, replica }: FoldedReading, { forgetBeforeMicros }: Election): SourceState | null {
    const before = this.#states.source(replica?.bare ?? key) ?? this.#states.source(key);
    const isOther = (before?.last?.atMicros ?? Infinity) < (forgetBeforeMicros ?? -Infinity);
    return isOther ? null : before;
  }

  #note(name: string, isCounted: boolean, arrivedMicros: number): void {
    const at = arrivedMicros / 1_000;
    const known = this.#heard.get(name) ?? { name, seenMillis: at, countedMillis: null };
    known.seenMillis = Math.max(known.seenMillis, at);
    if (isCounted) known.countedMillis = Math.max(known.countedMillis ?? 0, at);
    this.#heard.set(name, known);
  }
}

/** Collectors say since when they have read a source. After what another one has counted, that is no restart. */
function withoutStart(reading: Reading): Reading {
  return { ...reading, startMicros: null };
}
