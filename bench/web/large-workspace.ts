import { readFileSync } from "node:fs";
import { openDatabase } from "@headroom/db";
import { fillWorkspace } from "../seed/fill-workspace.ts";
import type { Instance } from "../seed/fill-workspace.ts";
import { addPeakOfMany } from "../seed/peak-of-many.ts";
import { openWebUnderTest, signIn } from "./web-under-test.ts";

const rows = Number(process.env["HEADROOM_BENCH_PAGES_ROWS"] ?? 10_000);
/** The .headroom/local.json of an instance that is already running and keeps the seeded data. */
const runningFile = process.env["HEADROOM_BENCH_LOCAL_JSON"];

export interface LargeWorkspace {
  url: string;
  /** Of its owner. */
  cookie: string;
  /** URLs by page name. */
  pages: Record<string, string>;
  close(): Promise<void>;
}

/** The built pages, with a workspace of thousands of experiments and runs. */
export async function openLargeWorkspace(): Promise<LargeWorkspace> {
  const opened = await openInstance();
  const { url, instance } = opened;
  try {
    const began = performance.now();
    const filled = await fillWorkspace(instance, {
      workspace: "large",
      experiments: rows,
      runs: rows,
      services: 25,
      deep: Math.min(rows, 1_000),
      detailed: 100,
    });
    console.log(
      `${filled.experiments} experiments and ${filled.runs} runs created in ${((performance.now() - began) / 1_000).toFixed(1)} s`,
    );
    const [first, second] = await newestRuns(instance.databaseUrl, filled.workspaceId);
    const peakDayId = await addPeakOfMany(instance.databaseUrl, filled.workspaceId);
    const pages = {
      overview: "/",
      experiments: "/experiments",
      "experiments, searched": "/experiments?q=seeded+77",
      "experiments, by p99": "/experiments?sort=p99",
      experiment: `/experiments/${filled.deepExperimentId}`,
      run: `/runs/${first}`,
      "comparison, first paint": `/comparisons?runs=${first},${second}`,
      "trend of 1,000 runs": `/experiments/${filled.deepExperimentId}?metric=p99`,
      "readiness, 200 experiments": `/peak-days/${peakDayId}/readiness`,
    };
    return { url, cookie: await signIn(url, filled.ownerSignInPath), pages, close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

interface OpenInstance {
  url: string;
  instance: Instance;
  close: () => Promise<void>;
}

async function openInstance(): Promise<OpenInstance> {
  if (runningFile !== undefined) {
    const running = JSON.parse(readFileSync(runningFile, "utf8")) as Instance & { webUrl: string };
    return { url: running.webUrl, instance: running, close: () => Promise.resolve() };
  }
  const web = await openWebUnderTest();
  const instance = { ingestUrl: web.ingest.url, databaseUrl: web.ingest.databaseUrl };
  return { url: web.url, instance, close: () => web.close() };
}

/** Those that have cells too. */
async function newestRuns(databaseUrl: string, workspaceId: string): Promise<string[]> {
  const db = openDatabase({ url: databaseUrl, maxConnections: 1 });
  try {
    const runs = await db.inWorkspace(workspaceId, (tx) =>
      tx.prisma.run.findMany({
        where: { publishedAt: { not: null }, key: null },
        orderBy: [{ publishedAt: "desc" }, { id: "desc" }],
        take: 2,
        select: { id: true },
      }),
    );
    return runs.map(({ id }) => id);
  } finally {
    await db.close();
  }
}
