import type { CountedBetween } from "./counted.ts";
import { decodeTagged, encodeTagged } from "./tagged-json.ts";

/** How many requests a counter has counted between two moments, and how many of them failed. */
export interface Outcomes {
  fromMicros: number;
  toMicros: number;
  requests: number;
  failed: number;
}

interface Gathered extends Outcomes {
  /** How many of its series have counted between the same moments. */
  series: number;
}

interface Waiting {
  counted: CountedBetween;
  arrivedMicros: number;
}

/** What is remembered of a label that one process counts in two metrics: one has latencies, the other one says what failed. */
export interface JointState {
  /** What no latencies have come of yet, in order of time. */
  outcomes: readonly Gathered[];
  /** What no outcomes have come of yet, in order of time. */
  waiting: readonly Waiting[];
  /** Of requests that are counted already: they arrived late, or one metric was read a moment before the other. */
  late: Pick<Outcomes, "requests" | "failed">;
  /** Requests that were taken for successful before the counter had them. */
  debt: number;
  /** Requests up to here are counted, and those up to the other one without their outcomes. */
  doneMicros: number;
  unknownMicros: number;
  /** The last that the counter said. */
  heardMicros: number;
  /** How many of its series said it, and how many have latencies. */
  series: number;
  sources: number;
}

/** Requests, and how many of them failed or don't say so. */
export interface WithOutcome {
  counted: CountedBetween;
  failed: number;
  unknown: number;
}

const NEW: JointState = {
  outcomes: [],
  waiting: [],
  late: { requests: 0, failed: 0 },
  debt: 0,
  doneMicros: 0,
  unknownMicros: 0,
  heardMicros: Number.MIN_SAFE_INTEGER,
  series: 0,
  sources: 0,
};

/** Latencies aren't held back for longer, from when they arrived, or for as long while there may be no counter. */
const MAX_WAIT_MICROS = 60e6;
const FIRST_WAIT_MICROS = 10e6;
/** A counter that wasn't heard for so long says nothing any more. */
const MAX_SILENCE_MICROS = 300e6;
/** What a sender that catches up says in one metric before it says it in the other one, and in how many numbers. */
const MAX_AHEAD = 512;
const MAX_NUMBERS = 20_000;
/** A label may never have latencies. */
const MAX_ALONE = 64;
/** By how much two metrics of one scrape differ, because one of them is read a moment before the other. */
const SAME_SCRAPE = { requests: 5, share: 0.01 };

/**
 * Says of each request that has a latency whether it failed, by a counter of the same requests. Each failed one counts once, and
 * never more of them than there are requests. What the counter doesn't have is unknown, never successful.
 */
export function joinOutcomes(
  state: JointState | null,
  {
    outcomes,
    counted,
    arrivedMicros,
  }: { outcomes: readonly Outcomes[]; counted: readonly CountedBetween[]; arrivedMicros: number },
): { state: JointState; ready: WithOutcome[] } {
  let now = withOutcomes(state ?? NEW, outcomes);
  const arrived = counted.map((one): Waiting => ({ counted: one, arrivedMicros }));
  const waiting = [...now.waiting, ...arrived].sort((a, b) => a.counted.toMicros - b.counted.toMicros);
  now = { ...now, waiting };
  const ready: WithOutcome[] = [];
  for (let [next] = now.waiting; next !== undefined; [next] = now.waiting) {
    const { toMicros } = next.counted;
    const covering = coveringOf(now, toMicros);
    const group = now.waiting.filter((one) => one.counted.toMicros === toMicros);
    const isWhole = covering !== null && group.length >= now.sources;
    if (!isWhole && mayStillCome(now, arrivedMicros - next.arrivedMicros)) break;
    const released = release(
      now,
      group.map((one) => one.counted),
      covering,
    );
    ready.push(...released.ready);
    now = { ...released.state, waiting: now.waiting.filter((one) => !group.includes(one)) };
  }
  const kept = now.doneMicros === 0 && now.waiting.length === 0 ? MAX_ALONE : MAX_AHEAD;
  return { state: { ...now, outcomes: now.outcomes.slice(-kept) }, ready };
}

