import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listCatalog } from "../../catalog/list.ts";
import { getExperiment } from "../../experiment/get.ts";
import { judgeExperimentAgain } from "../../experiment/judge-again.ts";
import { updateExperiment } from "../../experiment/update.ts";
import { getOverview } from "../../overview/get-overview.ts";
import { Importing, sampleSource, steadySamples } from "../../testing/index.ts";
import { updateWorkspaceSettings } from "../../workspace/settings-update.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
});
afterAll(() => world.close());

/** Long enough to prove something. */
const SAMPLES = steadySamples({ seconds: 300, perSecond: 5 });

const upload = async (branch: string | undefined, target: string, experiment = "Mix") => {
  const parameters = { experiment, target: [target], ...(branch && { branch }) };
  const { answer } = await world.upload(parameters, sampleSource(SAMPLES));
  return { verdict: answer.verdict, version: await versionOf(answer.run.id) };
};

const versionOf = (id: string) =>
  world.inHome(async (tx) => {
    const { targetSetId } = await tx.prisma.run.findUniqueOrThrow({ where: { id } });
    const set = await tx.prisma.targetSet.findFirst({ where: { id: targetSetId ?? "" } });
    return set?.version ?? null;
  });

const get = async (slug = "mix") => {
  const { id } = await world.inHome((tx) => tx.prisma.experiment.findFirstOrThrow({ where: { slug } }));
  return getExperiment({ ctx: world.home.viewer, input: { experimentId: id } });
};
const current = async (slug?: string) => (await get(slug)).targetSets[0];

describe("a newer run of another branch", () => {
  const shown = async () => {
    await world.decideAll();
    const ctx = world.home.viewer;
    const { experiments, counts } = await listCatalog({ ctx, input: { search: "Named" } });
    const { latestRuns, services } = await getOverview({ ctx });
    const [entry] = experiments;
    const detail = await get("named");
    expect([detail.recentRuns[0]?.number, detail.newer]).toEqual([
      entry?.recentRuns[0]?.number,
      entry?.newer,
    ]);
    expect(services[0]?.counts).toEqual(counts);
    return {
      counts: { holds: counts.holds, misses: counts.misses },
      runs: entry?.recentRuns.map(({ number, outcome }) => [number, outcome]),
      newer: entry?.newer && [entry.newer.number, entry.newer.branch, entry.newer.outcome],
      inOverview: latestRuns.find(({ experiment }) => experiment.name === "Named")?.otherBranch,
    };
  };

  it("is named, and isn't what the experiment is said to do, once the default branch has runs", async () => {
    await upload("faster", "p99 <= 1 s", "Named");
    expect(await shown()).toEqual({
      counts: { holds: 1, misses: 0 },
      runs: [[1, "holds"]],
      newer: null,
      inOverview: null,
    });
    await upload("main", "p99 <= 1 s", "Named");
    await upload("faster", "p99 <= 1 us", "Named");
    expect(await shown()).toEqual({
      counts: { holds: 1, misses: 0 },
      runs: [[2, "holds"]],
      newer: [3, "faster", "misses"],
      inOverview: "faster",
    });
    await upload(undefined, "p99 <= 1 us", "Named");
    expect(await shown()).toEqual({
      counts: { holds: 0, misses: 1 },
      runs: [
        [4, "misses"],
        [2, "holds"],
      ],
      newer: null,
      inOverview: null,
    });
  });
});

