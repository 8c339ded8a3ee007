/** What counting requests costs: one request with and without limits, and what a count in the database would cost. */
import { Agent, request } from "node:http";
import { HOUR_MILLIS } from "@headroom/core";
import { openServices } from "@headroom/services";
import { processorMillis } from "./soak/processor-time.ts";
import { openIngestUnderTest } from "./soak/ingest-under-test.ts";
import type { IngestUnderTest } from "./soak/ingest-under-test.ts";

const REQUESTS = 2_000;
const ROUNDS = 7;

const NEVER_REACHED = "1000000000";
const LIMITED = {
  HEADROOM_MAX_READS_PER_MINUTE: NEVER_REACHED,
  HEADROOM_MAX_WORKSPACE_READS_PER_MINUTE: NEVER_REACHED,
};

const ingest = await openIngestUnderTest(undefined, LIMITED);
try {
  await inDatabase(ingest);
  await overHttp(ingest);
} finally {
  await ingest.close();
}

/** The function that counts attempts to sign in: one row, locked by each request until it commits. */
async function inDatabase({ databaseUrl }: IngestUnderTest): Promise<void> {
  const { db } = openServices({ url: databaseUrl, maxConnections: 10 });
  const key = Buffer.from("one token");
  const endsAt = new Date(Date.now() + HOUR_MILLIS);
  const count = () => db.lookup.countAttempt(key, new Date(), endsAt);
  await count();
  const oneByOne = await millisOf(REQUESTS / 4, 1, count);
  const together = await millisOf(REQUESTS, 10, count);
  console.log(
    `in the database: ${oneByOne.toFixed(2)} ms a count, and ${together.toFixed(2)} ms with 10 requests of one token in parallel`,
  );
  await db.close();
}

/** Both processes on the same database, in turns, by processor time: a busy machine changes the wall time of both. */
async function overHttp(first: IngestUnderTest): Promise<void> {
  const { url, second, readToken } = first;
  await first.start();
  await second.start();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (from: string) =>
    new Promise<void>((resolve, reject) => {
      request(`${from}/v1/token`, { agent, headers: { authorization: `Bearer ${readToken}` } }, (answer) => {
        answer.resume().on("end", resolve);
      })
        .on("error", reject)
        .end();
    });
  const processorOf = async (of: number, from: string) => {
    const before = processorMillis(of);
    for (let at = 0; at < REQUESTS; at += 1) await get(from);
    return (processorMillis(of) - before) / REQUESTS;
  };
  const [limited, unlimited]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const withLimits = await processorOf(first.pid(), url);
    const without = await processorOf(second.pid(), second.url);
    // The first round warms up.
    if (round === 0) continue;
    limited.push(withLimits);
    unlimited.push(without);
  }
  const median = (values: number[]) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const ratio = median(limited.map((millis, at) => millis / (unlimited[at] ?? Number.NaN)));
  console.log(
    `GET /v1/token: ${median(unlimited).toFixed(3)} ms of processor time without limits, ` +
      `${median(limited).toFixed(3)} ms with them: ${ratio.toFixed(3)}x (median of ${ROUNDS} rounds in turns)`,
  );
  agent.destroy();
}

/** Milliseconds of wall time for each. */
async function millisOf(times: number, atOnce: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let left = times;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await work();
    }),
  );
  return (performance.now() - began) / times;
}
