import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MetricStatistic } from "@headroom/contract";
import { Importing, sampleSource, steadySamples, TEST_WEB_URL } from "../testing/index.ts";
import type { Sample } from "../testing/index.ts";
import { engineHere } from "./engine.ts";
import { getComparison } from "./get.ts";
import { COMPARE_RUNS, getComparisonStatistics } from "./get-statistics.ts";
import { workComparison } from "./work-comparison.ts";

let world: Importing;
/** Thirteen runs of an experiment, of which the last five are slower. Only the last tests change it. */
const stepped: string[] = [];
beforeAll(async () => {
  world = await Importing.open({ counts: false });
  for (let seed = 1; seed <= 13; seed++) stepped.push(await upload("Stepped", seed, seed <= 8 ? 1 : 1.3));
});
afterAll(() => world.close());

/** Each has its own latencies, drawn from one distribution. */
const samplesOf = (seed: number, slower = 1): Sample[] =>
  steadySamples({ seconds: 90, perSecond: 40, startSeconds: 1_700_000_000 + seed * 1_000 }).map(
    (sample, at) => {
      const scattered = Math.sin((at + 1) * (seed + 1) * 12.9898) * 43_758.5453;
      const share = scattered - Math.floor(scattered);
      return {
        ...sample,
        latencyMicros: Math.round((20_000 - 30_000 * Math.log(1 - share * 0.999)) * slower),
      };
    },
  );

const upload = async (experiment: string, seed: number, slower = 1, branch?: string): Promise<string> => {
  const metadata = { experiment, ...(branch === undefined ? {} : { branch }) };
  return (await world.upload(metadata, sampleSource(samplesOf(seed, slower)))).answer.run.id;
};

type Asked = Parameters<typeof getComparisonStatistics>[0]["input"];
const ask = (input: Asked) => getComparisonStatistics({ ctx: world.home.viewer, input });

/** By their numbers. */
const steppedRuns = (...numbers: number[]) => numbers.map((number) => stepped[number - 1] ?? "");

/** Does the work of this workspace's jobs. */
async function work(): Promise<void> {
  const rows = await world.inHome((tx) => tx.prisma.pairStatistics.findMany({ where: { state: "queued" } }));
  const digests = rows.map(({ digest }) => Buffer.from(digest).toString("hex")).join(" ");
  const payload = { workspaceId: world.home.workspaceId, digests };
  const job = { payload, last: true, signal: new AbortController().signal };
  await workComparison({ services: world.test.services, job, engine: engineHere(100) });
}

const OWN_JUDGEMENT = {
  id: "00000000-0000-7000-8000-000000000001",
  question: {},
  questionDigest: new Uint8Array(32),
  outcome: "regressed",
  findings: [],
  inputs: {},
  decidedAt: "2026-11-24T12:00:00Z",
  firstOutcome: "regressed",
  firstAt: "2026-11-24T12:00:00Z",
};

const metricOf = (statistics: readonly MetricStatistic[] | undefined, metric: string) =>
  statistics?.find((one) => one.metric === metric);