/** The counter is expected if it was heard as long as latencies were. The first ones wait until it is known whether there is one. */
function mayStillCome({ heardMicros, doneMicros, waiting }: JointState, waitedMicros: number): boolean {
  if (isTooMuch(waiting)) return false;
  if (doneMicros === 0 && heardMicros === NEW.heardMicros) return waitedMicros < FIRST_WAIT_MICROS;
  return heardMicros >= doneMicros - MAX_SILENCE_MICROS && waitedMicros <= MAX_WAIT_MICROS;
}

function isTooMuch(waiting: readonly Waiting[]): boolean {
  const numbers = waiting.reduce((sum, { counted }) => sum + 2 * (counted.buckets?.counts.length ?? 0), 0);
  return waiting.length > MAX_AHEAD || numbers > MAX_NUMBERS;
}

function withOutcomes(state: JointState, added: readonly Outcomes[]): JointState {
  const outcomes = [...state.outcomes];
  let { requests, failed } = state.late;
  for (const one of added) {
    const [, own] = cut(one, state.unknownMicros);
    const [late, open] = own === null ? [null, null] : cut(own, state.doneMicros);
    requests += late?.requests ?? 0;
    failed += late?.failed ?? 0;
    if (open !== null) gather(outcomes, open);
  }
  outcomes.sort((a, b) => a.toMicros - b.toMicros);
  const heardMicros = added.reduce((most, { toMicros }) => Math.max(most, toMicros), state.heardMicros);
  return { ...state, outcomes, late: { requests, failed }, heardMicros };
}

function gather(outcomes: Gathered[], { fromMicros, toMicros, requests, failed }: Outcomes): void {
  const at = outcomes.findIndex((one) => one.fromMicros === fromMicros && one.toMicros === toMicros);
  const known = outcomes[at] ?? { fromMicros, toMicros, requests: 0, failed: 0, series: 0 };
  outcomes[at < 0 ? outcomes.length : at] = {
    ...known,
    requests: known.requests + requests,
    failed: known.failed + failed,
    series: known.series + 1,
  };
}

/** Up to a moment and after it; null: there is no such part. */
function cut<Of extends Outcomes>(one: Of, atMicros: number): [before: Of | null, after: Of | null] {
  if (one.toMicros <= atMicros) return [one, null];
  if (one.fromMicros >= atMicros) return [null, one];
  const share = (atMicros - one.fromMicros) / (one.toMicros - one.fromMicros);
  const failed = Math.round(one.failed * share);
  const requests = failed + Math.round((one.requests - one.failed) * share);
  const rest = { requests: one.requests - requests, failed: one.failed - failed };
  return [
    { ...one, toMicros: atMicros, requests, failed },
    { ...one, fromMicros: atMicros, ...rest },
  ];
}

/** What says that the counter has been read since; null: not all of its series have. */
function coveringOf({ outcomes, series }: JointState, toMicros: number): Gathered | null {
  return outcomes.find((one) => one.toMicros >= toMicros && one.series >= series) ?? null;
}

/** `group`: what ends at one moment. */
function release(
  state: JointState,
  group: readonly CountedBetween[],
  covering: Gathered | null,
): { state: Omit<JointState, "waiting">; ready: WithOutcome[] } {
  const [{ toMicros } = { toMicros: 0 }] = group;
  const fromMicros = Math.min(...group.map((one) => one.fromMicros));
  const total = group.reduce((sum, { count }) => sum + count, 0);
  const { own, left } = takeOutcomes(state.outcomes, { fromMicros, toMicros });
  const after = {
    outcomes: left,
    heardMicros: state.heardMicros,
    doneMicros: Math.max(state.doneMicros, toMicros),
    sources: group.length,
  };
  const known = {
    requests: state.late.requests + own.requests,
    failed: state.late.failed + own.failed,
  };
  if (covering === null) {
    const settled = settle(known, { total, debt: 0, tolerance: 0 });
    return {
      ready: divide(group, total, settled),
      state: { ...after, late: settled.late, debt: 0, unknownMicros: after.doneMicros, series: 0 },
    };
  }
  const tolerance = own.isWhole ? SAME_SCRAPE.requests + SAME_SCRAPE.share * total : total;
  // The counter began later.
  const before = Math.min(Math.max(0, total - known.requests), Math.round(total * own.gap));
  const settled = settle(known, { total: total - before, debt: state.debt, tolerance });
  const { late, debt } = total === 0 ? state : settled;
  const { unknownMicros } = state;
  return {
    ready: divide(group, total, { ...settled, unknown: settled.unknown + before }),
    state: {
      ...after,
      late,
      debt,
      unknownMicros,
      series: covering.series,
    },
  };
}

