/** What one, two and three ingest processes on one database do: counting for nothing, waiting, connections, uploads. About two minutes. */
import { setTimeout as delay } from "node:timers/promises";
import { SECOND_MILLIS } from "@headroom/core";
import { SqlShell, startCountingDatabase } from "./soak/count-statements.ts";
import { freePort, openIngestUnderTest } from "./soak/ingest-under-test.ts";

const SETTLE_MILLIS = 5_000;
const LIVE_SECONDS = 12;
const UPLOAD_SECONDS = 8;
const SERVICES = 24;
const SENDERS = 12;
const UPLOADERS = 8;
const SAMPLE_MILLIS = 200;

interface Process {
  url: string;
  metricsUrl: string;
}

const first = await openIngestUnderTest(startCountingDatabase);
const adminUrl = new URL(first.adminUrl);
adminUrl.pathname = new URL(first.databaseUrl).pathname;
const admin = await SqlShell.open(adminUrl.href);
await admin.ask("create extension if not exists pg_stat_statements");
const processes: Process[] = [];
try {
  for (let count = 1; count <= 3; count += 1) {
    await startOne();
    await delay(SETTLE_MILLIS);
    const [to] = processes;
    if (count === 1 && to !== undefined) {
      await warmUp(to);
      await upload(-1, to);
      console.log(`${(await statementsOf(to)).toFixed(0)} statements for an upload`);
    }
    const idle = (await sample()).connections;
    const live = await watched(LIVE_SECONDS, SENDERS, sendLine);
    const uploads = await watched(UPLOAD_SECONDS, UPLOADERS, upload);
    const tries = live.counted + live.lost;
    console.log(
      `${count} ingest: ${live.done} live requests, ${tries} pages tried, ${live.lost} for nothing (${share(live.lost, tries)}), ` +
        `${live.blockedSeconds.toFixed(1)} s blocked on live_position in ${LIVE_SECONDS} s; ` +
        `${(uploads.done / UPLOAD_SECONDS).toFixed(1)} uploads/s, ${uploads.usageSeconds.toFixed(1)} s blocked on usage; ` +
        `connections ${idle} idle, ${Math.max(live.connections, uploads.connections)} under load`,
    );
  }
} finally {
  await first.close();
}

async function startOne(): Promise<void> {
  const port = await freePort();
  const added = await first.another({ HEADROOM_METRICS_PORT: String(port) });
  await added.start();
  processes.push({ url: added.url, metricsUrl: `http://127.0.0.1:${port}/metrics` });
}

/** Services are created by the first line that names them. */
async function warmUp(to: Process): Promise<void> {
  for (let turn = 0; turn < SERVICES; turn += 1) await sendLine(turn, to);
  for (let before = -1, now = 0; now !== before || now === 0;) {
    await delay(SETTLE_MILLIS / 2);
    before = now;
    now = (await pages()).counted;
  }
}

/** Of uploads, one after the other, without what the process asks while it waits. */
async function statementsOf(to: Process): Promise<number> {
  const asked = async () =>
    (
      await admin.ask(
        "select coalesce(sum(calls), 0) from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())",
      )
    )[0] ?? 0;
  const times = 5;
  const began = performance.now();
  const start = await asked();
  for (let turn = 0; turn < times; turn += 1) await upload(turn, to);
  const tookMillis = performance.now() - began;
  const end = await asked();
  await delay(tookMillis);
  return (end - start - ((await asked()) - end)) / times;
}

interface Watched {
  done: number;
  counted: number;
  lost: number;
  blockedSeconds: number;
  usageSeconds: number;
  connections: number;
}

/** What clients do for so long, one request after the other, and what the database's connections do meanwhile. */
async function watched(
  seconds: number,
  clients: number,
  request: (turn: number, to: Process) => Promise<boolean>,
): Promise<Watched> {
  const before = await pages();
  const until = performance.now() + seconds * SECOND_MILLIS;
  let [turn, done] = [0, 0];
  const client = async () => {
    while (performance.now() < until) {
      const now = turn++;
      const to = processes[now % processes.length];
      if (to !== undefined && (await request(now, to))) done += 1;
    }
  };
  const found: Watched = { done: 0, counted: 0, lost: 0, blockedSeconds: 0, usageSeconds: 0, connections: 0 };
  const watching = (async () => {
    while (performance.now() < until) {
      const began = performance.now();
      const { connections, blocked, usage } = await sample();
      await delay(Math.max(0, SAMPLE_MILLIS - (performance.now() - began)));
      const tookSeconds = (performance.now() - began) / SECOND_MILLIS;
      found.blockedSeconds += blocked * tookSeconds;
      found.usageSeconds += usage * tookSeconds;
      found.connections = Math.max(found.connections, connections);
    }
  })();
  await Promise.all([watching, ...Array.from({ length: clients }, client)]);
  const after = await pages();
  return { ...found, done, counted: after.counted - before.counted, lost: after.lost - before.lost };
}

async function sample(): Promise<{ connections: number; blocked: number; usage: number }> {
  const [connections = 0, blocked = 0, usage = 0] = await admin.ask(
    `select count(*), count(*) filter (where wait_event_type = 'Lock' and query ilike '%live_position%'),
       count(*) filter (where wait_event_type = 'Lock' and query ilike '%usage_%')
     from pg_stat_activity where datname = current_database() and application_name ilike 'headroom%'`,
  );
  return { connections, blocked, usage };
}

async function pages(): Promise<{ counted: number; lost: number }> {
  const texts = await Promise.all(processes.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()));
  const sumOf = (result: string) =>
    texts.reduce(
      (sum, text) =>
        sum +
        Number(new RegExp(`headroom_live_pages_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1] ?? 0),
      0,
    );
  return { counted: sumOf("counted"), lost: sumOf("lost") };
}

async function sendLine(turn: number, { url }: Process): Promise<boolean> {
  const { ok, body } = await fetch(`${url}/write?db=service-${turn % SERVICES}&precision=ms`, {
    method: "POST",
    headers: { authorization: `Bearer ${first.ingestToken}` },
    body: `http_req_duration,name=/${turn % 3} value=${(turn % 90) + 10} ${Date.now()}`,
  });
  await body?.cancel();
  return ok;
}

async function upload(turn: number, { url }: Process): Promise<boolean> {
  const { ok, body } = await fetch(
    `${url}/v1/runs?service=uploads&experiment=experiment-${turn % UPLOADERS}`,
    {
      method: "POST",
      headers: { authorization: `Bearer ${first.ingestToken}` },
      body: jtlOf(turn),
    },
  );
  await body?.cancel();
  return ok;
}

/** Small, and different each time: the same file would count once. */
function jtlOf(turn: number): string {
  const began = Date.now() - 60_000;
  const rows = Array.from(
    { length: 40 },
    (_, at) => `${began + at * 100},${(at % 9) + 1 + turn},label ${at % 3},200,true`,
  );
  return `timeStamp,elapsed,label,responseCode,success\n${rows.join("\n")}\n`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)}%`;
}
