/** How fast values enter a sketch, and how small it is when stored. */
import { Sketch } from "@headroom/core";
import { lognormalMicros, seeded } from "./drawn-latencies.ts";

const ADDS = 20_000_000;
const next = seeded(1);

const sources: Record<string, (index: number) => number> = {
  "lognormal around 20 ms": lognormalMicros(next, 20_000, 0.5),
  "whole milliseconds": () => 1_000 * (1 + Math.floor(next() * 400)),
  "wide, 1 us to 1 h": () => Math.floor(Math.exp(next() * Math.log(3.6e9))),
};

for (const [name, draw] of Object.entries(sources)) {
  const drawn = Float64Array.from({ length: 1 << 16 }, (_, index) => draw(index));
  const sketch = new Sketch();
  const run = (adds: number) => {
    for (let index = 0; index < adds; index++) sketch.add(drawn[index & 0xffff] as number);
  };
  run(1_000_000);
  const began = performance.now();
  run(ADDS);
  const seconds = (performance.now() - began) / 1_000;
  console.log(`add, ${name.padEnd(24)} ${(ADDS / seconds / 1e6).toFixed(1)} M/s`);
}

for (const size of [1, 83, 1_000, 17_200]) {
  const draw = lognormalMicros(seeded(size), 20_000, 0.5);
  const sketch = Sketch.of(Array.from({ length: size }, draw));
  const bytes = sketch.encode().length;
  const used = sketch.bucketsForDrawing().length;
  console.log(
    `store ${String(size).padStart(6)} samples  ${String(bytes).padStart(5)} bytes, ${used} buckets, ` +
      `${(bytes / used).toFixed(2)} bytes a bucket, ${((100 * bytes) / (size * 4)).toFixed(1)} % of raw 4-byte samples`,
  );
}
