import type { Counted, CountedBetween } from "./counted.ts";

/** The first thing that a series of a target said. */
export interface FirstReading {
  key: string;
  rule: string;
  label: string;
  failed: boolean | null;
  /** As of `FoldedReading`. */
  joint?: string;
  atMicros: number;
  counted: Counted;
}

/** Between these moments, a series that was known before went on being read. */
export interface Step {
  fromMicros: number;
  toMicros: number;
}

/** Steps of one length, each of which begins where the one before it ended. */
export interface Stretch extends Step {
  everyMicros: number;
}

/** What is remembered about a target, such as an instance that is scraped: all its series are read together. */
export interface TargetState {
  /** Since when it has been read without a long break. */
  sinceMicros: number;
  /** The last ones, in order of time. Bodies of hours, sent late, are one: their series can be spread over several bodies. */
  steps: readonly Stretch[];
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

/** Requests arrive in any order, but if moments are uneven, not many of them apart. */
const MAX_STRETCHES = 8;
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
  const before = state?.steps ?? [];
  const now = shortest(steps);
  const stepOf = (at: number) => shorterOf(now.get(at) ?? null, stepTo(before, at));
  const known = withSteps(before, now);
  const sinceMicros = readSince(state, steps);
  const latest = known.at(-1)?.toMicros ?? 0;
  const placed: Placed["placed"] = [];
  const waiting: FirstReading[] = [];
  for (const one of [...(state?.waiting ?? []), ...first]) {
    const step = stepOf(one.atMicros);
    if (step === null) {
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

/** One for each moment that was reached. */
function shortest(steps: readonly Step[]): Map<number, Step> {
  const byEnd = new Map<number, Step>();
  for (const step of steps) {
    const known = byEnd.get(step.toMicros);
    if (known === undefined || known.fromMicros < step.fromMicros) byEnd.set(step.toMicros, step);
  }
  return byEnd;
}

/** The shortest that ends at this moment. */
function stepTo(stretches: readonly Stretch[], atMicros: number): Step | null {
  let found: Step | null = null;
  for (const { fromMicros, toMicros, everyMicros } of stretches) {
    const isIn = atMicros > fromMicros && atMicros <= toMicros;
    if (isIn && (atMicros - fromMicros) % everyMicros === 0)
      found = shorterOf(found, { fromMicros: atMicros - everyMicros, toMicros: atMicros });
  }
  return found;
}

function shorterOf(a: Step | null, b: Step | null): Step | null {
  if (a === null || b === null) return a ?? b;
  return a.fromMicros < b.fromMicros ? b : a;
}

function withSteps(before: readonly Stretch[], now: ReadonlyMap<number, Step>): Stretch[] {
  const all = [...before];
  for (const step of [...now.values()].sort((a, b) => a.toMicros - b.toMicros)) {
    const known = stepTo(before, step.toMicros);
    if (known !== null && known.fromMicros >= step.fromMicros) continue;
    const last = all.at(-1);
    const everyMicros = step.toMicros - step.fromMicros;
    if (last?.toMicros === step.fromMicros && last.everyMicros === everyMicros)
      all[all.length - 1] = { ...last, toMicros: step.toMicros };
    else all.push({ ...step, everyMicros });
  }
  return all.sort((a, b) => a.toMicros - b.toMicros).slice(-MAX_STRETCHES);
}
