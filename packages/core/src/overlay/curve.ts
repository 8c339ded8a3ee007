/** Throughput over time, drawn from points of equal length. */
export interface Curve {
  stepSeconds: number;
  /** [epoch second, requests a second], in order of time. What is missing is a hole. */
  points: readonly (readonly [number, number])[];
}

/** What the values of a file count. A file doesn't say it, so people do. */
export const CURVE_UNITS = ["per-second", "per-minute", "per-hour", "per-point"] as const;
export type CurveUnit = (typeof CURVE_UNITS)[number];

export interface CurveRow {
  /** Epoch seconds. */
  at: number;
  value: number;
}

export interface Hole {
  from: number;
  to: number;
}

export interface ReadCurve {
  curve: Curve;
  holes: readonly Hole[];
  /** Rows of a moment that another row has with the same value. */
  repeated: number;
  /** Moments with rows of different values: nobody knows which is right. */
  contradicting: readonly number[];
  /** Some rows were earlier than the one before them. */
  isUnordered: boolean;
  /** Rows that aren't whole steps away from the first one. */
  offGrid: number;
  /** Rows whose value is negative or no number. */
  refused: number;
}

/** A value that is missing for longer is a hole. */
const HOLE_STEPS = 1.5;

/** Null: there are fewer than two usable moments. `rowEnds`: a value is about the time before its moment. */
export function readCurve(
  rows: readonly CurveRow[],
  { unit, rowEnds = false }: { unit: CurveUnit; rowEnds?: boolean },
): ReadCurve | null {
  const { usable, moments, repeated, contradicting } = momentsOf(rows);
  const stepSeconds = usualStep(moments);
  const [first] = moments;
  if (stepSeconds === null || first === undefined) return null;
  const unitSeconds = secondsOf(unit, stepSeconds);
  const start = Math.round(first.at) - (rowEnds ? stepSeconds : 0);
  const points: [number, number][] = [];
  let offGrid = 0;
  let inPoint = 0;
  for (const { at, value } of moments) {
    const steps = (at - first.at) / stepSeconds;
    if (Math.abs(steps - Math.round(steps)) > 0.01) offGrid += 1;
    const second = start + Math.round(steps) * stepSeconds;
    const last = points.at(-1);
    // They are in order of time, so what belongs to one point is together.
    if (last?.[0] === second) last[1] += (value / unitSeconds - last[1]) / ++inPoint;
    else {
      points.push([second, value / unitSeconds]);
      inPoint = 1;
    }
  }
  return {
    curve: { stepSeconds, points },
    holes: holesOf({ stepSeconds, points }),
    repeated,
    contradicting,
    isUnordered: usable.some(({ at }, index) => index > 0 && at < (usable[index - 1]?.at ?? at)),
    offGrid,
    refused: rows.length - usable.length,
  };
}

/** What the highest value would be under each unit: what people need to see to say which one is meant. */
export function unitReadings(rows: readonly CurveRow[]): { unit: CurveUnit; peak: number }[] {
  const read = readCurve(rows, { unit: "per-second" });
  if (read === null) return [];
  const { requestsPerSecond } = peakOf(read.curve);
  const { stepSeconds } = read.curve;
  return CURVE_UNITS.map((unit) => ({ unit, peak: requestsPerSecond / secondsOf(unit, stepSeconds) }));
}

/** A few moments of a day with lines between them. */
export function typedCurve(rows: readonly CurveRow[], stepSeconds: number): Curve {
  const sorted = rows.toSorted((a, b) => a.at - b.at);
  const points: [number, number][] = [];
  for (const [index, { at, value }] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next === undefined) {
      if (points.at(-1)?.[0] !== at) points.push([at, value]);
      continue;
    }
    for (let second = Math.ceil(at / stepSeconds) * stepSeconds; second < next.at; second += stepSeconds)
      points.push([second, value + ((second - at) / (next.at - at)) * (next.value - value)]);
  }
  return { stepSeconds, points: points.filter(([second], index) => second !== points[index - 1]?.[0]) };
}

