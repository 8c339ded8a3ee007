/**
 * What one workspace's flood costs another: how long small uploads of a quiet one take beside it and alone, what `/healthz` takes, and
 * the memory of ingest. `--minutes 10` waits before memory is read for the last time; `--limits default` keeps the default limits.
 */
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { encodeWriteRequest, WRITE_REQUEST_HEADERS } from "@headroom/core/wire";
import { contextOf, createToken, ensureWorkspace, openServices } from "@headroom/services";
import { openIngestUnderTest } from "./soak/ingest-under-test.ts";
import type { IngestUnderTest } from "./soak/ingest-under-test.ts";
import { smallJtl, uploadOnce } from "./soak/keyed-upload.ts";

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seconds: { type: "string", default: "15" },
    limits: { type: "string", default: "none" },
    only: { type: "string", multiple: true },
  },
});
const SECONDS = Number(options.seconds);
const CONNECTIONS = 4;
const ROWS = 2_000;

const NONE = { HEADROOM_MAX_LIVE_PER_MINUTE: "0", HEADROOM_MAX_WORKSPACE_LIVE_PER_MINUTE: "0" };
const NO_LIVE_LIMITS = { ...NONE, HEADROOM_MAX_WORKSPACE_LIVE_BYTES: "0" };

interface Flood {
  path: string;
  headers?: Record<string, string>;
  /** Sent in turns. */
  bodies: readonly Uint8Array[];
}

const ingest = await openIngestUnderTest(undefined, options.limits === "default" ? {} : NO_LIVE_LIMITS);
try {
  await ingest.start();
  const quiet = { ingestUrl: ingest.url, ingestToken: await quietToken(ingest) };
  const upload = async () => {
    const { status, millis } = await uploadOnce(quiet, smallJtl(ROWS), { query: "" });
    if (status !== 201) throw new Error(`the quiet workspace's upload got ${status}`);
    return millis;
  };
  await measured(upload, SECONDS / 3);
  console.log(`memory at start ${await megabytes(ingest)} MB`);
  for (const [name, make] of Object.entries(await floodsOf(ingest))) {
    if (options.only !== undefined && !options.only.includes(name)) continue;
    const flood = make();
    const alone = await measured(upload, SECONDS / 2);
    const stop = new AbortController();
    const sent = new Map<number, number>();
    const floods = Array.from({ length: CONNECTIONS }, (_, first) =>
      send(flood, first, { stop: stop.signal, sent }),
    );
    await delay(500);
    const beside = await measured(upload, SECONDS);
    stop.abort();
    await Promise.all(floods);
    const statuses = [...sent].map(([status, count]) => `${count} x ${status}`).join(", ");
    console.log(
      `${name.padEnd(13)} upload ${words(alone.uploads)} alone, ${words(beside.uploads)} beside: ` +
        `${(median(beside.uploads) / median(alone.uploads)).toFixed(1)}x; healthz p99 ${p99(beside.health)} ms, ` +
        `alone ${p99(alone.health)} ms; memory ${await megabytes(ingest)} MB; flood ${statuses}`,
    );
  }
  await delay(Number(options.minutes) * 60_000);
  console.log(`memory ${options.minutes} minutes later ${await megabytes(ingest)} MB`);
} finally {
  await ingest.close();
}