interface OwnOutcomes extends Pick<Outcomes, "requests" | "failed"> {
  /** They are between the same two moments. */
  isWhole: boolean;
  /** The share of the time before the first of them. */
  gap: number;
}

/** What was counted between two moments. What is older has no latencies, so another rule may have counted it. */
function takeOutcomes(
  outcomes: readonly Gathered[],
  { fromMicros, toMicros }: Pick<Outcomes, "fromMicros" | "toMicros">,
): { own: OwnOutcomes; left: Gathered[] } {
  const own: OwnOutcomes = { requests: 0, failed: 0, isWhole: true, gap: 1 };
  const left: Gathered[] = [];
  for (const one of outcomes) {
    const [before, after] = cut(one, toMicros);
    if (after !== null) left.push(after);
    const [, part] = before === null ? [null, null] : cut(before, fromMicros);
    if (part === null) continue;
    own.requests += part.requests;
    own.failed += part.failed;
    own.gap = Math.min(own.gap, (part.fromMicros - fromMicros) / (toMicros - fromMicros));
    own.isWhole &&= one.fromMicros === fromMicros && one.toMicros === toMicros;
  }
  return { own, left };
}

interface Settled {
  failed: number;
  unknown: number;
  late: JointState["late"];
  debt: number;
}

/** What the counter has more or less than there are latencies is carried over to the next ones, as far as that is likely. */
function settle(
  { requests, failed }: JointState["late"],
  { total, debt, tolerance }: { total: number; debt: number; tolerance: number },
): Settled {
  const isMissing = Math.max(0, total - requests);
  const isMore = Math.max(0, requests - total);
  const owed = Math.max(0, debt - isMore) + isMissing;
  const unknown = Math.min(isMissing, Math.max(0, Math.ceil(owed - tolerance)));
  const own = Math.min(failed, total - unknown);
  const kept = Math.floor(Math.min(Math.max(0, isMore - debt), tolerance));
  const lateFailed = Math.floor(Math.min(failed - own, total, Math.max(tolerance, SAME_SCRAPE.requests)));
  return {
    failed: own,
    unknown,
    late: { requests: Math.max(kept, lateFailed), failed: lateFailed },
    debt: Math.min(owed - unknown, tolerance),
  };
}

function divide(
  group: readonly CountedBetween[],
  total: number,
  { failed, unknown }: Settled,
): WithOutcome[] {
  let [before, failedBefore, unknownBefore] = [0, 0, 0];
  return group.map((counted) => {
    before += counted.count;
    const failedUpTo = total === 0 ? 0 : Math.floor((failed * before) / total);
    const own = failedUpTo - failedBefore;
    failedBefore = failedUpTo;
    const spare = before - failedUpTo;
    const unknownUpTo = total === failed ? 0 : Math.floor((unknown * spare) / (total - failed));
    const ownUnknown = unknownUpTo - unknownBefore;
    unknownBefore = unknownUpTo;
    return { counted, failed: own, unknown: ownUnknown };
  });
}

export const encodeJoint = (state: JointState): Uint8Array => encodeTagged("joint", state);
/** `encodeJoint` wrote it. */
export const decodeJoint = (bytes: Uint8Array): JointState => decodeTagged("joint", bytes) as JointState;
