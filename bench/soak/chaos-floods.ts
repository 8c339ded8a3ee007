import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { contextOf, createToken, ensureWorkspace, openServices } from "@headroom/services";
import { writeJtl } from "../jtl-file.ts";
import type { ChaosRow } from "./chaos-row.ts";
import type { Installation, Local } from "./installation.ts";
import { smallJtl, uploadOnce } from "./keyed-upload.ts";
import { watchHealth } from "./watch-health.ts";

const FLOOD_MILLIS = 10_000;
const SLOW_CONNECTIONS = 24;
const GAUGE_FLOODS = 40;
const ROW_BYTES = 132;

async function watched(
  installation: Installation,
  fault: string,
  work: () => Promise<string>,
): Promise<ChaosRow> {
  const { result, watched: seen } = await watchHealth(installation, work);
  const { webP99, ingestP99, before, peak, after } = seen;
  return {
    fault,
    outcome: result,
    lost: 0,
    doubled: 0,
    back: [],
    healthP99: { web: webP99, ingest: ingestP99 },
    memory: { before, peak, after },
  };
}

/** Sign-in forms with as many keys as fit, without an account. */
export function floodKeys(installation: Installation): Promise<ChaosRow> {
  const { webUrl } = installation.local();
  const bodyOf = (keys: number) =>
    JSON.stringify({ json: Object.fromEntries(Array.from({ length: keys }, (_, key) => [`k${key}`, 1])) });
  const [large, allowed] = [bodyOf(700_000), bodyOf(1_200)];
  const flood = async (body: string, most: number) => {
    const until = performance.now() + FLOOD_MILLIS / 2;
    const counts = new Map<number, number>();
    const one = async () => {
      while (performance.now() < until) {
        const status = await fetch(`${webUrl}/api/trpc/account.signIn`, {
          method: "POST",
          body,
          headers: { origin: webUrl, "content-type": "application/json" },
        }).then(
          async (answer) => {
            await answer.arrayBuffer();
            return answer.status;
          },
          () => 0,
        );
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: most }, one));
    return counts;
  };
  return watched(installation, "key flood: 8 MB and 16 KB sign-in forms, 10 s", async () => {
    const counts = [await flood(large, 4), await flood(allowed, 8)];
    return counts.map(countWords).join("; ");
  });
}

/** Connections that send a byte a second to ingest; another workspace uploads meanwhile. */
export function slowUploads(installation: Installation): Promise<ChaosRow> {
  return watched(installation, `${SLOW_CONNECTIONS} uploads of a byte a second, 20 s`, async () => {
    const local = installation.local();
    const stop = new AbortController();
    const slow = Array.from({ length: SLOW_CONNECTIONS }, () => dripping(local, stop.signal));
    await delay(2_000);
    const other = await otherWorkspace(local);
    const answers = await uploadFor(other, 18_000);
    stop.abort();
    await Promise.all(slow);
    return othersWords(answers);
  });
}

/** Gzipped files of nothing but unreadable lines; another workspace uploads meanwhile. */
export function floodGauges(installation: Installation): Promise<ChaosRow> {
  return watched(installation, `${GAUGE_FLOODS} gauge files of 88 MB of bad lines together`, async () => {
    const local = installation.local();
    const { runId } = await uploadOnce(local, smallJtl(1_000), { query: "" });
    const body = gzipSync(Buffer.concat([Buffer.from("time,cpu\n"), Buffer.alloc(88_000_000, "x,y\n")]));
    const other = await otherWorkspace(local);
    const counts = new Map<number, number>();
    const flood = Array.from({ length: GAUGE_FLOODS }, async () => {
      const status = await fetch(`${local.ingestUrl}/v1/runs/${runId ?? ""}/gauges`, {
        method: "POST",
        headers: { authorization: `Bearer ${local.ingestToken}` },
        body,
      }).then(
        (answer) => answer.status,
        () => 0,
      );
      counts.set(status, (counts.get(status) ?? 0) + 1);
    });
    const answers = await uploadFor(other, 5_000);
    await Promise.all(flood);
    return `${countWords(counts)}; ${othersWords(answers)}`;
  });
}

