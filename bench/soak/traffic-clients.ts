import { setTimeout as delay } from "node:timers/promises";
import { Sketch, seededRandom } from "@headroom/core";
import { encodeWriteRequest, WRITE_REQUEST_HEADERS } from "@headroom/core/wire";
import type { WrittenSample } from "@headroom/core/wire";
import { lognormalMicros } from "../drawn-latencies.ts";
import type { IngestUnderTest } from "./ingest-under-test.ts";

/** What all clients share: when to stop, and how often a body had to be sent again. */
export interface Sending {
  isStopping: boolean;
  bodies: number;
  repeated: number;
}

export interface Client {
  ingest: IngestUnderTest;
  sending: Sending;
  number: number;
  seed: number;
}

const BOUNDS = ["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "+Inf"];
const LINES = 50;
const REQUESTS_A_CELL = 20;
const LABELS = 5;

/** One line of InfluxDB's protocol for each request, as k6 sends them. Returns the requests that were sent. */
export async function sendLines(client: Client): Promise<number> {
  const { sending, number } = client;
  const draw = latenciesOf(client);
  let sent = 0;
  while (!sending.isStopping) {
    const now = BigInt(Date.now()) * 1_000_000n;
    const lines = Array.from({ length: LINES }, (_, line) => {
      const millis = draw() / 1_000;
      return `http_req_duration,name=/page-${line % 5},client=${number} value=${millis} ${now + BigInt(line)}`;
    });
    await untilAccepted(client, "/write?db=influx", Buffer.from(lines.join("\n")));
    sent += LINES;
    await delay(50);
  }
  return sent;
}

/** Of a high-availability pair: both read the same, and it counts once. */
const REPLICAS = ["prometheus-0", "prometheus-1"];

/** A classic histogram that counts up, by remote write of two replicas; its first reading is zero. */
export async function scrape(client: Client): Promise<number> {
  const draw = latenciesOf(client);
  const buckets = BOUNDS.map(() => 0);
  const [micros, count] = [{ sum: 0 }, { all: 0 }];
  for (let last = false; ;) {
    for (const replica of REPLICAS) {
      const body = remoteWrite(buckets, micros.sum, { client: client.number, replica });
      await untilAccepted(client, "/api/v1/write", body, WRITE_REQUEST_HEADERS);
    }
    if (last) return count.all;
    await delay(200);
    last = client.sending.isStopping;
    for (let request = 0; request < 40; request++) {
      const latency = draw();
      micros.sum += latency;
      count.all += 1;
      for (const [at, bound] of BOUNDS.entries())
        if (bound === "+Inf" || latency <= Number(bound) * 1e6) buckets[at] = (buckets[at] ?? 0) + 1;
    }
  }
}

/** Numbered batches of cells into a live run. */
export async function sendCells(client: Client, runId: string): Promise<number> {
  const draw = latenciesOf(client);
  for (let sequence = 1; ; sequence++) {
    const body = Buffer.from(JSON.stringify(batchOf(`w${client.number}`, sequence, draw)));
    await untilAccepted(client, `/v1/runs/${runId}/cells`, body);
    if (client.sending.isStopping) return sequence * LABELS * REQUESTS_A_CELL;
    await delay(100);
  }
}

/** Sends a body until it is accepted, as real clients do. */
export async function untilAccepted(
  { ingest: { url, ingestToken }, sending }: Pick<Client, "ingest" | "sending">,
  path: string,
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<unknown> {
  sending.bodies += 1;
  for (let attempt = 0; ; attempt++) {
    if (attempt === 1) sending.repeated += 1;
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${ingestToken}`, ...headers },
      body: Buffer.from(body),
      signal: AbortSignal.timeout(10_000),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null);
    if (answer !== null && answer.status < 300) return answer.text === "" ? null : JSON.parse(answer.text);
    const comesBack = answer === null || answer.status >= 500 || answer.status === 429;
    if (!comesBack) throw new Error(`${answer.status} ${answer.text}`);
    await delay(100);
  }
}

function latenciesOf({ seed, number }: Client): () => number {
  return lognormalMicros(seededRandom(seed * 100 + number), 20_000, 0.8);
}

function remoteWrite(
  buckets: readonly number[],
  micros: number,
  { client, replica }: { client: number; replica: string },
): Uint8Array {
  const atMillis = Date.now();
  const series = (name: string, value: number, le?: string): WrittenSample => ({
    labels: [
      ["__name__", `http_request_duration_seconds_${name}`],
      ["__replica__", replica],
      ["instance", `pod-${client}`],
      ["job", "prometheus"],
      ...(le === undefined ? [] : [["le", le] as const]),
      ["path", "/orders"],
    ],
    value,
    atMillis,
  });
  return encodeWriteRequest([
    ...BOUNDS.map((bound, place) => series("bucket", buckets[place] ?? 0, bound)),
    series("sum", micros / 1e6),
    series("count", buckets.at(-1) ?? 0),
  ]);
}

function batchOf(writer: string, sequence: number, draw: () => number): object {
  const cells = Array.from({ length: LABELS }, (_, label) => {
    const all = Sketch.of(Float64Array.from({ length: REQUESTS_A_CELL }, draw));
    const distribution = { kind: "sketch", all: Buffer.from(all.encode()).toString("base64"), failed: null };
    const second = Math.floor(Date.now() / 1_000);
    return { label, step: 1, second, requests: REQUESTS_A_CELL, distribution };
  });
  const labels = Array.from({ length: LABELS }, (_, label) => ({ name: `GET /${label}` }));
  return { writer, sequence, labels, cells };
}
