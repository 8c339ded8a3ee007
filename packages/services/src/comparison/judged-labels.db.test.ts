import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MetricStatistic } from "@headroom/contract";
import {
  Importing,
  sampleSource,
  steadySamples,
  TEST_IMPORT_LIMITS,
  TEST_WEB_URL,
} from "../testing/index.ts";
import type { Sample } from "../testing/index.ts";
import { engineHere } from "./engine.ts";
import { getComparison } from "./get.ts";
import { getComparisonStatistics } from "./get-statistics.ts";
import { workComparison } from "./work-comparison.ts";

let world: Importing;
let cold: string;
let warm: string;

/** The first minute is slower, the more so where a cache is cold. */
const warmingUp = (slower: number, day: number): Sample[] =>
  steadySamples({ seconds: 300, perSecond: 20, startSeconds: 1_700_000_000 + day * 86_400 }).map(
    (sample, at) => ({
      ...sample,
      latencyMicros: Math.round(sample.latencyMicros * (at < 60 * 20 ? slower : 1)),
    }),
  );

beforeAll(async () => {
  world = await Importing.open();
  const upload = async (samples: Sample[]) =>
    (await world.upload({ experiment: "Cache" }, sampleSource(samples))).answer.run.id;
  cold = await upload(warmingUp(12, 0));
  warm = await upload(warmingUp(3, 1));
});
afterAll(() => world.close());

async function statistics(runIds: string[]) {
  const ask = () => getComparisonStatistics({ ctx: world.home.viewer, input: { runIds } });
  await ask();
  const rows = await world.inHome((tx) => tx.prisma.pairStatistics.findMany({ where: { state: "queued" } }));
  const digests = rows.map(({ digest }) => Buffer.from(digest).toString("hex")).join(" ");
  const payload = { workspaceId: world.home.workspaceId, digests };
  const job = { payload, last: true, signal: new AbortController().signal };
  await workComparison({ services: world.test.services, job, engine: engineHere(50) });
  return (await ask()).pairs[0]?.statistics;
}

const sidesOf = (metrics: readonly MetricStatistic[] = []) =>
  metrics.map(({ metric, before, after }) => [metric, before, after]);

describe("the labels of a comparison", () => {
  it("are compared in the judged windows, as their statistics are", async () => {
    const runIds = [cold, warm];
    const { runs, labels } = await getComparison({
      ctx: world.home.viewer,
      input: { runIds, webUrl: TEST_WEB_URL },
    });
    expect(runs.map(({ window }) => window.kind)).toEqual(["steady", "steady"]);
    const known = await statistics(runIds);
    for (const { label, window, metrics, requests } of labels.rows) {
      expect(window).toBe("judged");
      expect(requests[0]).toBeLessThan(5_000);
      const certain = known?.labels.find((one) => one.label === label);
      expect(certain?.window).toBe("judged");
      expect(sidesOf(certain?.metrics)).toEqual(metrics.map(({ metric, values }) => [metric, ...values]));
      const p99 = metrics.find(({ metric }) => metric === "p99");
      expect(Math.abs(p99?.changes[1]?.share ?? NaN)).toBeLessThan(0.02);
    }
  });

  it("are compared over whole runs where one has only their totals, and both say so", async () => {
    const limits = { ...TEST_IMPORT_LIMITS, runCells: 1 };
    const source = sampleSource(warmingUp(3, 2));
    const totals = (await world.upload({ experiment: "Cache" }, source, { limits })).answer.run.id;
    const runIds = [warm, totals];
    const input = { runIds, webUrl: TEST_WEB_URL };
    const { labels } = await getComparison({ ctx: world.home.viewer, input });
    const known = await statistics(runIds);
    expect(labels.rows.map(({ window }) => window)).toEqual(["whole", "whole"]);
    for (const { label, metrics } of labels.rows) {
      const found = known?.labels.find((one) => one.label === label);
      expect(found?.window).toBe("whole");
      expect(sidesOf(found?.metrics)).toEqual(metrics.map(({ metric, values }) => [metric, ...values]));
      expect(found?.metrics.map(({ verdict }) => verdict)).toContain("not-tested");
    }
  });
});
