import { seededRandom } from "@headroom/core";

/** Figures that look like a load test and are the same each time: from -0.5 to 0.5. */
export function sampleNoise(seed: number): () => number {
  const random = seededRandom(seed);
  return () => random() - 0.5;
}

interface SampleRun {
  seed?: number;
  seconds?: number;
  step?: number;
  level?: number;
  p99?: number;
  gaps?: readonly (readonly [number, number])[];
}

export interface SamplePoint {
  offsetSeconds: number;
  requests: number;
  errors: number;
  latencyMicros: { p50: number; p90: number; p99: number; "p99.9": number };
}

/** A warm-up of 130 s, a hiccup at 415 s, and noise. */
export function samplePoints(run: SampleRun = {}): SamplePoint[] {
  const { seed = 7, seconds = 900, step = 10, level = 40_000, p99 = 240, gaps = [] } = run;
  const noise = sampleNoise(seed);
  return Array.from({ length: Math.floor(seconds / step) }, (_, index) => {
    const offsetSeconds = index * step;
    const cold = Math.exp(-offsetSeconds / 60);
    const hiccup = Math.abs(offsetSeconds - 415) < 15 ? 0.45 : 0;
    const slow = (1 + 2.2 * cold + hiccup) * (1 + noise() * 0.12);
    const millis = (value: number) => Math.round(value * slow * 1000);
    return {
      offsetSeconds,
      requests: Math.round(level * step * (1 - 0.55 * cold - hiccup * 0.2) * (1 + noise() * 0.05)),
      errors: hiccup > 0 ? 12 : 0,
      latencyMicros: {
        p50: millis(p99 / 7),
        p90: millis(p99 / 2),
        p99: millis(p99),
        "p99.9": millis(p99 * 1.95),
      },
    };
  }).filter(({ offsetSeconds }) => !gaps.some(([from, to]) => offsetSeconds >= from && offsetSeconds < to));
}

export function sampleGauge(seed: number, from: number, to: number, seconds = 900) {
  const noise = sampleNoise(seed);
  return Array.from({ length: seconds / 10 }, (_, index) => ({
    offsetSeconds: index * 10,
    value: Math.max(0, from + ((to - from) * index) / (seconds / 10) + noise() * (to - from) * 0.4),
  }));
}

export const LONG_NAME =
  "Recommendation service, Bigtable with more than two hundred thousand distinct request keys, campaign replay of the second round, after the cache was warmed";
export const RIGHT_TO_LEFT = "خدمة التوصيات، الجولة الثانية";
export const HOSTILE = '<img src=x onerror="alert(1)">';