/** With wider points, as few as wanted: each is the mean of those that it holds. */
export function coarsen({ stepSeconds, points }: Curve, most: number): Curve {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return { stepSeconds, points };
  const places = (last[0] - first[0]) / stepSeconds + 1;
  return widen({ stepSeconds, points }, Math.ceil(places / most) * stepSeconds);
}

/** With points of at least that length, each the mean of those that it holds. */
export function widen({ stepSeconds, points }: Curve, leastSeconds: number): Curve {
  const factor = Math.max(1, Math.ceil(leastSeconds / stepSeconds));
  const start = points[0]?.[0] ?? 0;
  if (factor === 1) return { stepSeconds, points };
  const width = stepSeconds * factor;
  const wide = Map.groupBy(points, ([second]) => start + Math.floor((second - start) / width) * width);
  return {
    stepSeconds: width,
    points: [...wide].map(([second, own]) => [second, mean(own.map(([, rate]) => rate))] as const),
  };
}

/** The wide points of which nothing is missing. */
export function wholePoints(fine: Curve, { stepSeconds, points }: Curve): Curve {
  const start = points[0]?.[0] ?? 0;
  const held = Map.groupBy(
    fine.points,
    ([second]) => start + Math.floor((second - start) / stepSeconds) * stepSeconds,
  );
  const most = Math.round(stepSeconds / fine.stepSeconds);
  return { stepSeconds, points: points.filter(([second]) => held.get(second)?.length === most) };
}

export function peakOf({ points }: Curve): { second: number; requestsPerSecond: number } {
  const [first = [0, 0]] = points;
  const [second, requestsPerSecond] = points.reduce((most, one) => (one[1] > most[1] ? one : most), first);
  return { second, requestsPerSecond };
}

/** What was counted where there are points. */
export function requestsOf({ stepSeconds, points }: Curve): number {
  return points.reduce((sum, [, rate]) => sum + rate * stepSeconds, 0);
}

export function holesOf({ stepSeconds, points }: Curve): Hole[] {
  return points.flatMap(([second], index) => {
    const next = points[index + 1]?.[0];
    const isHole = next !== undefined && next - second > stepSeconds * HOLE_STEPS;
    return isHole ? [{ from: second + stepSeconds, to: next }] : [];
  });
}

/** The usable rows in order of time, one for each moment. */
export function momentsOf(rows: readonly CurveRow[]) {
  const usable = rows.filter(({ at, value }) => Number.isFinite(at) && Number.isFinite(value) && value >= 0);
  return { usable, ...oneEach(usable.toSorted((a, b) => a.at - b.at)) };
}

function oneEach(sorted: readonly CurveRow[]): {
  moments: CurveRow[];
  repeated: number;
  contradicting: number[];
} {
  const moments: CurveRow[] = [];
  const contradicting = new Set<number>();
  let repeated = 0;
  for (const row of sorted) {
    const last = moments.at(-1);
    if (last?.at !== row.at) moments.push(row);
    else if (last.value === row.value) repeated += 1;
    else contradicting.add(row.at);
  }
  return { moments, repeated, contradicting: [...contradicting] };
}

/** The most frequent distance between two moments, in whole seconds. */
export function usualStep(moments: readonly CurveRow[]): number | null {
  const counts = new Map<number, number>();
  for (const [index, { at }] of moments.entries()) {
    const before = moments[index - 1];
    const distance = before === undefined ? 0 : Math.round(at - before.at);
    if (distance > 0) counts.set(distance, (counts.get(distance) ?? 0) + 1);
  }
  const [usual] = [...counts].toSorted(([a, x], [b, y]) => y - x || a - b);
  return usual?.[0] ?? null;
}

function secondsOf(unit: CurveUnit, stepSeconds: number): number {
  switch (unit) {
    case "per-second":
      return 1;
    case "per-minute":
      return 60;
    case "per-hour":
      return 3_600;
    case "per-point":
      return stepSeconds;
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
