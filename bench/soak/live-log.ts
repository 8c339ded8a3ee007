import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Sketch, seededRandom } from "@headroom/core";
import { lognormalMicros } from "../drawn-latencies.ts";
import { openIngestUnderTest, textOf } from "./ingest-under-test.ts";
import type { IngestUnderTest } from "./ingest-under-test.ts";
import { databaseMillis, processorMillis } from "./processor-time.ts";

/*
 * What a live batch costs: writers send batches of one-second cells at the same time, and the processor time of ingest and
 * of the database is divided by the number of batches. At the end, the run must have every request that was sent.
 */
const { values } = parseArgs({
  options: {
    writers: { type: "string", default: "10" },
    labels: { type: "string", default: "20" },
    batches: { type: "string", default: "200" },
  },
});
const [writers, labels, batches] = [values.writers, values.labels, values.batches].map(Number) as [
  number,
  number,
  number,
];
const REQUESTS_A_CELL = 20;
const ORIGIN = 1_700_000_000;

const ingest = await openIngestUnderTest();
try {
  await ingest.start();
  await run(Math.ceil(batches / 10));
  const before = spent();
  const { answers, arrived } = await run(batches);
  const after = spent();
  const sent = writers * batches;
  const perBatch = (from: Spent, to: Spent, of: keyof Spent) =>
    ((to[of] - from[of]) / sent).toFixed(2).padStart(6);
  console.log(`${writers} writers, ${labels} labels, ${sent} batches: ms of processor time a batch`);
  console.log("            ingest  database");
  for (const [phase, from, to] of [
    ["sending", before, arrived],
    ["finishing", arrived, after],
  ] as const)
    console.log(`${phase.padEnd(12)}${perBatch(from, to, "ingest")}  ${perBatch(from, to, "database")}`);
  console.log(`response p50 ${at(answers, 0.5)} ms, p99 ${at(answers, 0.99)} ms`);
  console.log("every request counted once");
} finally {
  await ingest.close();
}

interface Spent {
  ingest: number;
  database: number;
}

function spent(): Spent {
  return { ingest: processorMillis(ingest.pid()), database: databaseMillis(ingest.databasePid) };
}

/** Sends all batches of a run and finishes it; returns how long each response took, in rising order. */
async function run(count: number): Promise<{ answers: number[]; arrived: Spent }> {
  const opened = await send(ingest, `/v1/runs/live?service=S&experiment=E&origin=${ORIGIN}`, "");
  const id = textOf(opened["run"], "id");
  const answers: number[] = [];
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let sequence = 1; sequence <= count; sequence++) {
        const body = bodyOf(`w${writer}`, sequence);
        const from = performance.now();
        await send(ingest, `/v1/runs/${id}/cells`, body);
        answers.push(performance.now() - from);
      }
    }),
  );
  await untilCounted(id, count);
  const arrived = spent();
  const finished = await send(ingest, `/v1/runs/${id}/finish`, "{}");
  const expected = writers * count * labels * REQUESTS_A_CELL;
  const { requests } = finished["summary"] as { requests: number };
  if (requests !== expected) throw new Error(`${requests} requests were counted of ${expected}`);
  return { answers: answers.toSorted((a, b) => a - b), arrived };
}

/** A batch that was accepted is counted a little later. */
async function untilCounted(id: string, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${ingest.ingestToken}` };
  for (;;) {
    const state = (await (await fetch(`${ingest.url}/v1/runs/${id}/live`, { headers })).json()) as {
      writers: { sequence: number }[];
    };
    if (state.writers.length === writers && state.writers.every(({ sequence }) => sequence === count)) return;
    await delay(100);
  }
}

function bodyOf(writer: string, sequence: number): string {
  const draw = lognormalMicros(seededRandom(sequence), 20_000, 0.5);
  const cells = Array.from({ length: labels }, (_, label) => {
    const all = Sketch.of(Float64Array.from({ length: REQUESTS_A_CELL }, draw));
    const distribution = { kind: "sketch", all: Buffer.from(all.encode()).toString("base64"), failed: null };
    return { label, step: 1, second: ORIGIN + sequence, requests: REQUESTS_A_CELL, distribution };
  });
  const names = Array.from({ length: labels }, (_, label) => ({ name: `GET /${label}` }));
  return JSON.stringify({ writer, sequence, labels: names, cells });
}

async function send(
  { url, ingestToken }: IngestUnderTest,
  path: string,
  body: string,
): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${ingestToken}` };
  for (;;) {
    const answer = await fetch(`${url}${path}`, { method: "POST", headers, body });
    if (answer.ok) return (await answer.json()) as Record<string, unknown>;
    const text = await answer.text();
    if (answer.status !== 429 && answer.status !== 503 && answer.status !== 409) throw new Error(text);
  }
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(0);
}
