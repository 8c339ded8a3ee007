import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seededRandom } from "@headroom/core";
import { openIngestUnderTest, textOf } from "./ingest-under-test.ts";
import type { IngestUnderTest } from "./ingest-under-test.ts";
import { scrape, sendCells, sendLines, untilAccepted } from "./traffic-clients.ts";
import type { Client, Sending } from "./traffic-clients.ts";

/*
 * Clients of InfluxDB and Prometheus send the traffic of two services, and two writers a live run, while ingest, another
 * process that only counts, and PostgreSQL are killed again and again. As real clients do, they send a body again until they get
 * an answer. At the end, each service and the run have every request exactly once.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "10" },
    clients: { type: "string", default: "2" },
    seed: { type: "string", default: "1" },
    victim: { type: "string", multiple: true },
  },
});
const [kills, clients, seed] = [values.kills, values.clients, values.seed].map(Number) as [
  number,
  number,
  number,
];
const chance = seededRandom(seed);
/** Of each service, what the rounds before sent. */
const before: Record<string, number> = {};

/** How each process is killed; it is back when the promise resolves. */
const VICTIMS: Record<string, (ingest: IngestUnderTest) => Promise<void>> = {
  ingest: async (ingest) => {
    await ingest.kill();
    await ingest.start();
  },
  "counting process": async ({ second }) => {
    await second.kill();
    await second.start();
  },
  PostgreSQL: (ingest) => ingest.killDatabase(),
};
const victims = values.victim ?? Object.keys(VICTIMS);

const ingest = await openIngestUnderTest();
const from = new Date();
try {
  await ingest.start();
  await ingest.second.start();
  for (const [round, victim] of victims.entries()) await killWhileSending(victim, round);
} finally {
  await ingest.close();
}

async function killWhileSending(victim: string, round: number): Promise<void> {
  const kill = VICTIMS[victim];
  if (kill === undefined) throw new Error(`--victim is one of ${Object.keys(VICTIMS).join(", ")}`);
  const sending: Sending = { isStopping: false, bodies: 0, repeated: 0 };
  const run = await openRun(sending, round);
  const each = (send: (client: Client) => Promise<number>) =>
    Array.from({ length: clients }, (_, at) => {
      const number = round * clients + at;
      return send({ ingest, sending, number, seed });
    });
  const sent = {
    "InfluxDB lines": each(sendLines),
    "remote write": each(scrape),
    "live run": each((client) => sendCells(client, run)),
  };
  for (let killed = 0; killed < kills; killed++) {
    await delay(500 + chance() * 2_000);
    await kill(ingest);
  }
  sending.isStopping = true;
  const expected: Record<string, number> = {};
  for (const [name, all] of Object.entries(sent))
    expected[name] = (await Promise.all(all)).reduce((sum, one) => sum + one, 0);
  console.log(`${victim}: ${kills} kills, ${sending.bodies} bodies, ${sending.repeated} of them sent again`);
  await check("InfluxDB lines", expected, () => requestsOf("influx"));
  await check("remote write", expected, () => requestsOf("prometheus"));
  const finished = (await untilAccepted(
    { ingest, sending },
    `/v1/runs/${run}/finish`,
    Buffer.from("{}"),
  )) as {
    summary: { requests: number };
  };
  await check("live run", expected, () => Promise.resolve(finished.summary.requests));
}

/** The services go on from round to round, the runs don't. */
async function check(name: string, expected: Record<string, number>, read: () => Promise<number>) {
  const isRun = name === "live run";
  const wanted = (expected[name] ?? 0) + (isRun ? 0 : (before[name] ?? 0));
  const counted = await settle(wanted, read);
  console.log(`  ${name.padEnd(16)}sent ${wanted}, counted ${counted}`);
  if (counted !== wanted) process.exitCode = 1;
  before[name] = counted;
}

async function openRun(sending: Sending, round: number): Promise<string> {
  const origin = Math.floor(Date.now() / 1_000);
  const path = `/v1/runs/live?service=live&experiment=Kills-${round}&origin=${origin}`;
  const opened = (await untilAccepted({ ingest, sending }, path, Buffer.alloc(0))) as { run: unknown };
  return textOf(opened.run, "id");
}

/** What is counted, once it is as much as was sent or nothing more arrives for a while. */
async function settle(wanted: number, read: () => Promise<number>): Promise<number> {
  let counted = -1;
  for (let still = 0; still < 40; still++) {
    const now = await read();
    if (now === wanted) return now;
    if (now !== counted) still = 0;
    counted = now;
    await delay(250);
  }
  return counted;
}

async function requestsOf(service: string): Promise<number> {
  const to = new Date(Date.now() + 60_000).toISOString();
  const query = `from=${new Date(from.getTime() - 60_000).toISOString()}&to=${to}`;
  const answer = await fetch(`${ingest.url}/v1/services/${service}/traffic?${query}`, {
    headers: { authorization: `Bearer ${ingest.readToken}` },
  });
  const { total } = (await answer.json()) as { total: { requests: number } };
  return total.requests;
}
