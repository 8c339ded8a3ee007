/** The cost of comparison statistics: runs of ten minutes, each with all requests and 20 labels. */
import {
  compareFamily,
  emptyCell,
  RESAMPLES,
  resampleRun,
  sliceRun,
  Sketch,
  seededRandom,
} from "@headroom/core";
import type { Cell, RunNoise, SlicedRun } from "@headroom/core";
import { lognormalMicros } from "./drawn-latencies.ts";

const LABELS = 20;
const SLICES = 120;
const SLICE_SECONDS = 5;
const PER_SLICE = 250;

for (const [runs, budgetSeconds] of [
  [2, 1],
  [20, 10],
] as const) {
  const drawn = Array.from({ length: runs }, (_, run) =>
    Array.from({ length: LABELS + 1 }, (__, label) => drawRun(run * 100 + label + 1)),
  );
  const seconds = secondsOf(() => {
    const noises = drawn.map((series) => series.map((one) => resampleRun(one)));
    const [reference = [], ...others] = noises;
    for (const other of others) comparePair(reference, other);
  });
  console.log(
    `${String(runs).padStart(2)} runs x ${LABELS} labels, ${RESAMPLES} resamples each  ${seconds.toFixed(2)} s of one core, ` +
      `${(budgetSeconds / seconds).toFixed(1)}x below its budget of ${budgetSeconds} s`,
  );
}

const cells = drawCells(1);
const fast = secondsOf(() => resampleRun(toSliced(cells)));
const merges = 20;
const slow = (secondsOf(() => mergeResampled(cells, merges)) * RESAMPLES) / merges;
console.log(
  `one run, ${RESAMPLES} resamples  ${(fast * 1_000).toFixed(1)} ms, ${(slow / fast).toFixed(0)}x faster than merging sketches`,
);

function comparePair(reference: readonly RunNoise[], other: readonly RunNoise[]): void {
  const family = reference.map((before, at) => {
    const after = other[at];
    return { before: [before], after: after === undefined ? [] : [after], earlier: [], veto: null };
  });
  compareFamily(family.slice(0, 1));
  compareFamily(family.slice(1));
}

function drawRun(seed: number): SlicedRun {
  return toSliced(drawCells(seed));
}

function toSliced(some: readonly Cell[]): SlicedRun {
  const sliced = sliceRun(some, { sliceSeconds: SLICE_SECONDS });
  if (sliced === null) throw new Error("the drawn cells have no sketches");
  return sliced;
}

function drawCells(seed: number): Cell[] {
  const draw = lognormalMicros(seededRandom(seed), 20_000, 0.8);
  return Array.from({ length: SLICES }, () => {
    const all = Sketch.of(Array.from({ length: PER_SLICE }, draw));
    const distribution = { kind: "sketch" as const, all, failed: null };
    return { ...emptyCell(), requests: PER_SLICE, items: PER_SLICE, distribution };
  });
}

function mergeResampled(some: readonly Cell[], times: number): void {
  const random = seededRandom(3);
  for (let round = 0; round < times; round++) {
    const merged = new Sketch();
    for (let slice = 0; slice < some.length; slice++) {
      const distribution = some[Math.floor(random() * some.length)]?.distribution;
      if (distribution?.kind === "sketch") merged.merge(distribution.all);
    }
    merged.quantile(0.99);
  }
}

/** CPU time of this process, so other work on the machine does not count. */
function secondsOf(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}
