import { MINUTE_SECONDS } from "../time.ts";
/** Requests of consecutive seconds. */
export type SecondCounts = readonly number[];

export type Swing =
  | {
      known: true;
      /** How far throughput is from one second to the next, as a share of it, without what chance does. */
      share: number;
    }
  | { known: false; why: "too-few" | "not-by-second" };

const MIN_MINUTES = 5;
/** Requests a second: with fewer, all is chance. */
const MIN_RATE = 5;
/** Seconds without any requests, at such a rate: what arrives is counted at its end. */
const MAX_EMPTY = 0.3;
/** Users don't take turns: less variance than chance has means that counts were spread over time. */
const MIN_DISPERSION = 0.5;

/** How much arrivals swing within minutes; slower changes don't count. */
export function swingOf(counts: SecondCounts, of: "test" | "live"): Swing {
  const minutes: SecondCounts[] = [];
  for (let at = 0; at + MINUTE_SECONDS <= counts.length; at += MINUTE_SECONDS)
    minutes.push(counts.slice(at, at + MINUTE_SECONDS));
  const busy = minutes.filter((minute) => meanOf(minute) >= MIN_RATE);
  if (busy.length < MIN_MINUTES) return { known: false, why: "too-few" };
  const empty = medianOf(busy.map((minute) => minute.filter((count) => count === 0).length / MINUTE_SECONDS));
  if (empty > MAX_EMPTY) return { known: false, why: "not-by-second" };
  const variances = busy.map(varianceOf);
  const dispersion = medianOf(variances.map((variance, at) => variance / meanOf(busy[at] ?? [])));
  if (of === "live" && dispersion < MIN_DISPERSION) return { known: false, why: "not-by-second" };
  const excess = medianOf(
    variances.map((variance, at) => {
      const mean = meanOf(busy[at] ?? []);
      return (variance - mean) / mean ** 2;
    }),
  );
  return { known: true, share: Math.sqrt(Math.max(0, excess)) };
}

/** From one second to the next: a rising minute isn't a swing. */
function varianceOf(counts: SecondCounts): number {
  const steps = counts.slice(1).map((count, at) => (count - (counts[at] ?? 0)) ** 2);
  return steps.reduce((sum, step) => sum + step, 0) / (2 * steps.length);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
