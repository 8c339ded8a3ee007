/** How long the server takes for a page of a large workspace, and how much script a page brings. */
import { openDatabase } from "@headroom/db";
import { fillWorkspace } from "./seed/fill-workspace.ts";
import { loadPage, percentileOf } from "./web/page-load.ts";
import { openWebUnderTest } from "./web/web-under-test.ts";

const rows = Number(process.env["HEADROOM_BENCH_PAGES_ROWS"] ?? 10_000);
const rounds = Number(process.env["HEADROOM_BENCH_PAGES_ROUNDS"] ?? 200);

const web = await openWebUnderTest();
try {
  const began = performance.now();
  const filled = await fillWorkspace(
    { ingestUrl: web.ingest.url, databaseUrl: web.ingest.databaseUrl },
    { workspace: "large", experiments: rows, runs: rows, services: 25, deep: 1_000, detailed: 100 },
  );
  console.log(
    `${filled.experiments} experiments and ${filled.runs} runs made in ${((performance.now() - began) / 1_000).toFixed(1)} s`,
  );
  const cookie = await web.signIn(filled.ownerSignInPath);
  const [first, second] = await newestRuns(web.ingest.databaseUrl, filled.workspaceId);
  const pages = {
    overview: "/",
    catalog: "/catalog",
    "catalog, searched": "/catalog?q=checkout",
    "catalog, by p99": "/catalog?sort=p99",
    experiment: `/experiments/${filled.deepExperimentId}`,
    run: `/runs/${first}`,
    "comparison, first paint": `/comparisons?runs=${first},${second}`,
    "trend of 1,000 runs": `/experiments/${filled.deepExperimentId}/trend`,
  };
  for (const [name, path] of Object.entries(pages)) {
    const load = await loadPage(path, { url: web.url, cookie, rounds, warmUp: 20 });
    const [p50, p99] = [percentileOf(load.millis, 0.5), percentileOf(load.millis, 0.99)];
    console.log(
      `${name.padEnd(24)} p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ` +
        `page ${(load.htmlBytes / 1_000).toFixed(0)} kB, scripts ${(load.scriptBytes / 1_000).toFixed(0)} kB gzip`,
    );
  }
} finally {
  await web.close();
}

/** Those that have cells too. */
async function newestRuns(databaseUrl: string, workspaceId: string): Promise<string[]> {
  const db = openDatabase({ url: databaseUrl, maxConnections: 1 });
  try {
    const runs = await db.inWorkspace(workspaceId, (tx) =>
      tx.prisma.run.findMany({
        where: { publishedAt: { not: null } },
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
