/*
 * Repeats one load against a server that never changes, so every verdict of improved or regressed is false. The noise
 * is the real noise of this machine. Each run is compared with the previous one.
 */
import { createServer, request, Agent } from "node:http";
import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { compareFamily, emptyCell, resampleRun, sliceRun, Sketch, seededRandom } from "@headroom/core";
import type { Cell, EarlierRun, RunNoise } from "@headroom/core";
import { lognormalMicros } from "../drawn-latencies.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "40" },
    seconds: { type: "string", default: "14" },
    connections: { type: "string", default: "16" },
  },
});
const runs = Number(values.runs);
const seconds = Number(values.seconds);
const WARM_UP_SECONDS = 2;
const EARLIER = [3, 5, 10];

const server = await listen();
const address = server.address();
if (address === null || typeof address === "string") throw new Error("the server has no port");
const agent = new Agent({ keepAlive: true, maxSockets: Number(values.connections) });
const noises: RunNoise[] = [];
for (let run = 0; run < runs; run++) noises.push(await load(address.port));
agent.destroy();
server.close();

const rate = noises.map(({ estimates }) => estimates.throughput.value ?? 0);
const p99 = noises.map(({ estimates }) => estimates.p99.value ?? 0);
console.log(
  `${runs} runs of ${seconds} s, ${values.connections} connections, the first ${WARM_UP_SECONDS} s left out`,
);
console.log(`throughput ${range(rate)} req/s, p99 ${range(p99)} ms`);
for (const count of EARLIER) {
  let pairs = 0;
  let wrong = 0;
  for (let at = count + 1; at < noises.length; at++) {
    const [before, after] = [noises[at - 1], noises[at]];
    if (before === undefined || after === undefined) continue;
    const earlier = [noises.slice(at - 1 - count, at - 1).map(toEarlier)];
    const [statistics = []] = compareFamily([{ before: [before], after: [after], earlier, veto: null }]);
    pairs++;
    if (statistics.some(({ verdict }) => verdict === "improved" || verdict === "regressed")) wrong++;
  }
  console.log(
    `with ${String(count).padStart(2)} earlier runs: ${wrong} of ${pairs} pairs had a verdict on any metric`,
  );
}

/** Responds after a few milliseconds of waiting and some work, both always drawn from the same distribution. */
async function listen(): Promise<Server> {
  const delay = lognormalMicros(seededRandom(1), 6_000, 0.4);
  const listening = createServer((_, response) => {
    void wait(delay() / 1_000).then(() => {
      let sum = 0;
      for (let step = 0; step < 20_000; step++) sum += Math.sqrt(step);
      response.end(String(sum));
    });
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  return listening;
}

/** Closed loop: each connection sends its next request after the previous response. */
async function load(port: number): Promise<RunNoise> {
  const cells: Cell[] = Array.from({ length: seconds }, () => ({
    ...emptyCell(),
    distribution: { kind: "sketch", all: new Sketch(), failed: null },
  }));
  const began = performance.now();
  const loop = async (): Promise<void> => {
    for (;;) {
      const sent = performance.now();
      if (sent - began >= seconds * 1_000) return;
      const failed = await ask(port);
      const done = performance.now();
      const cell = cells[Math.floor((done - began) / 1_000)];
      if (cell === undefined || cell.distribution.kind !== "sketch") continue;
      cell.requests++;
      cell.items++;
      if (failed) cell.errors++;
      cell.distribution.all.add((done - sent) * 1_000);
    }
  };
  await Promise.all(Array.from({ length: Number(values.connections) }, loop));
  const sliced = sliceRun(cells.slice(WARM_UP_SECONDS), { sliceSeconds: 1 });
  if (sliced === null) throw new Error("the drawn cells have no sketches");
  return resampleRun(sliced);
}

function ask(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port, agent }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode !== 200));
    });
    sent.on("error", () => resolve(true));
    sent.end();
  });
}

function toEarlier({ estimates, requests, errors }: RunNoise, id: number): EarlierRun {
  const { p50, p90, p95, p99: high, "p99.9": highest } = estimates;
  return {
    id: `${id}`,
    figures: {
      throughput: estimates.throughput.value,
      itemsThroughput: estimates.items.value,
      errorRate: estimates["error-rate"].value,
      latencyMs: { p50: p50.value, p90: p90.value, p95: p95.value, p99: high.value, "p99.9": highest.value },
    },
    requests,
    errors,
  };
}

function range(figures: readonly number[]): string {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toPrecision(3);
  return `${at(0)} to ${at(1)}, median ${at(0.5)}`;
}