/** Large files at once, each retried while there is no place for it. */
export async function largeUploads(
  installation: Installation,
  folder: string,
  { files, megabytes }: { files: number; megabytes: number },
): Promise<ChaosRow> {
  const path = join(folder, "large.jtl");
  const requests = Math.round((megabytes * 1e6) / ROW_BYTES);
  await writeJtl(path, { requests, seconds: 1_800, labels: 20 });
  const size = Math.round((await stat(path)).size / 1e6);
  let lost = 0;
  const row = await watched(installation, `${files} uploads of ${size} MB together`, async () => {
    const began = performance.now();
    const uploads = Array.from({ length: files }, async (_, file) => {
      for (;;) {
        const body = Readable.toWeb(createReadStream(path)) as ReadableStream;
        const answered = await uploadStream(installation.local(), body, `large-${file}`);
        if (answered === requests) return;
        if (answered !== null) lost += 1;
        await delay(1_000);
      }
    });
    await Promise.all(uploads);
    return `all stored in ${((performance.now() - began) / 1_000).toFixed(0)} s`;
  });
  return { ...row, lost };
}

/** Returns the requests of the run; null if it was refused. */
async function uploadStream(
  { ingestUrl, ingestToken }: Local,
  body: ReadableStream,
  key: string,
): Promise<number | null> {
  try {
    const answer = await fetch(`${ingestUrl}/v1/runs?service=chaos&experiment=large`, {
      method: "POST",
      headers: { authorization: `Bearer ${ingestToken}`, "idempotency-key": key },
      body,
      duplex: "half",
    });
    const read = (await answer.json()) as { summary?: { requests?: number } };
    return answer.status === 201 ? (read.summary?.requests ?? 0) : null;
  } catch {
    return null;
  }
}

/** Ends with the answer, or when it is stopped. */
function dripping({ ingestUrl, ingestToken }: Local, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const client = httpRequest(`${ingestUrl}/v1/runs?service=chaos&experiment=slow`, {
      method: "POST",
      headers: { authorization: `Bearer ${ingestToken}` },
    });
    const timer = setInterval(() => client.write("t"), 1_000);
    const end = () => {
      clearInterval(timer);
      client.destroy();
      resolve();
    };
    client.on("response", end).on("error", end);
    stop.addEventListener("abort", end);
  });
}

/** An ingest token of a workspace that does nothing wrong. */
async function otherWorkspace(local: Local): Promise<Local> {
  const services = openServices({ url: local.databaseUrl, maxConnections: 2 });
  try {
    const owner = { email: "owner@other.example", name: "Other" };
    const input = { slug: "other", name: "Other", owner };
    const { workspaceId, ownerId } = await ensureWorkspace({ services, input });
    const ctx = contextOf(services, workspaceId, { kind: "person", id: ownerId, role: "owner" });
    const { secret } = await createToken({ ctx, input: { name: "chaos", scopes: ["ingest", "read"] } });
    return { ...local, ingestToken: secret };
  } finally {
    await services.db.close();
  }
}

async function uploadFor(local: Local, millis: number) {
  const until = performance.now() + millis;
  const answers = [];
  while (performance.now() < until) answers.push(await uploadOnce(local, smallJtl(2_000), { query: "" }));
  return answers;
}

function othersWords(answers: readonly { status: number; millis: number }[]): string {
  const stored = answers.filter(({ status }) => status === 201).length;
  const slowest = Math.max(...answers.map(({ millis }) => millis));
  return `another workspace stored ${stored} of ${answers.length} uploads, the slowest in ${(slowest / 1_000).toFixed(1)} s`;
}

function countWords(counts: ReadonlyMap<number, number>): string {
  return [...counts].map(([status, count]) => `${count} × ${status || "no answer"}`).join(", ");
}
