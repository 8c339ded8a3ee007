import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Installation } from "./installation.ts";

export interface Memory {
  web: number;
  ingest: number;
}

export interface Watched {
  /** Milliseconds of the slowest hundredth of the answers of /healthz. */
  webP99: number;
  ingestP99: number;
  before: Memory;
  peak: Memory;
  after: Memory;
}

const EVERY_MILLIS = 100;

/** Asks /healthz some fifty times a second while something happens, from a thread of its own, and measures memory. */
export async function watchHealth<T>(
  installation: Installation,
  work: () => Promise<T>,
): Promise<{ result: T; watched: Watched }> {
  const { webUrl, ingestUrl } = installation.local();
  const before = memoryOf(installation);
  const peak = { ...before };
  const timer = setInterval(() => {
    const now = memoryOf(installation);
    peak.web = Math.max(peak.web, now.web);
    peak.ingest = Math.max(peak.ingest, now.ingest);
  }, EVERY_MILLIS);
  const [web, ingest] = [pinger(webUrl), pinger(ingestUrl)];
  try {
    const result = await work();
    const [webP99, ingestP99] = await Promise.all([web.p99(), ingest.p99()]);
    return { result, watched: { webP99, ingestP99, before, peak, after: memoryOf(installation) } };
  } finally {
    clearInterval(timer);
    await Promise.all([web.end(), ingest.end()]);
  }
}

export function memoryOf(installation: Installation): Memory {
  const { webPid, ingestPid } = installation.local();
  return { web: webPid === null ? 0 : megabytes(webPid), ingest: megabytes(ingestPid) };
}

/** Of a process that may have ended. */
function megabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
  } catch {
    return 0;
  }
}

const PINGER = `
const { parentPort, workerData } = require("node:worker_threads");
const { request, Agent } = require("node:http");
const agent = new Agent({ keepAlive: true });
const took = [];
const one = () => new Promise((resolve) => {
  const began = performance.now();
  const done = () => { took.push(performance.now() - began); resolve(); };
  const asked = request(workerData + "/healthz", { agent, timeout: 30_000 }, (answer) => answer.resume().on("end", done));
  asked.on("error", done).on("timeout", () => asked.destroy()).end();
});
(async () => { for (;;) { await one(); await new Promise((resolve) => setTimeout(resolve, 20)); } })();
parentPort.on("message", () => {
  const sorted = took.toSorted((a, b) => a - b);
  parentPort.postMessage(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0);
});
`;

function pinger(url: string): { p99(): Promise<number>; end(): Promise<unknown> } {
  const worker = new Worker(PINGER, { eval: true, workerData: url });
  return {
    p99: () =>
      new Promise<number>((resolve) => {
        worker.once("message", resolve);
        worker.postMessage("p99", []);
      }),
    end: () => worker.terminate(),
  };
}
