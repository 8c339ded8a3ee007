import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seededRandom } from "@headroom/core";
import { encodeWriteRequest, WRITE_REQUEST_HEADERS, type WrittenSample } from "@headroom/core/wire";
import { lognormalMicros } from "../drawn-latencies.ts";
import { openIngestUnderTest, type IngestUnderTest } from "./ingest-under-test.ts";

/*
 * Clients of InfluxDB and Prometheus send the traffic of two services while ingest is killed again and again. As real clients
 * do, they send a body again until they get an answer. At the end, each service has every request exactly once.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "10" },
    clients: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
  },
});
const [kills, clients, seed] = [values.kills, values.clients, values.seed].map(Number) as [
  number,
  number,
  number,
];
const BOUNDS = ["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "+Inf"];
const LINES = 50;

const random = seededRandom(seed);
const ingest = await openIngestUnderTest();
const from = new Date();
const state = { isStopping: false };
const counts = { bodies: 0, repeated: 0 };
try {
  await ingest.start();
  const sending = Array.from({ length: clients }, (_, client) =>
    client % 2 === 0 ? sendLines(ingest, client) : scrape(ingest, client),
  );
  for (let kill = 0; kill < kills; kill++) {
    await delay(500 + random() * 2_000);
    await ingest.kill();
    await ingest.start();
  }
  state.isStopping = true;
  const sent = await Promise.all(sending);
  const expected = { influx: sum(sent, 0), prometheus: sum(sent, 1) };
  console.log(`${kills} kills, ${counts.bodies} bodies, ${counts.repeated} of them sent again`);
  for (const [service, requests] of Object.entries(expected)) {
    const counted = await settle(ingest, service, requests);
    console.log(`${service.padEnd(12)}sent ${requests}, counted ${counted}`);
    if (counted !== requests) process.exitCode = 1;
  }
} finally {
  await ingest.close();
}

function sum(sent: readonly number[], kind: 0 | 1): number {
  return sent.filter((_, client) => client % 2 === kind).reduce((all, one) => all + one, 0);
}

/** One line for each request, as k6 sends them. */
async function sendLines({ url, ingestToken }: IngestUnderTest, client: number): Promise<number> {
  const draw = lognormalMicros(seededRandom(seed * 100 + client), 20_000, 0.8);
  let sent = 0;
  while (!state.isStopping) {
    const now = BigInt(Date.now()) * 1_000_000n;
    const lines = Array.from({ length: LINES }, (_, line) => {
      const millis = draw() / 1_000;
      return `http_req_duration,name=/page-${line % 5},client=${client} value=${millis} ${now + BigInt(line)}`;
    });
    await untilAccepted(`${url}/write?db=influx`, ingestToken, Buffer.from(lines.join("\n")));
    sent += LINES;
    await delay(50);
  }
  return sent;
}

/** A classic histogram that counts up; its first reading is zero. */
async function scrape({ url, ingestToken }: IngestUnderTest, client: number): Promise<number> {
  const draw = lognormalMicros(seededRandom(seed * 100 + client), 20_000, 0.8);
  const buckets = BOUNDS.map(() => 0);
  const [micros, count] = [{ sum: 0 }, { all: 0 }];
  for (let last = false; ;) {
    const body = remoteWrite(buckets, micros.sum, client);
    await untilAccepted(`${url}/api/v1/write`, ingestToken, body, WRITE_REQUEST_HEADERS);
    if (last) return count.all;
    await delay(200);
    last = state.isStopping;
    for (let request = 0; request < 40; request++) {
      const latency = draw();
      micros.sum += latency;
      count.all += 1;
      for (const [at, bound] of BOUNDS.entries())
        if (bound === "+Inf" || latency <= Number(bound) * 1e6) buckets[at] = (buckets[at] ?? 0) + 1;
    }
  }
}

function remoteWrite(buckets: readonly number[], micros: number, client: number): Uint8Array {
  const atMillis = Date.now();
  const series = (name: string, value: number, le?: string): WrittenSample => ({
    labels: [
      ["__name__", `http_request_duration_seconds_${name}`],
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

async function untilAccepted(
  url: string,
  token: string,
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<void> {
  counts.bodies += 1;
  for (let attempt = 0; ; attempt++) {
    if (attempt === 1) counts.repeated += 1;
    const answer = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: Buffer.from(body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    if (answer?.ok === true) return;
    if (answer !== null && answer.status < 500) throw new Error(`${answer.status} ${await answer.text()}`);
    await delay(100);
  }
}

/** What the service has counted, once it is as much as was sent or nothing more arrives for a while. */
async function settle({ url, readToken }: IngestUnderTest, service: string, wanted: number): Promise<number> {
  let counted = -1;
  for (let still = 0; still < 40; still++) {
    const to = new Date(Date.now() + 60_000).toISOString();
    const query = `from=${new Date(from.getTime() - 60_000).toISOString()}&to=${to}`;
    const answer = await fetch(`${url}/v1/services/${service}/traffic?${query}`, {
      headers: { authorization: `Bearer ${readToken}` },
    });
    const { total } = (await answer.json()) as { total: { requests: number } };
    if (total.requests === wanted) return total.requests;
    if (total.requests !== counted) still = 0;
    counted = total.requests;
    await delay(250);
  }
  return counted;
}
