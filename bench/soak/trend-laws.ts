import { normal } from "../drawn-latencies.ts";

type Random = () => number;

/** How a series of runs is drawn: the value of each run, in order. */
export type SeriesLaw = (runs: number, random: Random) => number[];

const LEVEL = 200;

const eachRun =
  (value: (at: number, random: Random) => number): SeriesLaw =>
  (runs, random) =>
    Array.from({ length: runs }, (_, at) => value(at, random));

/** A level whose logarithm scatters from run to run. */
const scattering = (deviation: number) =>
  eachRun((_, random) => LEVEL * Math.exp(deviation * normal(random)));

/** Each run remembers the one before. */
export const remembering =
  (correlation: number, deviation = 0.03): SeriesLaw =>
  (runs, random) => {
    const kick = Math.sqrt(1 - correlation ** 2);
    let state = normal(random);
    return Array.from({ length: runs }, () => {
      const value = LEVEL * Math.exp(deviation * state);
      state = correlation * state + kick * normal(random);
      return value;
    });
  };

export const withOutliers = (share: number, slower: number): SeriesLaw =>
  eachRun((_, random) => LEVEL * Math.exp(0.03 * normal(random)) * (random() < share ? slower : 1));

/** So many bad runs in a row, somewhere in the series. */
const badInARow =
  (bad: number, slower: number): SeriesLaw =>
  (runs, random) => {
    const from = Math.floor(random() * (runs - bad));
    return NOISY(runs, random).map((value, at) => (at >= from && at < from + bad ? value * slower : value));
  };

/** Student's t with three degrees of freedom. */
function heavyTailed(random: Random): number {
  const squares = Math.hypot(normal(random), normal(random), normal(random));
  return normal(random) / (squares / Math.sqrt(3));
}

function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}

export const NOISY = scattering(0.03);

/** Slower by this share over the whole series, in equal steps from run to run. */
export const drifting =
  (share: number, of: SeriesLaw = NOISY): SeriesLaw =>
  (runs, random) =>
    of(runs, random).map((value, at) => value * (1 + share) ** (at / (runs - 1)));

/** Slower by this share from the run in the middle on. */
export const stepping =
  (share: number, of: SeriesLaw = NOISY): SeriesLaw =>
  (runs, random) =>
    of(runs, random).map((value, at) => (at < STEP_AT ? value : value * (1 + share)));

export const STEP_AT = 30;

/** Ten runs slower by 8% from the 26th on, and before them perhaps one noisy night. */
export const tenSlower =
  (deviation: number, noisy: { at: number; slower: number } | null): SeriesLaw =>
  (runs, random) =>
    scattering(deviation)(runs, random).map((value, at) => {
      const level = at >= TEN_FROM && at < TEN_FROM + 10 ? 1.08 : 1;
      return value * level * (at === noisy?.at ? noisy.slower : 1);
    });

export const TEN_FROM = 25;

/** Systems that never change. */
export const UNCHANGED: readonly (readonly [string, SeriesLaw])[] = [
  ["scatter of 3%", NOISY],
  ["scatter of 100%", scattering(1)],
  [
    "heavy tails (Student's t, 3 degrees)",
    eachRun((_, random) => LEVEL * Math.exp(0.03 * heavyTailed(random))),
  ],
  ["whole milliseconds around 20", eachRun((_, random) => Math.round(20 * Math.exp(0.03 * normal(random))))],
  ["5% of the runs are twice as slow", withOutliers(0.05, 2)],
  ["one run 50% slower", badInARow(1, 1.5)],
  ["two runs in a row 3 times as slow", badInARow(2, 3)],
  ["three runs in a row 50% slower", badInARow(3, 1.5)],
  ["remembers the run before: 0.3", remembering(0.3)],
  ["remembers the run before: 0.5", remembering(0.5)],
  ["remembers the run before: 0.7", remembering(0.7)],
  [
    "two hosts at random, 10% apart",
    eachRun((_, random) => LEVEL * Math.exp(0.03 * normal(random)) * (random() < 0.5 ? 1.1 : 1)),
  ],
  [
    "another host every 5 runs, 10% apart",
    eachRun(
      (at, random) => LEVEL * Math.exp(0.03 * normal(random)) * (Math.floor(at / 5) % 2 === 0 ? 1.1 : 1),
    ),
  ],
  [
    "scatter grows from 1% to 6%",
    (runs, random) =>
      Array.from({ length: runs }, (_, at) => LEVEL * Math.exp((0.01 + (0.05 * at) / runs) * normal(random))),
  ],
  [
    "day of the week, 5% up or down",
    eachRun(
      (at, random) => LEVEL * Math.exp(0.03 * normal(random) + 0.05 * Math.sin((2 * Math.PI * at) / 7)),
    ),
  ],
  ["error rate, 5 errors a run", eachRun((_, random) => poisson(random, 5) / 3_000)],
  ["error rate, 0.2 errors a run", eachRun((_, random) => poisson(random, 0.2) / 3_000)],
];
