import { PARTS, partsOf, setLongApart } from "./long-requests.ts";
import type { ApartPoint, LoadPoint } from "./long-requests.ts";
import { MIN_HOLE_SECONDS, MIN_MISSING } from "../phase/phase-outages.ts";
import type { Span } from "../phase/phase-point.ts";
import { meanOf, medianOf } from "../phase/phase-statistics.ts";

/** A stretch in which some of the users waited for requests that hung, while the others went on. */
export interface PartialHang extends Span {
  /** How many users there were, and how many of them waited, on average. */
  users: number;
  missing: number;
  /** How long those waited at most, before their requests completed or timed out. */
  waitedSeconds: number;
  /** About how many requests those would have sent besides the ones that hung. */
  unsent: number;
}

/** Of the requests that should have been sent. With less, no percentile that a target names would move. */
const MIN_UNSENT_SHARE = 0.005;
/** With fewer slices, nobody knows what is usual. */
const MIN_SLICES = 20;
/** A slow start is a warm-up. */
const MIN_BEFORE_SECONDS = 10;
/** So many users wait at once: a quarter of few, but not a single one. */
const MIN_HUNG = 3;
const HUNG_SHARE = 0.25;
const LEAST_HUNG = 2;
/** And so many deviations more than usual. */
const DEVIATIONS = 5;
/** Stretches this close are one. */
const APART_SECONDS = 2;
/** What waits beside a stretch would have waited in it, too. */
const MIN_BESIDE_SECONDS = 10;
const BESIDE_SHARE = 0.25;
/** Throughput has to lack so much of what the waiting users would have sent. */
const LACKING = 0.5;
/** So many of the requests that hang end within this share of the stretch, or took the same time to within this ratio. */
const TOGETHER_SHARE = 0.5;
const TOGETHER = 0.1;
const SAME_TIME = 1.05;

/**
 * Where some of the users hang. By Little's law, users = throughput x (latency + think time). The think time is what the
 * parts of the run have in common, and users whom that doesn't account for are missing. They may only pause, so those
 * count who waited: their requests completed late, and the latencies say since when. Requests that hang end when the
 * hang does, or when they time out; where each ends at a time of its own, the service is only slow.
 */
export function findPartialHangs(points: readonly LoadPoint[], holes: readonly Span[]): PartialHang[] {
  if (points.length < MIN_SLICES || !points.some(tellsLatency)) return [];
  const apart = setLongApart(points);
  // When the last request that didn't hang has completed, the load is over.
  const slices = apart.slice(0, apart.findLastIndex(({ requests }) => requests > 0) + 1);
  const cycleOf = usualCycle(slices);
  if (cycleOf === null) return [];
  const hangs = stretchesOf(slices, holes).flatMap((stretch) => {
    // What hangs when the load ends, which is within a slice, may end after that.
    const until = stretch.to + 1 >= slices.length ? apart.length : stretch.to + 1;
    return hangOf(slices, stretch, { cycleOf, ending: apart.slice(stretch.from, until) }) ?? [];
  });
  const last = neverEnded(slices, holes, cycleOf);
  if (last !== null && hangs.every(({ toSeconds }) => toSeconds <= last.fromSeconds)) hangs.push(last);
  const unsent = hangs.reduce((sum, hang) => sum + hang.unsent, 0);
  const sent = points.reduce((sum, { cell }) => sum + (cell?.requests ?? 0), 0);
  return unsent >= MIN_UNSENT_SHARE * (sent + unsent) ? hangs : [];
}

/** What a tool quotes of its whole run says nothing of who waits when. */
function tellsLatency({ cell }: LoadPoint): boolean {
  return cell !== null && cell.distribution.kind !== "none" && cell.distribution.kind !== "quoted";
}

type CycleOf = (sums: Sums) => number;

/** How long it takes a user from one request to the next, by the latencies there and the usual think time. Null: not known. */
function usualCycle(slices: readonly ApartPoint[]): CycleOf | null {
  const [cycles, thinks]: [number[], number[]] = [[], []];
  for (const part of partsOf(slices)) {
    const sums = sumsOf(part.filter(({ users }) => (users ?? 0) > 0));
    if (sums.requests <= 0) continue;
    cycles.push(sums.userSeconds / sums.requests);
    thinks.push((sums.userSeconds - sums.hungSeconds - sums.seconds) / sums.requests);
  }
  if (cycles.length < PARTS / 2) return null;
  const [cycle, think] = [medianOf(cycles), medianOf(thinks)];
  // Users who keep a pace think less when they wait more.
  return ({ requests, seconds }) => Math.max(cycle / 2, think + (requests <= 0 ? 0 : seconds / requests));
}

type Sums = ReturnType<typeof sumsOf>;

