import { rankCorrelation } from "../chance/steady-change.ts";
import { neighbourNoise } from "../phase/phase-statistics.ts";
import type { GaugeMoment } from "./moments.ts";
import { reachedAt } from "./peak.ts";

/** A stretch in which a queue, a lag or a latency rose. */
export interface GaugeRise {
  fromSeconds: number;
  toSeconds: number;
  /** What it showed at both ends. */
  from: number;
  to: number;
}

/** It rises at least by this factor, over so many values, so steadily, and by so many times what neighbours differ. */
const TIMES = 3;
const MIN_MOMENTS = 10;
const STEADILY = 0.8;
const NOISES = 5;
/** Where it begins, hardly any of the way up has passed; where noise hides that, a tenth. */
const BEGUN = [0.02, 0.1];

/** Work that waits is counted or timed under one of these. */
const WAITING = new Set(
  "lag lags behind queue queued queues backlog pending waiting waiters wait latency latencies delay delays duration unacked unacknowledged outstanding blocked".split(
    " ",
  ),
);
/** What works on a queue doesn't wait in it. */
const NOT_WAITING = new Set("limit capacity consumers workers instances threads replicas rate".split(" "));

export function tellsWaiting(name: string): boolean {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return words.some((word) => WAITING.has(word)) && !words.some((word) => NOT_WAITING.has(word));
}

/** From where it began to rise until it was as high as it gets; null: it doesn't rise far and steadily. */
export function findRise(moments: readonly GaugeMoment[]): GaugeRise | null {
  const values = moments.map(({ value }) => value);
  const top = values.reduce((best, value, at) => (value > (values[best] ?? -Infinity) ? at : best), 0);
  const way = values.slice(0, top + 1);
  const [low, high] = [Math.min(...way), values[top] ?? 0];
  if (high < TIMES * Math.max(0, low)) return null;
  const begin = BEGUN.map((share) => way.findLastIndex((value) => value <= low + share * (high - low))).find(
    (from) => from >= 0 && isSteady(way.slice(from)),
  );
  if (begin === undefined) return null;
  return {
    fromSeconds: moments[begin]?.offsetSeconds ?? 0,
    toSeconds: moments[reachedAt(values, top, low)]?.offsetSeconds ?? 0,
    from: values[begin] ?? low,
    to: high,
  };
}

function isSteady(rising: readonly number[]): boolean {
  if (rising.length < MIN_MOMENTS || rankCorrelation(rising) < STEADILY) return false;
  return (rising.at(-1) ?? 0) - (rising[0] ?? 0) >= NOISES * neighbourNoise(rising);
}
