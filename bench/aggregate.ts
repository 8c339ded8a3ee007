/** Samples a second into cells, and the memory it takes: in order, shuffled, and with very many labels. */
import { RunAggregation } from "@headroom/core";
import { lognormalMicros, seeded } from "./drawn-latencies.ts";

const ORIGIN = 1_700_000_000_000_000;

interface Load {
  name: string;
  samples: number;
  labels: number;
  seconds: number;
  order: "in order" | "shuffled";
}

const loads: Load[] = [
  { name: "warm up", samples: 500_000, labels: 20, seconds: 600, order: "in order" },
  { name: "20 labels, in order", samples: 6_000_000, labels: 20, seconds: 1_800, order: "in order" },
  { name: "20 labels, shuffled", samples: 3_000_000, labels: 20, seconds: 1_800, order: "shuffled" },
  { name: "20,000 labels, in order", samples: 3_000_000, labels: 20_000, seconds: 1_800, order: "in order" },
];

for (const load of loads) measure(load);

function measure({ name, samples, labels, seconds, order }: Load): void {
  const next = seeded(7);
  const draw = lognormalMicros(next, 20_000, 0.5);
  const latencies = Float64Array.from({ length: 1 << 16 }, draw);
  const moments = Float64Array.from({ length: 1 << 20 }, next);
  const aggregation = new RunAggregation();
  const numbers = Array.from({ length: labels }, (_, at) => aggregation.label(`GET /${at}`, "request"));
  let rows = 0;
  let heap = 0;
  const began = performance.now();
  for (let at = 0; at < samples; at++) {
    const share = order === "in order" ? at / samples : (moments[at & 0xfffff] as number);
    const latency = latencies[at & 0xffff] as number;
    const label = numbers[(at * 7919) % labels] as number;
    aggregation.add(label, ORIGIN + Math.floor(share * seconds * 1e6), latency, at % 100 === 0, 1, 512);
    if (at % 8192 === 0) rows += aggregation.drain().length;
    if (at % 262_144 === 0) heap = Math.max(heap, memory());
  }
  heap = Math.max(heap, memory());
  const totals = aggregation.finish();
  rows += aggregation.drain().length;
  const elapsed = (performance.now() - began) / 1_000;
  if (totals.all.requests !== samples) throw new Error("the totals lost requests");
  const finest = new Set(totals.labels.map(({ finestStepSeconds }) => finestStepSeconds));
  console.log(
    `${name.padEnd(24)} ${(samples / elapsed / 1e6).toFixed(2)} M samples/s, ${rows} rows, ` +
      `labels kept at ${[...finest].join(", ")} s, memory up to ${heap.toFixed(0)} MB`,
  );
}

function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 ** 2;
}