describe("the statistics of a comparison", () => {
  it("are computed once by a job, and then available to everyone", async () => {
    const [before, after] = [await upload("Once", 21), await upload("Once", 22, 1.6)];
    const runIds = [before, after];
    expect((await ask({ runIds })).pairs).toEqual([
      {
        before: [before],
        after: [after],
        state: "working",
        judgement: null,
        statistics: null,
        costs: [],
        trend: [],
      },
    ]);
    const jobs = await world.test.db.asJobs((tx) =>
      tx.query<{ waiting: number }>("select waiting from job_counts()"),
    );
    expect(jobs[0]?.waiting).toBeGreaterThan(0);
    await work();
    const [pair] = (await ask({ runIds })).pairs;
    expect(pair?.state).toBe("ready");
    expect(pair?.statistics?.verdict).toBe("differs");
    expect(pair?.statistics?.labels.map(({ label }) => label)).toEqual(["GET /cart", "GET /search"]);
    const p50 = metricOf(pair?.statistics?.whole, "p50");
    expect(p50).toMatchObject({ verdict: "differs", noise: { between: null } });
    expect(p50?.interval?.low).toBeGreaterThan(1.4);
    expect(metricOf(pair?.statistics?.labels[0]?.metrics, "p50")?.verdict).toBe("differs");
    expect(await ask({ runIds })).toEqual(await ask({ runIds }));
  });

  it("turn to regressed once three earlier runs show how runs scatter, without being asked otherwise", async () => {
    const [before = "", after = ""] = steppedRuns(8, 9);
    await ask({ runIds: [before, after] });
    await work();
    const [pair] = (await ask({ runIds: [before, after] })).pairs;
    expect(pair?.statistics?.method.earlierRuns).toBe(7);
    expect(metricOf(pair?.statistics?.whole, "p50")?.verdict).toBe("regressed");
    expect(metricOf(pair?.statistics?.whole, "throughput")?.verdict).toBe("no-detectable-change");
    expect(metricOf(pair?.statistics?.labels[0]?.metrics, "p50")?.verdict).toBe("regressed");
    const back = await ask({ runIds: [before, after], reference: after });
    expect(back.pairs[0]).toMatchObject({ before: [after], after: [before], state: "working" });
  });

  it("still find a lasting regression on its third run: only runs before the first of the pair show the scatter", async () => {
    const [before = "", after = ""] = steppedRuns(7, 11);
    for (const runIds of [
      [before, after],
      [after, before],
    ]) {
      await ask({ runIds });
      await work();
      const [pair] = (await ask({ runIds })).pairs;
      expect(pair?.statistics?.method.earlier?.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(metricOf(pair?.statistics?.whole, "p50")).toMatchObject({
        verdict: runIds[0] === before ? "regressed" : "improved",
        noise: { earlierRuns: 6 },
      });
    }
  });

  it("confirm a change against a baseline without a history by the runs in between", async () => {
    const runIds = steppedRuns(1, 9);
    await ask({ runIds });
    await work();
    const [pair] = (await ask({ runIds })).pairs;
    expect(pair?.statistics?.method).toMatchObject({ earlierRuns: 0, earlier: [] });
    expect(pair?.statistics?.method.between?.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(metricOf(pair?.statistics?.whole, "p50")).toMatchObject({
      verdict: "regressed",
      noise: { earlierRuns: 7 },
    });
    expect(metricOf(pair?.statistics?.labels[0]?.metrics, "p50")?.verdict).toBe("regressed");
  });

  it("take the scatter from runs of the same branch, and of none", async () => {
    for (const seed of [31, 32]) await upload("Branches", seed, 1, "main");
    await upload("Branches", 33, 1.4, "slow");
    await upload("Branches", 34);
    const runIds = [await upload("Branches", 35, 1, "main"), await upload("Branches", 36, 1.3, "slow")];
    await ask({ runIds });
    await work();
    const [pair] = (await ask({ runIds })).pairs;
    expect(pair?.statistics?.method.earlier?.map(({ number }) => number)).toEqual([1, 2, 4]);
    expect(metricOf(pair?.statistics?.whole, "p50")?.verdict).toBe("regressed");
  });

  it("pool several runs a side", async () => {
    const [before, after] = [steppedRuns(6, 7, 8), steppedRuns(9, 10, 11)];
    await ask({ pairs: [{ before, after }] });
    await work();
    const [pair] = (await ask({ pairs: [{ before, after }] })).pairs;
    expect(metricOf(pair?.statistics?.whole, "p90")?.verdict).toBe("regressed");
  });

  it("of a run that only quotes its figures say that, and show them", async () => {
    const quoted = await world.upload(
      { experiment: "Once" },
      sampleSource([], { accepted: 1, source: "quoted", durationSeconds: 60, clock: "none" }, (sink) =>
        sink.total(0, {
          requests: 1_000,
          errors: 0,
          items: 1_000,
          bytes: 0,
          sumMicros: null,
          minMicros: null,
          maxMicros: null,
          distribution: { kind: "quoted", micros: { p50: 50_000, p99: 200_000 } },
        }),
      ),
    );
    const runIds = [await upload("Once", 23), quoted.answer.run.id];
    const { comparability } = await getComparison({
      ctx: world.home.viewer,
      input: { runIds, webUrl: TEST_WEB_URL },
    });
    expect(comparability[0]?.comparable).toBe(false);
    await ask({ runIds });
    await work();
    const [pair] = (await ask({ runIds })).pairs;
    expect(pair?.statistics?.verdict).toBe("not-comparable");
    expect(metricOf(pair?.statistics?.whole, "p99")).toMatchObject({ after: 200, interval: null });
  });

  it("that a job gave up are reported as failed, and retried later", async () => {
    const runIds = steppedRuns(2, 3);
    await ask({ runIds });
    await world.inHome((tx) =>
      tx.prisma.pairStatistics.updateMany({ where: { state: "queued" }, data: { state: "failed" } }),
    );
    expect((await ask({ runIds })).pairs[0]?.state).toBe("failed");
    world.test.pass(120);
    expect((await ask({ runIds })).pairs[0]?.state).toBe("working");
  });

  it("show where the trend has a change between the runs, whatever the pair alone shows", async () => {
    const [first = "", second = "", ninth = "", last = ""] = steppedRuns(1, 2, 9, 13);
    const trendOf = async (runIds: string[]) => {
      await ask({ runIds });
      await work();
      return (await ask({ runIds })).pairs[0]?.trend.find(({ metric }) => metric === "p50");
    };
    const rise = await trendOf([first, last]);
    expect(rise?.runs).toEqual([9]);
    expect((rise?.after ?? 0) / (rise?.before ?? 1)).toBeCloseTo(1.3, 1);
    expect(await trendOf([last, first])).toEqual({ ...rise, before: rise?.after, after: rise?.before });
    expect(await trendOf([second, ninth])).toEqual(rise);
    expect(await trendOf([first, second])).toBeUndefined();
    await world.inHome(async (tx) => {
      const { experimentId } = await tx.prisma.run.findUniqueOrThrow({ where: { id: first } });
      await tx.prisma.experiment.update({ where: { id: experimentId }, data: { baselineRunId: first } });
    });
    const { answer } = await world.upload({ experiment: "Stepped" }, sampleSource(samplesOf(14, 1.3)));
    expect(answer.comparison?.trend?.find(({ metric }) => metric === "p50")?.runs).toEqual([9]);
    expect(await trendOf([ninth, last])).toBeUndefined();
  });

  it("show the levels of a step as the experiment's latest judgement has them", async () => {
    const runIds = steppedRuns(1, 13);
    const before = 10;
    await world.inHome(async (tx) => {
      const first = await tx.prisma.run.findUniqueOrThrow({ where: { id: runIds[0] ?? "" } });
      const ninth = await tx.prisma.run.findUniqueOrThrow({ where: { id: steppedRuns(9)[0] ?? "" } });
      const latestRunId = runIds[1] ?? "";
      await tx.prisma.experiment.update({ where: { id: first.experimentId }, data: { latestRunId } });
      const run = { id: ninth.id, number: ninth.number };
      const changes = [{ metric: "p50", label: null, before, after: 13, state: "worse", run, runs: 5 }];
      const { workspaceId } = world.home;
      const own = { ...OWN_JUDGEMENT, workspaceId, runId: latestRunId, isOwn: true };
      await tx.prisma.judgement.create({ data: { ...own, changes } });
    });
    const trendOf = async (ids: string[]) => {
      await ask({ runIds: ids });
      await work();
      return (await ask({ runIds: ids })).pairs[0]?.trend.find(({ metric }) => metric === "p50");
    };
    expect(await trendOf(runIds)).toMatchObject({ before, after: 13, runs: [9] });
    expect(await trendOf(runIds.toReversed())).toMatchObject({ before: 13, after: before });
  });

  it("change with what the runs are: a steady phase by hand is another question", async () => {
    const runIds = steppedRuns(1, 2);
    await ask({ runIds });
    await work();
    expect((await ask({ runIds })).pairs[0]?.state).toBe("ready");
    await world.inHome(async (tx) => {
      const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: runIds[0] ?? "" } });
      const steady = { ...(run.steady as object), fromSeconds: 20, toSeconds: 70 };
      await tx.prisma.run.update({ where: { id: run.id }, data: { steady } });
    });
    expect((await ask({ runIds })).pairs[0]?.state).toBe("working");
  });

  it("take the scatter of live traffic from the same time of day", async () => {
    const ids = steppedRuns(1, 2, 3, 4, 5);
    const startedAt = ["22T12:30", "23T03:00", "23T13:10", "24T12:00", "24T12:55"];
    for (const [at, id] of ids.entries())
      await world.inHome((tx) =>
        tx.prisma.run.update({
          where: { id },
          data: { tool: "live-traffic", startedAt: `2026-11-${startedAt[at]}:00Z` },
        }),
      );
    const runIds = ids.slice(3);
    await ask({ runIds });
    await work();
    const [pair] = (await ask({ runIds })).pairs;
    expect(pair?.statistics?.method.earlier?.map(({ number }) => number)).toEqual([1, 3]);
  });
});

describe("who may ask", () => {
  it("nobody for another workspace's runs, and nobody without the right to read", async () => {
    const runIds = steppedRuns(1, 2);
    const input = { runIds };
    await expect(getComparisonStatistics({ ctx: world.foreign.owner, input })).rejects.toMatchObject({
      code: "not-found",
    });
    const actor = { kind: "token", id: "x", scopes: ["ingest"], serviceId: null } as const;
    await expect(
      getComparisonStatistics({ ctx: { ...world.home.owner, actor }, input }),
    ).rejects.toMatchObject({ code: "scope-missing" });
    await expect(ask({})).rejects.toMatchObject({ code: "parameter-unreadable" });
    await expect(ask({ runIds: [runIds[0] ?? "", runIds[0] ?? ""] })).rejects.toMatchObject({
      field: "runs",
    });
  });

  it("the job's name is the one that handlers know it by", () => expect(COMPARE_RUNS).toBe("compare-runs"));
});
