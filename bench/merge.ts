/** The cost of a page: decoding 700 stored one-second cells and merging them into one distribution. */
import { decodeDistribution, encodeDistribution, mergeAllCells, Sketch, seededRandom } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { lognormalMicros } from "./drawn-latencies.ts";

const CELLS = 700;
const ROUNDS = 20;

for (const size of [83, 1_000, 17_200]) {
  const drawn = Array.from({ length: CELLS }, (_, at) => {
    const draw = lognormalMicros(seededRandom(at + 1), 20_000 * (1 + Math.sin(at / 50) / 4), 0.5);
    return Float64Array.from({ length: size }, draw);
  });
  const stored = drawn.map((latencies) =>
    encodeDistribution({ kind: "sketch", all: Sketch.of(latencies), failed: null }),
  );
  const merging = median(ROUNDS, () => {
    const merged = mergeAllCells(stored.map((encoded) => cellOf(size, encoded)));
    if (merged.requests !== CELLS * size) throw new Error("the merge lost requests");
  });
  const sorting = median(1, () => {
    const all = new Float64Array(CELLS * size);
    for (const [at, latencies] of drawn.entries()) all.set(latencies, at * size);
    all.sort();
  });
  const kilobytes = stored.reduce((sum, { all }) => sum + (all?.length ?? 0), 0) / 1024;
  console.log(
    `decode + merge ${CELLS} cells of ${String(size).padStart(6)} samples  ${merging.toFixed(2)} ms, ` +
      `${(sorting / merging).toFixed(1)}x faster than sorting the samples, ${kilobytes.toFixed(0)} KB stored`,
  );
}

function cellOf(requests: number, encoded: ReturnType<typeof encodeDistribution>): Cell {
  const distribution = decodeDistribution(encoded);
  const sums = { sumMicros: 0, minMicros: 1, maxMicros: 1 };
  return { requests, errors: 0, items: requests, bytes: 0, ...sums, distribution };
}

function median(rounds: number, work: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}
