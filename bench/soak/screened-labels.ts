/*
 * Measures what the screen of labels adds: how often it makes a pair without a change wrong, how many labels it has resampled, and
 * how often it finds a rare label that got slower. 20 busy labels with 1,500 requests a run, all others with 80.
 */
import { parseArgs } from "node:util";
import {
  compareFamily,
  FALSE_DISCOVERY_RATE,
  resampleRun,
  screenLabels,
  seededRandom,
  Sketch,
} from "@headroom/core";
import type { EarlierRun, KnownLabel, ScreenedTotals, RunNoise, SidesInput, SlicedRun } from "@headroom/core";
import { normal } from "../drawn-latencies.ts";
import { labelRun, slowed } from "./label-runs.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "400" },
    seed: { type: "string", default: "2022" },
    resamples: { type: "string", default: "200" },
  },
});
const rounds = Number(values.rounds);
const resamples = Number(values.resamples);
const random = seededRandom(Number(values.seed));
const BUSY = 20;
const BUSY_REQUESTS = 1_500;
const RARE_REQUESTS = 80;
const SLICES = 60;
const SCREENED_RATE = FALSE_DISCOVERY_RATE / 5;
const MOST_RESAMPLED = 20;
const LOG_GAMMA = Math.log((1 + Sketch.relativeError) / (1 - Sketch.relativeError));

interface Case {
  name: string;
  labels: number;
  /** From run to run, of all labels alike and of each alone. */
  together: number;
  alone: number;
  earlier: number;
  /** Of one rare label. */
  slower: number;
}

/** The logarithms of the latencies in microseconds, and a run to resample made of them. */
interface Drawn {
  logs: Float64Array;
  run: SlicedRun;
}

function draw(requests: number): Drawn {
  const logs = Float64Array.from({ length: requests }, () => Math.log(20_000) + 0.6 * normal(random));
  const slices = Array.from({ length: SLICES }, () => new Map<number, number>());
  for (const log of logs) {
    const slice = slices[Math.floor(random() * SLICES)] as Map<number, number>;
    const bucket = Math.round(log / LOG_GAMMA);
    slice.set(bucket, (slice.get(bucket) ?? 0) + 1);
  }
  const sorted = slices.map((slice) => [...slice].toSorted(([a], [b]) => a - b));
  const counts = Float64Array.from(sorted, (slice) => slice.reduce((sum, [, count]) => sum + count, 0));
  let end = 0;
  const run = {
    sliceSeconds: 5,
    requests: counts,
    errors: new Float64Array(SLICES),
    items: counts,
    starts: Uint32Array.from([0, ...sorted.map((slice) => (end += slice.length))]),
    buckets: Uint16Array.from(sorted.flatMap((slice) => slice.map(([bucket]) => bucket))),
    counts: Float64Array.from(sorted.flatMap((slice) => slice.map(([, count]) => count))),
    sums: null,
    resolutionMicros: 1,
  };
  return { logs: logs.toSorted(), run };
}

const stock = Array.from({ length: 160 }, () => resampleRun(draw(BUSY_REQUESTS).run, resamples));

interface Rare {
  totals: ScreenedTotals;
  sides: () => SidesInput;
}

function main(): void {
  const plain = { together: 0, alone: 0, earlier: 7, slower: 1 };
  const cases: Case[] = [
    { ...plain, name: "45 labels", labels: 45 },
    { ...plain, name: "45 labels, all alike by 5 %", labels: 45, together: 0.05 },
    { ...plain, name: "45 labels, each alone by 10 %", labels: 45, alone: 0.1 },
    { ...plain, name: "45 labels, 3 earlier runs", labels: 45, earlier: 3 },
    { ...plain, name: "45 labels, one 1.5x slower", labels: 45, slower: 1.5 },
    { ...plain, name: "45 labels, one 2x slower", labels: 45, slower: 2 },
    { ...plain, name: "45 labels, one 4x slower", labels: 45, slower: 4 },
    { ...plain, name: "2,000 labels", labels: 2_000 },
    { ...plain, name: "2,000 labels, each alone by 10 %", labels: 2_000, alone: 0.1 },
    { ...plain, name: "2,000 labels, one 4x slower", labels: 2_000, slower: 4 },
  ];
  console.log(
    `${rounds} pairs (a tenth with 2,000 labels): pairs with a real change in the busiest / in a screened label, differs there; labels resampled a pair`,
  );
  for (const one of cases) report(one);
}