async function send(
  { path, headers = {}, bodies }: Flood,
  first: number,
  { stop, sent }: { stop: AbortSignal; sent: Map<number, number> },
): Promise<void> {
  for (let at = first; !stop.aborted; at += 1) {
    const body = bodies[at % bodies.length] ?? new Uint8Array();
    const authorization = headers["authorization"]?.replace("#", String(at).padStart(43, "x"));
    const status = await fetch(`${ingest.url}${path}`, {
      method: "POST",
      headers: { ...headers, authorization: authorization ?? `Bearer ${ingest.manageToken}` },
      body: Buffer.from(body),
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    sent.set(status, (sent.get(status) ?? 0) + 1);
    if (status === 503 || status === 429) await delay(20);
  }
}

async function measured(upload: () => Promise<number>, seconds: number) {
  const until = performance.now() + seconds * 1_000;
  const [uploads, health]: [number[], number[]] = [[], []];
  const watching = (async () => {
    while (performance.now() < until) {
      const began = performance.now();
      await (await fetch(`${ingest.url}/healthz`)).arrayBuffer();
      health.push(performance.now() - began);
      await delay(20);
    }
  })();
  while (performance.now() < until) {
    uploads.push(await upload());
    await delay(100);
  }
  await watching;
  return { uploads, health };
}

function share(values: readonly number[], part: number): number {
  return (
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
    Number.NaN
  );
}

function median(values: readonly number[]): number {
  return share(values, 0.5);
}

function p99(values: readonly number[]): string {
  return share(values, 0.99).toFixed(0);
}

function words(millis: readonly number[]): string {
  return `${median(millis).toFixed(0)} ms (worst ${share(millis, 1).toFixed(0)})`;
}

async function megabytes(of: IngestUnderTest): Promise<string> {
  const status = await readFile(`/proc/${of.pid()}/status`, "utf8");
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1_024).toFixed(0);
}

/** An ingest token of a workspace that does nothing wrong. */
async function quietToken({ databaseUrl }: IngestUnderTest): Promise<string> {
  const services = openServices({ url: databaseUrl, maxConnections: 2 });
  try {
    const input = { slug: "quiet", name: "Quiet", owner: { email: "owner@quiet.example", name: "Quiet" } };
    const { workspaceId, ownerId } = await ensureWorkspace({ services, input });
    const ctx = contextOf(services, workspaceId, { kind: "person", id: ownerId, role: "owner" });
    return (await createToken({ ctx, input: { name: "bench", scopes: ["ingest", "read"] } })).secret;
  } finally {
    await services.db.close();
  }
}

async function floodsOf({ url, manageToken }: IngestUnderTest): Promise<Record<string, () => Flood>> {
  const headers = { authorization: `Bearer ${manageToken}` };
  await fetch(`${url}/v1/runs?service=loud&experiment=bench`, {
    method: "POST",
    headers,
    body: smallJtl(100).toString(),
  });
  const body = JSON.stringify({
    service: "loud",
    name: "Black Friday 2025",
    startsAt: "2025-11-28T00:00",
    endsAt: "2025-11-30T12:00",
    timeZone: "UTC",
    eventName: "doors open",
    eventAt: "2025-11-28T08:00",
  });
  const made = await fetch(`${url}/v1/peak-days`, { method: "POST", headers, body });
  if (!made.ok) throw new Error(`the peak day got ${made.status} ${await made.text()}`);
  const { id } = (await made.json()) as { id: string };
  const several = (make: (turn: number) => Uint8Array) =>
    Array.from({ length: CONNECTIONS }, (_, turn) => make(turn));
  return {
    "remote-write": () => ({
      path: "/api/v1/write?service=loud",
      headers: WRITE_REQUEST_HEADERS,
      bodies: several(writeRequest),
    }),
    influx: () => ({ path: "/write?db=loud", bodies: several((turn) => lines(100_000, turn)) }),
    "bad-lines": () => ({ path: "/write?db=loud", bodies: [Buffer.from("x y\n".repeat(500_000))] }),
    otlp: () => ({
      path: "/v1/metrics?service=loud",
      headers: { "content-type": "application/json" },
      bodies: several(otlp),
    }),
    curve: () => ({ path: `/v1/peak-days/${id}/curve?preview=true`, bodies: [curve()] }),
    tokens: () => ({
      path: "/write?db=loud",
      headers: { authorization: "Bearer hr_ingest_#" },
      bodies: [Buffer.from("m v=1")],
    }),
  };
}

function writeRequest(turn: number): Uint8Array {
  return encodeWriteRequest(
    Array.from({ length: 30_000 }, (_, index) => ({
      labels: [
        ["__name__", "http_server_request_duration_seconds_count"],
        ["http_request_method", index % 2 === 0 ? "GET" : "POST"],
        ["http_route", `/api/v2/orders/{id}/items/${index % 97}`],
        ["instance", `10.12.${index % 200}.17:9464`],
        ["job", "loud"],
        ["pod", `checkout-${turn}-${index.toString(36)}`],
      ],
      value: index,
      atMillis: Date.now(),
    })),
  );
}

function lines(count: number, turn: number): Uint8Array {
  const now = BigInt(Date.now()) * 1_000_000n;
  return Buffer.from(
    Array.from(
      { length: count },
      (_, at) => `http_req_duration,name=/p-${at % 50},vu=${turn}-${at} value=${at % 300} ${now}`,
    ).join("\n"),
  );
}

function otlp(turn: number): Uint8Array {
  const point = (at: number) => ({
    attributes: [{ key: "http.route", value: { stringValue: `/r-${turn}-${at}` } }],
    timeUnixNano: String(BigInt(Date.now()) * 1_000_000n),
    asInt: String(at),
  });
  const metric = {
    name: "http.server.requests",
    sum: {
      aggregationTemporality: 2,
      isMonotonic: true,
      dataPoints: Array.from({ length: 30_000 }, (_, at) => point(at)),
    },
  };
  return Buffer.from(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics: [metric] }] }] }));
}

function curve(): Uint8Array {
  const from = Date.UTC(2025, 10, 28) / 1_000;
  const rows = Array.from({ length: 199_000 }, (_, at) => `${from + at},${1_000 + (at % 500)}`);
  return Buffer.from(["time,throughput (req/s)", ...rows].join("\n"));
}