function sumsOf(slices: readonly ApartPoint[]) {
  const sums = { requests: 0, seconds: 0, userSeconds: 0, hungSeconds: 0, begun: 0 };
  for (const { requests, seconds, users, stepSeconds, inFlight, begun } of slices) {
    sums.requests += requests;
    sums.seconds += seconds;
    sums.userSeconds += (users ?? 0) * stepSeconds;
    sums.hungSeconds += inFlight * stepSeconds;
    sums.begun += begun;
  }
  return sums;
}

/** In slices: from inclusive to exclusive. */
interface Stretch {
  from: number;
  to: number;
}

/** Where clearly more users wait than usual. Where all do, it is a stall, which is counted as one. */
function stretchesOf(slices: readonly ApartPoint[], holes: readonly Span[]): Stretch[] {
  const waiting = slices.map(({ inFlight }) => inFlight);
  const usual = medianOf(waiting);
  const stretches: Stretch[] = [];
  for (const [at, slice] of slices.entries()) {
    const { inFlight, stepSeconds } = slice;
    const users = slice.users ?? 0;
    const few = Math.max(LEAST_HUNG, Math.floor(HUNG_SHARE * users));
    const least = Math.max(usual + DEVIATIONS * Math.sqrt(usual), Math.min(MIN_HUNG, few));
    if (users === 0 || inFlight < least || holes.some((hole) => isIn(slice, hole))) continue;
    const last = stretches.at(-1);
    if (last !== undefined && (at - last.to) * stepSeconds <= APART_SECONDS) last.to = at + 1;
    else stretches.push({ from: at, to: at + 1 });
  }
  return stretches;
}

function isIn({ offsetSeconds, stepSeconds }: ApartPoint, { fromSeconds, toSeconds }: Span): boolean {
  return offsetSeconds < toSeconds && offsetSeconds + stepSeconds > fromSeconds;
}

function hangOf(
  slices: readonly ApartPoint[],
  stretch: Stretch,
  { cycleOf, ending }: { cycleOf: CycleOf; ending: readonly ApartPoint[] },
): PartialHang | null {
  const some = slices.slice(stretch.from, stretch.to);
  const [start, first, last] = [slices[0], some[0], some.at(-1)];
  if (start === undefined || first === undefined || last === undefined) return null;
  const span = { fromSeconds: first.offsetSeconds, toSeconds: last.offsetSeconds + last.stepSeconds };
  const seconds = span.toSeconds - span.fromSeconds;
  if (seconds < MIN_HOLE_SECONDS || span.fromSeconds - start.offsetSeconds < MIN_BEFORE_SECONDS) return null;
  if (!endTogether(ending, seconds)) return null;
  const sums = sumsOf(some);
  const [users, waiting] = [sums.userSeconds / seconds, sums.hungSeconds / seconds];
  const elsewhere = meanOf(
    slices.flatMap(({ inFlight }, at) => (at >= stretch.from && at < stretch.to ? [] : [inFlight])),
  );
  if (waiting < elsewhere + DEVIATIONS * Math.sqrt(elsewhere)) return null;
  const usual = waitingBeside(slices, span);
  const missing = Math.min(users, waiting) - usual;
  const cycle = cycleOf(sums);
  const lacking = users - usual - (sums.requests * cycle) / seconds;
  const unsent = Math.round((missing * seconds) / cycle - sums.begun);
  if (missing <= 0 || cycle <= 0 || lacking < LACKING * missing || unsent < MIN_MISSING) return null;
  const waitedSeconds = Math.min(seconds, longestOf(ending));
  return {
    ...span,
    users: Math.round(users),
    missing: Math.max(1, Math.round(missing)),
    waitedSeconds: Math.round(waitedSeconds),
    unsent,
  };
}

/** In seconds: what is missing is looked at in windows this long. */
const WINDOW_SECONDS = 10;
/** Fewer users have gone, and more have come: then what is missing can be theirs. */
const AS_MANY = 0.9;
/** Of the run: until then, users may still arrive. */
const WARM_UP = 0.1;
const MIN_WINDOWS = 5;
/** Users may pause for as long as one. */
const MIN_LACKING_WINDOWS = 2;

/**
 * Users who hang until the run ends may leave nothing behind: their requests never complete. Then all that shows is that,
 * from some moment to the end, the users who are counted send far less than they did, and are as many.
 */
function neverEnded(
  slices: readonly ApartPoint[],
  holes: readonly Span[],
  cycleOf: CycleOf,
): PartialHang | null {
  const windows = windowsOf(slices, cycleOf);
  const from = windows.findLastIndex(({ lacking, users }) => lacking < HUNG_SHARE * users) + 1;
  const [before, after] = [windows.slice(0, from), windows.slice(from)];
  const [first, last] = [after[0], after.at(-1)];
  if (before.length < MIN_WINDOWS || after.length < MIN_LACKING_WINDOWS) return null;
  if (first === undefined || last === undefined) return null;
  const users = medianOf(before.map((one) => one.users));
  const missing = missingIn(before, after);
  if (missing === null || !areAsMany(windows.slice(Math.ceil(windows.length * WARM_UP)), users)) return null;
  const span = { fromSeconds: first.fromSeconds, toSeconds: last.toSeconds };
  if (holes.some((hole) => hole.fromSeconds < span.toSeconds && hole.toSeconds > span.fromSeconds))
    return null;
  const seconds = span.toSeconds - span.fromSeconds;
  const unsent = Math.round((missing * seconds) / meanOf(after.map(({ cycle }) => cycle)));
  if (unsent < MIN_MISSING) return null;
  return {
    ...span,
    users: Math.round(users),
    missing: Math.round(missing),
    waitedSeconds: Math.round(seconds),
    unsent,
  };
}

