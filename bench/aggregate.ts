/** Samples per second into cells, and the memory that takes: in order, shuffled, and with very many labels. */
import { RunAggregation, seededRandom } from "@headroom/core";
import { lognormalMicros } from "./drawn-latencies.ts";

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
  { name: "20 labels, in order", samples: 4_000_000, labels: 20, seconds: 1_800, order: "in order" },
  { name: "20 labels, shuffled", samples: 1_000_000, labels: 20, seconds: 1_800, order: "shuffled" },
  { name: "20,000 labels, in order", samples: 1_000_000, labels: 20_000, seconds: 1_800, order: "in order" },
];

for (const load of loads) measure(load);

function measure({ name, samples, labels, seconds, order }: Load): void {
  const next = seededRandom(7);
  const latencies = Float64Array.from({ length: 1 << 16 }, lognormalMicros(next, 20_000, 0.5));
  const moments = Float64Array.from({ length: 1 << 20 }, next);
  const before = memory();
  const aggregation = new RunAggregation();
  const numbers = Array.from({ length: labels }, (_, at) => aggregation.label(`GET /${at}`, "request"));
  let rows = 0;
  let alive = 0;
  let elapsed = 0;
  const turns = 8;
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now();
    for (let at = (samples / turns) * turn; at < (samples / turns) * (turn + 1); at++) {
      const share = order === "in order" ? at / samples : (moments[at & 0xfffff] as number);
      const latency = latencies[at & 0xffff] as number;
      const label = numbers[(at * 7919) % labels] as number;
      aggregation.add(label, ORIGIN + Math.floor(share * seconds * 1e6), latency, at % 100 === 0, 1, 512);
      if (at % 8192 === 0) rows += aggregation.drain().length;
    }
    elapsed += performance.now() - began;
    alive = Math.max(alive, memory() - before);
  }
  const began = performance.now();
  const totals = aggregation.finish();
  rows += aggregation.drain().length;
  elapsed += performance.now() - began;
  if (totals.all.requests !== samples) throw new Error("the totals lost requests");
  const finest = new Set(totals.labels.map(({ finestStepSeconds }) => finestStepSeconds));
  console.log(
    `${name.padEnd(24)} ${(samples / elapsed / 1e3).toFixed(2)} M samples/s, ${rows} rows, ` +
      `labels kept at ${[...finest].join(", ")} s, ${alive.toFixed(0)} MB alive`,
  );
}

/** Live memory in megabytes, without garbage. Requires --expose-gc. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 ** 2;
}
