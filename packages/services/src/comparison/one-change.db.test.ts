import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Comparison, ComparisonStatistics, RunComparison } from "@headroom/contract";
import { Importing, sampleSource, steadySamples, TEST_WEB_URL } from "../testing/index.ts";
import type { Sample } from "../testing/index.ts";
import { engineHere } from "./engine.ts";
import { getComparison } from "./get.ts";
import { getComparisonStatistics } from "./get-statistics.ts";
import { workComparison } from "./work-comparison.ts";

let world: Importing;
let runIds: string[];
let page: RunComparison;
let statistics: NonNullable<ComparisonStatistics["pairs"][number]["statistics"]>;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
  const before = await upload(1, 1);
  await world.inHome(async (tx) => {
    const { experimentId } = await tx.prisma.run.findUniqueOrThrow({ where: { id: before } });
    await tx.prisma.experiment.update({ where: { id: experimentId }, data: { baselineRunId: before } });
  });
  runIds = [before, await upload(2, 1.15)];
  page = await getComparison({ ctx: world.home.viewer, input: { runIds, webUrl: TEST_WEB_URL } });
  statistics = await statisticsOf(runIds);
});
afterAll(() => world.close());

async function upload(seed: number, slower: number): Promise<string> {
  const samples = samplesOf(seed, slower);
  return (await world.upload({ experiment: "Mix" }, sampleSource(samples))).answer.run.id;
}

/** Slow at first, so that the judged window isn't the whole run, and with a few failures. */
function samplesOf(seed: number, slower: number): Sample[] {
  const startSeconds = 1_700_000_000 + seed * 1_000;
  return steadySamples({ seconds: 150, perSecond: 60, startSeconds }).map((sample, at) => {
    const scattered = Math.sin((at + 1) * (seed + 1) * 12.9898) * 43_758.5453;
    const share = scattered - Math.floor(scattered);
    const warmUp = at < 20 * 60 ? 3 : 1;
    const latencyMicros = Math.round((20_000 - 30_000 * Math.log(1 - share * 0.999)) * slower * warmUp);
    return { ...sample, latencyMicros, failed: share > 0.995 };
  });
}

async function statisticsOf(ids: readonly string[]) {
  const ask = () => getComparisonStatistics({ ctx: world.home.viewer, input: { runIds: [...ids] } });
  await ask();
  const rows = await world.inHome((tx) => tx.prisma.pairStatistics.findMany({ where: { state: "queued" } }));
  const digests = rows.map(({ digest }) => Buffer.from(digest).toString("hex")).join(" ");
  const payload = { workspaceId: world.home.workspaceId, digests };
  const job = { payload, last: true, signal: new AbortController().signal };
  await workComparison({ services: world.test.services, job, engine: engineHere(100) });
  const found = (await ask()).pairs[0]?.statistics ?? null;
  if (found === null) throw new Error("the pair wasn't compared");
  return found;
}

type Rows = RunComparison["whole"];
type Metrics = (typeof statistics)["whole"];

const changesOf = (rows: Rows = []) =>
  rows.map(({ metric, values: [before, after], changes: [, change] }) => ({
    metric,
    before,
    after,
    ratio: change?.times,
  }));
const ratiosOf = (metrics: Metrics = []) =>
  metrics.map(({ metric, before, after, ratio }) => ({ metric, before, after, ratio }));

describe("the statistics of a pair have the change that its page shows", () => {
  it("of the whole runs, in their judged windows", () => {
    expect(page.runs.map(({ window }) => window.kind)).toEqual(["steady", "steady"]);
    expect(ratiosOf(statistics.whole)).toEqual(changesOf(page.whole));
  });

  it("of each label", () => {
    expect(statistics.labels.length).toBe(2);
    for (const { label, metrics } of statistics.labels) {
      const row = page.labels.rows.find((one) => one.label === label);
      expect(ratiosOf(metrics)).toEqual(changesOf(row?.metrics));
    }
  });

  it("in what is stored with the run, too", async () => {
    const stored = await world.inHome((tx) =>
      tx.prisma.run.findUniqueOrThrow({ where: { id: runIds[1] ?? "" } }),
    );
    const { verdict, throughput, itemsPerSecond, errorRate, latencyMs } = stored.comparison as Comparison;
    expect(ratiosOf(verdict?.whole)).toEqual(changesOf(page.whole));
    const deltas = { throughput, items: itemsPerSecond, ...latencyMs, "error-rate": errorRate };
    const changes = Object.entries(deltas).map(([metric, { change }]) => [metric, change]);
    expect(Object.fromEntries(changes)).toEqual(
      Object.fromEntries(page.whole.map(({ metric, changes: [, change] }) => [metric, change?.share])),
    );
  });
});
