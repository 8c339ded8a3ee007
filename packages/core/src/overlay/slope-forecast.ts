/** When a rising throughput meets a ceiling, if it goes on like this. */
export interface SlopeForecast {
  /** Requests a second, gained each minute. */
  perMinute: number;
  minutes: number;
  /** 95 %: earliest and latest; null: later than anyone should look ahead. */
  earliest: number;
  latest: number | null;
}

interface SlopeInput {
  /** [epoch second, requests a second], in order of time; what isn't known is missing. */
  points: readonly (readonly [number, number])[];
  /** When it is asked. */
  now: number;
  ceiling: number;
}

/** The stretch of time that the slope is read from. */
export const SLOPE_SECONDS = 900;
/** Points of a quarter of an hour say nothing about a later time. */
const HORIZON_MINUTES = 60;
const MIN_POINTS = 20;
/** How much of the stretch has to be known. */
const MIN_SHARE = 0.8;
/** Of Student's t for a two-sided 99 %: what is found in 95 % of looks would be found in most quarters of an hour. */
const SIGNIFICANT = 2.8;
const INTERVAL = 2.1;
/** Noise that hardly varies from point to point leaves no way of telling it from a trend. */
const MAX_CORRELATION = 0.95;
const TINY = 1e-18;

/** Null: it doesn't rise for certain, not enough is known, or it wouldn't get there within the hour. */
export function forecastSlope({ points, now, ceiling }: SlopeInput): SlopeForecast | null {
  const recent = points.filter(([second]) => second > now - SLOPE_SECONDS && second <= now);
  const [first] = recent;
  const last = recent.at(-1);
  if (first === undefined || last === undefined || recent.length < MIN_POINTS) return null;
  if (last[0] - first[0] < SLOPE_SECONDS * MIN_SHARE) return null;
  const line = fit(recent, now);
  if (line === null || line.slope <= 0 || line.slope < SIGNIFICANT * line.errorAt(1, 0)) return null;
  const minutes = minutesUntil((second) => line.level + line.slope * second, ceiling);
  if (minutes === null || line.level >= ceiling) return null;
  const edge = (sign: number) => (second: number) =>
    line.level + line.slope * second + sign * INTERVAL * line.errorAt(second - line.fromMiddle, 1);
  return {
    perMinute: line.slope * 60,
    minutes,
    earliest: minutesUntil(edge(1), ceiling) ?? minutes,
    latest: minutesUntil(edge(-1), ceiling),
  };
}

/** The first minute from now at which a rising line is there; null: not within the hour. */
function minutesUntil(lineAt: (second: number) => number, ceiling: number): number | null {
  let [low, high] = [0, HORIZON_MINUTES * 60];
  if (lineAt(high) < ceiling) return null;
  if (lineAt(low) >= ceiling) return 0;
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (lineAt(middle) >= ceiling) high = middle;
    else low = middle;
  }
  return high / 60;
}

interface Line {
  /** A second. */
  slope: number;
  /** At the moment that is asked for. */
  level: number;
  /** From that moment back to the middle of the points, negative. */
  fromMiddle: number;
  /** The standard error of the line so far from the middle of the points; with 0, of the slope alone. */
  errorAt: (distance: number, level: 0 | 1) => number;
}

function fit(points: readonly (readonly [number, number])[], now: number): Line | null {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const residuals = points.map(([x, y]) => y - meanY - slope * (x - meanX));
  const squares = residuals.reduce((sum, residual) => sum + residual ** 2, 0);
  const place = { slope, level: meanY + slope * (now - meanX), fromMiddle: meanX - now };
  // Only rounding is left.
  if (squares <= TINY * count * meanY ** 2) return { ...place, errorAt: () => 0 };
  const neighbours = residuals
    .slice(1)
    .reduce((sum, residual, at) => sum + residual * (residuals[at] ?? 0), 0);
  // A fitted line takes a part of the correlation away: about four in so many points.
  const correlation = Math.max(0, neighbours / squares + 4 / count);
  if (correlation > MAX_CORRELATION) return null;
  // As if there were only as many points as are independent.
  const variance = (squares / (count - 2)) * ((1 + correlation) / (1 - correlation));
  return {
    ...place,
    errorAt: (distance, level) => Math.sqrt(variance * (level / count + distance ** 2 / spread)),
  };
}
