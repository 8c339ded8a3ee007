/** What a page costs: 700 stored cells of one second, decoded and merged into one distribution. */
import { type Cell, decodeDistribution, encodeDistribution, mergeAllCells, Sketch } from "@headroom/core";
import { lognormalMicros, seeded } from "./drawn-latencies.ts";

const CELLS = 700;
const ROUNDS = 20;

for (const size of [83, 1_000, 17_200]) {
  const stored = Array.from({ length: CELLS }, (_, at) => {
    const draw = lognormalMicros(seeded(at + 1), 20_000 * (1 + Math.sin(at / 50) / 4), 0.5);
    return encodeDistribution({
      kind: "sketch",
      all: Sketch.of(Array.from({ length: size }, draw)),
      failed: null,
    });
  });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const merged = mergeAllCells(
      stored.map((encoded): Cell => {
        const distribution = decodeDistribution(encoded);
        return {
          requests: size,
          errors: 0,
          items: size,
          bytes: 0,
          sumMicros: 0,
          minMicros: 1,
          maxMicros: 1,
          distribution,
        };
      }),
    );
    times.push(performance.now() - began);
    if (merged.requests !== CELLS * size) throw new Error("the merge lost requests");
  }
  const sorted = times.toSorted((a, b) => a - b);
  const kilobytes = stored.reduce((sum, { all }) => sum + (all?.length ?? 0), 0) / 1024;
  console.log(
    `decode + merge ${CELLS} cells of ${String(size).padStart(6)} samples  median ${sorted[ROUNDS / 2]?.toFixed(2)} ms, ` +
      `first ${times[0]?.toFixed(2)} ms, ${kilobytes.toFixed(0)} KB stored`,
  );
}
