import type { Counted, CountedBetween } from "./counted.ts";

/** The first thing that a series of a target said. */
export interface FirstReading {
  key: string;
  rule: string;
  label: string;
  failed: boolean | null;
  atMicros: number;
  counted: Counted;
}

/** Between these moments, a series that was known before went on being read. */
export interface Step {
  fromMicros: number;
  toMicros: number;
}

/** What is remembered about a target, such as an instance that is scraped: all its series are read together. */
export interface TargetState {
  /** Since when it has been read without a long break. */
  sinceMicros: number;
  /** The last ones, in order of time. */
  steps: readonly Step[];
  /** What can't be placed yet: the other series of that moment may arrive in another request. */
  waiting: readonly FirstReading[];
}

export interface Placed {
  state: TargetState;
  /** What series that began between two moments have counted since the earlier one. */
  placed: { first: FirstReading; counted: CountedBetween }[];
  /** More series began than can wait, so some aren't counted. */
  isFull: boolean;
}

/** Requests arrive in any order, but not many moments apart. */
const MAX_STEPS = 8;
/** A series whose moment has come and gone isn't waited for longer. */
const MAX_WAIT_MICROS = 300_000_000;
/** When a target is new, or its rule has just begun to count, some of its series may not have been seen yet. */
const SETTLED_MICROS = 300_000_000;

/**
 * A series that appears in a target has counted nothing before the target's previous moment, if other series were read
 * at both: the first errors of an outage are such a series. Where none of them goes on, nobody knows what is new: the
 * target may have begun, or its series may have other names now.
 */
export function placeFirst(
  state: TargetState | null,
  {
    steps,
    first,
    mostWaiting,
  }: { steps: readonly Step[]; first: readonly FirstReading[]; mostWaiting: number },
): Placed {
  const known = latestSteps([...(state?.steps ?? []), ...steps]);
  const sinceMicros = readSince(state, steps);
  const latest = known.at(-1)?.toMicros ?? 0;
  const placed: Placed["placed"] = [];
  const waiting: FirstReading[] = [];
  for (const one of [...(state?.waiting ?? []), ...first]) {
    const step = known.find(({ toMicros }) => toMicros === one.atMicros);
    if (step === undefined) {
      if (canWait(one, { latest, sinceMicros })) waiting.push(one);
    } else if (step.fromMicros >= sinceMicros + SETTLED_MICROS)
      placed.push({ first: one, counted: { ...one.counted, ...step } });
  }
  const isFull = waiting.length > mostWaiting;
  if (isFull) waiting.splice(0, waiting.length - mostWaiting);
  return { state: { sinceMicros, steps: known, waiting }, placed, isFull };
}

function canWait(
  { counted, atMicros }: FirstReading,
  { latest, sinceMicros }: { latest: number; sinceMicros: number },
): boolean {
  return counted.count > 0 && atMicros > Math.max(latest - MAX_WAIT_MICROS, sinceMicros + SETTLED_MICROS);
}

function readSince(state: TargetState | null, steps: readonly Step[]): number {
  let since = state?.sinceMicros ?? Number.MAX_SAFE_INTEGER;
  let end = state?.steps.at(-1)?.toMicros ?? Number.MAX_SAFE_INTEGER;
  for (const { fromMicros, toMicros } of steps.toSorted((a, b) => a.toMicros - b.toMicros)) {
    since = fromMicros > end + SETTLED_MICROS ? fromMicros : Math.min(since, fromMicros);
    end = end === Number.MAX_SAFE_INTEGER ? toMicros : Math.max(end, toMicros);
  }
  return since;
}

/** One for each moment that was reached: the shortest. */
function latestSteps(steps: readonly Step[]): Step[] {
  const byEnd = new Map<number, Step>();
  for (const step of steps) {
    const known = byEnd.get(step.toMicros);
    if (known === undefined || known.fromMicros < step.fromMicros) byEnd.set(step.toMicros, step);
  }
  return [...byEnd.values()].sort((a, b) => a.toMicros - b.toMicros).slice(-MAX_STEPS);
}