/** How many more users than before nothing accounts for. Null: it can be chance. */
function missingIn(before: readonly Window[], after: readonly Window[]): number | null {
  const usual = medianOf(before.map(({ lacking }) => lacking));
  const deviation = Math.sqrt(meanOf(before.map(({ lacking }) => (lacking - usual) ** 2)));
  const missing = meanOf(after.map(({ lacking }) => lacking)) - usual;
  return missing >= Math.max(MIN_HUNG, DEVIATIONS * deviation) ? missing : null;
}

function areAsMany(windows: readonly Window[], usual: number): boolean {
  return windows.every(({ users }) => Math.min(users, usual) >= AS_MANY * Math.max(users, usual));
}

interface Window extends Span {
  users: number;
  /** So many of them are accounted for by nothing that completed. */
  lacking: number;
  cycle: number;
}

/** From the end, so that the last one is whole. The very last slice is where the load ends. */
function windowsOf(slices: readonly ApartPoint[], cycleOf: CycleOf): Window[] {
  const size = Math.max(1, Math.round(WINDOW_SECONDS / (slices[0]?.stepSeconds ?? 1)));
  const windows: Window[] = [];
  for (let to = slices.length - 1; to - size >= 0; to -= size) {
    const window = windowOf(slices.slice(to - size, to), cycleOf);
    if (window !== null) windows.unshift(window);
  }
  return windows;
}

function windowOf(slices: readonly ApartPoint[], cycleOf: CycleOf): Window | null {
  const [first, last] = [slices[0], slices.at(-1)];
  if (first === undefined || last === undefined) return null;
  const span = { fromSeconds: first.offsetSeconds, toSeconds: last.offsetSeconds + last.stepSeconds };
  const seconds = span.toSeconds - span.fromSeconds;
  const sums = sumsOf(slices);
  const [users, cycle] = [sums.userSeconds / seconds, cycleOf(sums)];
  const waiting = sums.hungSeconds / seconds;
  return { ...span, users, cycle, lacking: users - waiting - (sums.requests * cycle) / seconds };
}

function longestOf(slices: readonly ApartPoint[]): number {
  return Math.max(...slices.flatMap(({ long }) => long.map(({ seconds }) => seconds)));
}

function waitingBeside(slices: readonly ApartPoint[], { fromSeconds, toSeconds }: Span): number {
  const beside = Math.max(MIN_BESIDE_SECONDS, BESIDE_SHARE * (toSeconds - fromSeconds));
  const waitingIn = (from: number, to: number) =>
    medianOf(
      slices
        .filter(({ offsetSeconds: at, users }) => at >= from && at < to && (users ?? 0) > 0)
        .map(({ inFlight }) => inFlight),
    );
  return Math.max(waitingIn(fromSeconds - beside, fromSeconds), waitingIn(toSeconds, toSeconds + beside));
}

/** Whether enough of the long requests complete at about the same moment, or took about the same time: a time-out. */
function endTogether(slices: readonly ApartPoint[], stretchSeconds: number): boolean {
  const ended = slices.flatMap(({ offsetSeconds: at, long }) => long.map((one) => ({ ...one, at })));
  const most = Math.max(LEAST_HUNG, TOGETHER_SHARE * ended.reduce((sum, { count }) => sum + count, 0));
  const width = Math.max(2 * (slices[0]?.stepSeconds ?? 1), TOGETHER * stretchSeconds);
  const moments = ended.map(({ at, count }) => ({ value: at, count }));
  const times = ended.map(({ seconds, count }) => ({ value: seconds, count }));
  return (
    mostWithin(moments, (from, to) => to < from + width) >= most ||
    mostWithin(times, (from, to) => to <= from * SAME_TIME) >= most
  );
}

/** The highest count of values that are near the lowest of them. */
function mostWithin(
  given: readonly { value: number; count: number }[],
  isNear: (from: number, to: number) => boolean,
): number {
  const sorted = given.toSorted((a, b) => a.value - b.value);
  let [most, sum, first] = [0, 0, 0];
  for (const { value, count } of sorted) {
    sum += count;
    for (let low = sorted[first]; low !== undefined && !isNear(low.value, value); low = sorted[first]) {
      sum -= low.count;
      first++;
    }
    most = Math.max(most, sum);
  }
  return most;
}