function report(one: Case): void {
  const count = one.labels > 100 ? Math.ceil(rounds / 10) : rounds;
  const tally = { busiest: 0, screened: 0, differs: 0, resampled: 0 };
  for (let round = 0; round < count; round++) {
    const { busiest, screened, resampled } = pairOf(one);
    if (busiest.includes("real")) tally.busiest++;
    if (screened.includes("real")) tally.screened++;
    else if (screened.includes("differs")) tally.differs++;
    tally.resampled += resampled;
  }
  const percent = (part: number) => `${((100 * part) / count).toFixed(1)}%`;
  console.log(
    `${one.name.padEnd(36)} ${percent(tally.busiest)} / ${percent(tally.screened)}, ${percent(tally.differs)}; ${(tally.resampled / count).toFixed(2)}`,
  );
}

function pairOf({ labels, together, alone, earlier, slower }: Case) {
  const moves = Array.from({ length: earlier + 2 }, () => together * normal(random));
  const factors = () => moves.map((move) => Math.exp(move + alone * normal(random)));
  const busy = Array.from({ length: BUSY }, () => busySides(factors()));
  const compared = compareFamily(busy);
  const known = busy.map((sides, at): KnownLabel => ({
    totals: totalsOf(sides.before[0], sides.after[0]),
    metrics: compared[at] ?? [],
  }));
  const rare = Array.from({ length: labels - BUSY }, (_, at) => rareLabel(factors(), at === 0 ? slower : 1));
  const screen = screenLabels(
    rare.map((label) => ({ ...label.totals, sides: label.sides })),
    known,
    1,
  );
  const chosen = screen.found.slice(0, MOST_RESAMPLED);
  const among = { beside: busy, passed: rare.length - chosen.length };
  const found =
    chosen.length === 0
      ? []
      : compareFamily(
          chosen.map(({ sides }) => sides()),
          SCREENED_RATE,
          among,
        );
  return { busiest: toldIn(compared), screened: toldIn(found), resampled: chosen.length };
}

function toldIn(compared: ReturnType<typeof compareFamily>): string[] {
  return compared
    .flat()
    .map(({ verdict }) => (verdict === "improved" || verdict === "regressed" ? "real" : verdict));
}

function busySides(factors: readonly number[]): SidesInput {
  const runs = factors.map((factor) =>
    slowed(stock[Math.floor(random() * stock.length)] as RunNoise, factor),
  );
  return {
    before: runs.slice(-2, -1),
    after: runs.slice(-1),
    earlier: [runs.slice(0, -2).map((run, at) => labelRun(run, `${at}`).earlier)],
    veto: null,
  };
}

function totalsOf(before: RunNoise | undefined, after: RunNoise | undefined): ScreenedTotals {
  const side = (run: RunNoise | undefined) => {
    const log = (metric: "p50" | "p90" | "p99") =>
      Math.log((run?.estimates[metric].value ?? Number.NaN) * 1_000);
    return {
      runs: 1,
      requests: run?.requests ?? 0,
      errors: 0,
      logs: { p50: log("p50"), p90: log("p90"), p99: log("p99") },
    };
  };
  return { before: side(before), after: side(after), varies: { p50: null, p90: null, p99: null } };
}

/** Resampled only if it is chosen; its earlier runs are drawn only then, too. */
function rareLabel(factors: readonly number[], slower: number): Rare {
  const [before, after] = [draw(RARE_REQUESTS), draw(RARE_REQUESTS)];
  const [a = 1, b = 1] = factors.slice(-2);
  const side = ({ logs }: Drawn, factor: number) => {
    const at = (share: number) => (logs[Math.ceil(share * logs.length) - 1] ?? 0) + Math.log(factor);
    return {
      runs: 1,
      requests: RARE_REQUESTS,
      errors: 0,
      logs: { p50: at(0.5), p90: at(0.9), p99: at(0.99) },
    };
  };
  const varies = { p50: null, p90: null, p99: null };
  const noiseOf = ({ run }: Drawn, factor: number) => slowed(resampleRun(run, resamples), factor);
  const earlierOf = (factor: number, at: number): EarlierRun =>
    labelRun(noiseOf(draw(RARE_REQUESTS), factor), `${at}`).earlier;
  return {
    totals: { before: side(before, a), after: side(after, b * slower), varies },
    sides: () => ({
      before: [noiseOf(before, a)],
      after: [noiseOf(after, b * slower)],
      earlier: [factors.slice(0, -2).map(earlierOf)],
      veto: null,
    }),
  };
}

main();
