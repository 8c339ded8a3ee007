import { hasTwins, hearTwin } from "@headroom/core";
import type { FoldedReading, Reading, TwinRole } from "@headroom/core";
import { inPieces } from "../live/in-pieces.ts";
import type { Seat } from "./replica-seats.ts";
import type { SourceStates } from "./source-states.ts";

/** A seat, and whether what it adds counts. */
export interface TwinSeat extends Seat {
  counts: boolean;
}

/** A name that wasn't heard for so long isn't one of its job any more. */
const HEARD_MICROS = 86_400e6;
/** How old what is stored of that can be. */
const STORED_MICROS = 300e6;

/**
 * Adds up what an application sends under several names, such as the two halves of a fleet that moves to OpenTelemetry. They belong
 * together if they share a job, and each process counts by one of them. The others count as the name that the service is counted by.
 */
export class TwinSeats {
  readonly #states: SourceStates;
  readonly #wanted: string | null;
  readonly #jobs = new Map<string, ReadonlySet<string>>();
  /** Other names whose requests were added. */
  readonly added = new Set<string>();

  private constructor(states: SourceStates, wanted: string | null) {
    this.#states = states;
    this.#wanted = hasTwins(wanted) ? wanted : null;
  }

  /** `wanted`: the name that counts; null: nothing is added to it. */
  static async open(
    states: SourceStates,
    wanted: string | null,
    readings: readonly FoldedReading[],
  ): Promise<TwinSeats> {
    const seats = new TwinSeats(states, wanted);
    await inPieces(readings, ({ rule, twin, reading }) => {
      if (twin !== undefined) seats.#hear(twin.job, rule, reading.atMicros);
    });
    return seats;
  }

  #hear(job: string, rule: string, atMicros: number): void {
    const heardMicros = this.#states.twinJob(job)?.heardMicros ?? {};
    if (atMicros - (heardMicros[rule] ?? -Infinity) > STORED_MICROS) {
      const recent = Object.entries(heardMicros).filter(([, at]) => at > atMicros - HEARD_MICROS);
      this.#states.moveTwin(job, { heardMicros: { ...Object.fromEntries(recent), [rule]: atMicros } });
    }
    this.#jobs.set(job, new Set(Object.keys(this.#states.twinJob(job)?.heardMicros ?? {})));
  }

  /** Whether requests of both are added up, so that one can take over from the other in any second. */
  areAdded(a: string | null, b: string | null): boolean {
    return [...this.#jobs.values()].some((rules) => rules.has(a ?? "") && rules.has(b ?? ""));
  }

  /** Whether it is added to what counts. */
  isAdded({ rule, twin }: FoldedReading): boolean {
    if (this.#wanted === null || rule === this.#wanted || twin === undefined) return false;
    return this.#jobs.get(twin.job)?.has(this.#wanted) ?? false;
  }

  /** Whether its process counts by another name. */
  isUnused({ rule, twin, reading }: FoldedReading): boolean {
    const known = twin === undefined ? null : this.#states.twinPlace(twin.place);
    return known !== null && hearTwin(known, { rule, atMicros: reading.atMicros }).role === "unused";
  }

  /** Null: its process counts by another name. */
  of(seat: Seat): TwinSeat | null {
    const { twin } = seat.source;
    return twin === undefined || !this.#isOneOfSeveral(seat.source, twin.job)
      ? { ...seat, counts: true }
      : this.#inPlace(seat, twin.place);
  }

  #isOneOfSeveral(source: FoldedReading, job: string): boolean {
    const isOne = source.rule === this.#wanted || this.isAdded(source);
    return isOne && (this.#jobs.get(job)?.size ?? 0) > 1;
  }

  #inPlace({ source, before, opens }: Seat, key: string): TwinSeat | null {
    const { rule, reading } = source;
    const known = this.#states.twinPlace(key);
    const { place, role } = hearTwin(known, { rule, atMicros: reading.atMicros });
    if (place !== known) this.#states.moveTwin(key, place);
    const lastMicros = before?.last?.atMicros ?? null;
    if (!isNeeded(role, lastMicros, place.lastMicros)) return null;
    const counts = role === "counted" && (lastMicros ?? Infinity) >= place.sinceMicros;
    if (counts && rule !== this.#wanted) this.added.add(rule);
    const own = lastMicros === null ? since(reading, place.sinceMicros) : reading;
    return { source: { ...source, rule: this.#wanted ?? rule, reading: own }, before, opens, counts };
  }
}

/** What a process has counted since its start was counted by another name, if that began later. */
function since(reading: Reading, countedMicros: number): Reading {
  const isCounted = reading.startMicros !== null && reading.startMicros < countedMicros;
  return isCounted ? { ...reading, startMicros: null } : reading;
}

/** While another name counts, what this one says is remembered once: it goes on from there. */
function isNeeded(role: TwinRole, lastMicros: number | null, countedMicros: number): boolean {
  if (role === "waiting") return lastMicros === null || lastMicros < countedMicros;
  return role === "counted";
}

/** Whether this name can be added to the one that a service is counted by. */
export function canBeAdded({ rule, twin }: FoldedReading, wanted: string | null): boolean {
  return twin !== undefined && hasTwins(wanted) && hasTwins(rule);
}
