/** How fast a sketch takes values and how small it is when stored. */
import { Sketch, seededRandom } from "@headroom/core";
import { lognormalMicros } from "./drawn-latencies.ts";

const ADDS = 10_000_000;
const LOG_GAMMA = Math.log(1.005 / 0.995);
const next = seededRandom(1);

const sources: Record<string, (index: number) => number> = {
  "lognormal around 20 ms": lognormalMicros(next, 20_000, 0.5),
  "whole milliseconds": () => 1_000 * (1 + Math.floor(next() * 400)),
  "wide, 1 us to 1 h": () => Math.floor(Math.exp(next() * Math.log(3.6e9))),
};

for (const [name, draw] of Object.entries(sources)) {
  const drawn = Float64Array.from({ length: 1 << 16 }, (_, index) => draw(index));
  const sketch = new Sketch();
  const plain = new Float64Array(2_203);
  const added = speed((index) => sketch.add(drawn[index & 0xffff] as number));
  const logged = speed((index) => {
    const bucket = Math.floor(Math.log(drawn[index & 0xffff] as number) / LOG_GAMMA);
    plain[bucket] = (plain[bucket] as number) + 1;
  });
  const ratio = (added / logged).toFixed(1);
  console.log(`add, ${name.padEnd(24)} ${added.toFixed(1)} M/s, ${ratio}x a plain logarithmic histogram`);
}

/** Millions per second, the best of three, because other work on the machine can only slow it down. */
function speed(work: (index: number) => void): number {
  let best = 0;
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    for (let index = 0; index < ADDS; index++) work(index);
    best = Math.max(best, ADDS / (performance.now() - began) / 1e3);
  }
  return best;
}

for (const size of [1, 83, 1_000, 17_200]) {
  const draw = lognormalMicros(seededRandom(size), 20_000, 0.5);
  const sketch = Sketch.of(Array.from({ length: size }, draw));
  const bytes = sketch.encode().length;
  const used = sketch.bucketsForDrawing().length;
  console.log(
    `store ${String(size).padStart(6)} samples  ${String(bytes).padStart(5)} bytes, ${used} buckets, ` +
      `${(bytes / used).toFixed(2)} bytes a bucket, ${((100 * bytes) / (size * 4)).toFixed(1)}% of raw 4-byte samples`,
  );
}