describe("targets of an upload from another branch", () => {
  it("judge that run only: the experiment keeps its own, and what it was proved by", async () => {
    expect(await upload("main", "p99 <= 1 s")).toEqual({ verdict: "met", version: 1 });
    const before = await get();
    expect(before.capacity).toMatchObject({ proven: true });
    expect(await upload("tighter", "p99 <= 1 us")).toEqual({ verdict: "missed", version: 2 });
    const after = await get();
    expect(after.capacity).toEqual(before.capacity);
    expect(after.targetSets.map(({ version, branch }) => [version, branch])).toEqual([
      [1, null],
      [2, "tighter"],
    ]);
  });

  it("stay the branch's as long as they don't change", async () => {
    expect(await upload("tighter", "p99 <= 1 us")).toMatchObject({ version: 2 });
    expect(await upload("other", "p99 <= 1 us")).toMatchObject({ version: 3 });
    expect(await upload("other", "p99 <= 1 s")).toMatchObject({ version: 1 });
  });

  it("aren't what the runs of the experiment are judged again by", async () => {
    const { id, judgedByOthers } = await get();
    expect(judgedByOthers).toBe(0);
    const again = await judgeExperimentAgain({ ctx: world.home.owner, input: { experimentId: id } });
    expect(again).toEqual({ runs: 0, targetsVersion: 1 });
  });

  it("are the experiment's once its default branch has them", async () => {
    expect(await upload("origin/main", "p99 <= 1 us")).toEqual({ verdict: "missed", version: 4 });
    expect(await current()).toMatchObject({ version: 4, branch: null, texts: ["p99 <= 1 us"] });
    const { id, version, judgedByOthers } = await get();
    expect(judgedByOthers).toBe(2);
    const fields = { name: "Mix", targets: ["p99 <= 2 s"] };
    const input = { experimentId: id, version, targetsVersion: 4, ...fields };
    await updateExperiment({ ctx: world.home.owner, input });
    expect(await current()).toMatchObject({ version: 5, source: "edit", branch: null });
  });

  it("are the experiment's if nobody has said its branch, or it had none", async () => {
    expect(await upload("feature", "p99 <= 1 s", "New")).toMatchObject({ version: 1 });
    expect(await current("new")).toMatchObject({ version: 1, branch: null });
    await upload(undefined, "p99 <= 2 s", "New");
    expect(await current("new")).toMatchObject({ version: 2, branch: null });
  });

  it("are the experiment's if the workspace or the experiment names that branch", async () => {
    await updateWorkspaceSettings({ ctx: world.home.owner, input: { defaultBranch: "trunk" } });
    await upload("main", "p99 <= 3 s", "New");
    expect(await current("new")).toMatchObject({ version: 2 });
    await upload("trunk", "p99 <= 3 s", "New");
    expect(await current("new")).toMatchObject({ version: 4, texts: ["p99 <= 3 s"] });
    const { id, version } = await get("new");
    const own = { name: "New", defaultBranch: "develop", targets: ["p99 <= 3 s"] };
    const input = { experimentId: id, version, targetsVersion: 4, ...own };
    await updateExperiment({ ctx: world.home.owner, input });
    await upload("trunk", "p99 <= 4 s", "New");
    expect(await current("new")).toMatchObject({ version: 4 });
    await upload("develop", "p99 <= 4 s", "New");
    expect(await current("new")).toMatchObject({ version: 6, texts: ["p99 <= 4 s"] });
  });
});

describe("what a run of another branch held", () => {
  const capacity = async () => (await get("held")).capacity;
  const hold = (branch: string | undefined, perSecond: number) =>
    world.upload(
      { experiment: "Held", target: ["p99 <= 1 s"], ...(branch && { branch }) },
      sampleSource(steadySamples({ seconds: 300, perSecond })),
    );

  it("counts only as long as there is no run of the default branch", async () => {
    await updateWorkspaceSettings({ ctx: world.home.owner, input: { defaultBranch: null } });
    await hold("faster", 10);
    expect(await capacity()).toMatchObject({ proven: true, run: { number: 1 } });
    await hold("main", 5);
    expect(await capacity()).toMatchObject({ proven: true, run: { number: 2 } });
    await hold("faster", 15);
    expect(await capacity()).toMatchObject({ proven: true, run: { number: 2 } });
    await hold(undefined, 8);
    expect(await capacity()).toMatchObject({ proven: true, run: { number: 4 } });
  });

  it("counts once its branch is the default one, of the workspace or of the experiment", async () => {
    await updateWorkspaceSettings({ ctx: world.home.owner, input: { defaultBranch: "faster" } });
    expect(await capacity()).toMatchObject({ proven: true, run: { number: 3 } });
    const { id, version } = await get("held");
    const fields = { name: "Held", defaultBranch: "main", targets: ["p99 <= 1 s"] };
    const input = { experimentId: id, version, targetsVersion: 1, ...fields };
    await updateExperiment({ ctx: world.home.owner, input });
    expect(await capacity()).toMatchObject({ proven: true, run: { number: 4 } });
  });
});
