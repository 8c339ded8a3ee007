import { seededRandom } from "@headroom/core";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openIngestUnderTest, textOf } from "./ingest-under-test.ts";
import type { IngestUnderTest } from "./ingest-under-test.ts";

/*
 * Kills ingest at random moments during an upload. In every round, an upload that got a response must be complete. One
 * that got none must be complete or absent. Retrying with the same key must always return the same run.
 */
const { values } = parseArgs({
  options: { rounds: { type: "string", default: "50" }, seed: { type: "string", default: "2022" } },
});
const rounds = Number(values.rounds);
const chance = seededRandom(Number(values.seed));
const lines = 150_000;
const body = jtlOf(lines);

type Outcome = "answeredFirst" | "committedUnanswered" | "absent";

const ingest = await openIngestUnderTest();
try {
  await ingest.start();
  const wholeMillis = await timeOf(() => upload(ingest, "warm-up"));
  const tally: Record<Outcome, number> = { answeredFirst: 0, committedUnanswered: 0, absent: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const outcome = await killDuring(`round-${round}`, chance() * wholeMillis);
    tally[outcome] += 1;
  }
  console.log(
    `${rounds} kills within ${wholeMillis.toFixed(0)} ms of an upload of ${lines} lines, seed ${values.seed}`,
  );
  console.log(`response before the kill ${tally.answeredFirst}`);
  console.log(`stored without response  ${tally.committedUnanswered}`);
  console.log(`absent, then retried     ${tally.absent}`);
  console.log("every run complete, one run per key");
} finally {
  await ingest.close();
}

async function killDuring(key: string, afterMillis: number): Promise<Outcome> {
  const first = upload(ingest, key).catch(() => null);
  await delay(afterMillis);
  await ingest.kill();
  const answered = await first;
  await ingest.start();

  const retried = await uploadUntilAnswered(key);
  const again = await uploadUntilAnswered(key);
  if (retried.id !== again.id) throw new Error(`${key}: two runs for one key, ${retried.id} and ${again.id}`);
  if (answered !== null && answered.id !== retried.id) throw new Error(`${key}: the response is another run`);
  await expectWhole(key, retried.id);
  if (answered !== null) return "answeredFirst";
  return retried.replayed ? "committedUnanswered" : "absent";
}

async function expectWhole(key: string, id: string): Promise<void> {
  const answer = await fetch(`${ingest.url}/v1/runs/${id}`, { headers: bearer(ingest.readToken) });
  const run: unknown = await answer.json();
  const summary: unknown = typeof run === "object" && run !== null ? Reflect.get(run, "summary") : null;
  const requests: unknown =
    typeof summary === "object" && summary !== null ? Reflect.get(summary, "requests") : null;
  if (requests !== lines) throw new Error(`${key}: run ${id} has ${String(requests)} requests, not ${lines}`);
}

interface Uploaded {
  id: string;
  replayed: boolean;
}

async function uploadUntilAnswered(key: string): Promise<Uploaded> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const uploaded = await upload(ingest, key);
    if (uploaded !== null) return uploaded;
    await delay(250);
  }
  throw new Error(`${key}: still in progress after 15 s, though its process is dead`);
}

/** Null while another upload with this key is in progress. */
async function upload(target: IngestUnderTest, key: string): Promise<Uploaded | null> {
  const answer = await fetch(`${target.url}/v1/runs?service=soak&experiment=kill`, {
    method: "POST",
    headers: { ...bearer(target.ingestToken), "Idempotency-Key": key },
    body,
  });
  const parsed: unknown = await answer.json();
  if (answer.status === 409 && textOf(parsed, "code") === "in-progress") return null;
  if (!answer.ok) throw new Error(`${key}: ${answer.status} ${JSON.stringify(parsed)}`);
  const run: unknown = typeof parsed === "object" && parsed !== null ? Reflect.get(parsed, "run") : null;
  return { id: textOf(run, "id"), replayed: answer.headers.get("idempotency-replayed") === "true" };
}

function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function jtlOf(count: number): Buffer {
  const rows = ["timeStamp,elapsed,label,responseCode,success,bytes"];
  const start = Date.UTC(2022, 10, 25);
  for (let row = 0; row < count; row += 1) {
    rows.push(`${start + Math.floor(row / 5)},${20 + (row % 180)},GET /${row % 40},200,true,1024`);
  }
  return Buffer.from(`${rows.join("\n")}\n`);
}
