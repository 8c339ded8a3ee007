import {
  contextOf,
  getExperiment,
  getOverview,
  getWorkspaceUsage,
  listCatalog,
  listExperimentRuns,
  openServices,
} from "@headroom/services";
import { fillWorkspace } from "./seed/fill-workspace.ts";
import { openIngestUnderTest } from "./soak/ingest-under-test.ts";

/*
 * The database reads of the pages, in a workspace with ten thousand experiments and ten thousand runs, a thousand of them
 * in one experiment. The pages promise a server time of 150 ms at p99, which includes rendering on top of these reads.
 */
const FILLING = {
  workspace: "large",
  experiments: 10_000,
  runs: 10_000,
  services: 25,
  deep: 1_000,
  detailed: 50,
};
const TIMES = 200;
const MAX_MILLIS = 150;

const ingest = await openIngestUnderTest();
try {
  await ingest.start();
  const began = performance.now();
  const filled = await fillWorkspace({ ingestUrl: ingest.url, databaseUrl: ingest.databaseUrl }, FILLING);
  const seconds = (performance.now() - began) / 1_000;
  console.log(`${filled.experiments} experiments, ${filled.runs} runs seeded in ${seconds.toFixed(1)} s`);
  await measure(ingest.databaseUrl, filled);
} finally {
  await ingest.close();
}

async function measure(
  url: string,
  { workspaceId, deepExperimentId: experimentId }: { workspaceId: string; deepExperimentId: string },
): Promise<void> {
  const services = openServices({ url, maxConnections: 4 });
  const ctx = contextOf(services, workspaceId, { kind: "system", id: null });
  const list = (input: Parameters<typeof listCatalog>[0]["input"]) => (at: number) =>
    listCatalog({ ctx, input: { limit: 50, skip: (at % 10) * 50, ...input } });
  try {
    await time("catalog", list({}));
    await time("catalog by p99", list({ sort: "p99" }));
    await time("catalog by name", list({ sort: "name" }));
    await time("catalog, last page", list({ skip: 9_950 }));
    await time("catalog, two words", list({ search: "seeded 77", skip: 0 }));
    await time("catalog, tag and verdict", list({ tag: "tag-7", state: "misses", skip: 0 }));
    await time("overview", () => getOverview({ ctx }));
    await time("usage", () => getWorkspaceUsage({ ctx, input: { maxBytes: null } }));
    await time("experiment of 1,000 runs", () => getExperiment({ ctx, input: { experimentId } }));
    await time("its runs, page 20", () =>
      listExperimentRuns({ ctx, input: { experimentId, skip: 475, limit: 25 } }),
    );
  } finally {
    await services.db.close();
  }
}

async function time(name: string, work: (at: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < 10; at++) await work(at);
  const millis: number[] = [];
  for (let at = 0; at < TIMES; at++) {
    const began = performance.now();
    await work(at);
    millis.push(performance.now() - began);
  }
  const sorted = millis.toSorted((a, b) => a - b);
  const quantile = (share: number) => (sorted[Math.ceil(TIMES * share) - 1] ?? 0).toFixed(1);
  const within = Number(quantile(0.99)) <= MAX_MILLIS ? "" : `   over ${MAX_MILLIS} ms`;
  console.log(`${name.padEnd(26)} p50 ${quantile(0.5)} ms   p99 ${quantile(0.99)} ms${within}`);
}
