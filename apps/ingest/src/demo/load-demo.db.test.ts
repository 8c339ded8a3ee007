import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { demo } from "@headroom/demo";
import type { Demo } from "@headroom/demo";
import {
  createOwnWorkspace,
  createToken,
  getDemo,
  getOverview,
  loadDemo,
  removeDemo,
  StorageLimit,
  workLoadDemo,
  workRemoveDemo,
} from "@headroom/services";
import type { Context, JobRun } from "@headroom/services";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";
import { refusalOfDemo, uploadDemo } from "./upload-demo.ts";

let world: TestApp;
let owner: Context;
beforeAll(async () => {
  world = await createTestApp({ uploadsAtOnce: 8 });
});
afterAll(() => world.close());
beforeEach(async () => {
  const { services } = world.test;
  const { workspaceId } = await createOwnWorkspace({
    services,
    person: { id: world.home.ownerId },
    input: { name: "New" },
  });
  owner = { ...world.home.owner, workspaceId };
});

/** What is published, and one simulated run: the rest is more of the same. */
function short(lastNight: Date): Demo {
  const all = demo(lastNight);
  const names = new Set(all.runs.filter(({ data }) => data === "published").map((run) => run.experiment));
  const queue = all.runs.find(({ experiment }) => experiment.startsWith("Consume"));
  return {
    ...all,
    experiments: all.experiments.filter(
      ({ experiment }) => names.has(experiment) || experiment === queue?.experiment,
    ),
    runs: all.runs.filter((run) => names.has(run.experiment) || run === queue),
  };
}

const jobOf = (loadId: string | null, change: Partial<JobRun> = {}): JobRun => ({
  payload: { workspaceId: owner.workspaceId, loadId },
  last: false,
  signal: new AbortController().signal,
  ...change,
});

const stored = async () => {
  const { demo: state } = await owner.db.inWorkspace(owner.workspaceId, (tx) =>
    tx.prisma.workspace.findUniqueOrThrow({ where: { id: owner.workspaceId } }),
  );
  return state as { loadId: string; runs: string[] } | null;
};

async function work(
  change: Partial<JobRun> = {},
  make: (lastNight: Date) => Demo = short,
  deps = world.deps,
): Promise<void> {
  const state = await stored();
  await workLoadDemo({
    services: world.test.services,
    job: jobOf(state?.loadId ?? null, change),
    upload: (loading) => uploadDemo(deps, loading, make),
    refusalOf: refusalOfDemo,
  });
}

const remove = () => workRemoveDemo({ services: world.test.services, job: jobOf(null) });

/** What a person finds in the workspace, by kind. */
const found = (ctx = owner) =>
  ctx.db.inWorkspace(ctx.workspaceId, async ({ prisma }) => ({
    services: await prisma.service.count({ where: { provisional: false } }),
    experiments: await prisma.experiment.count({ where: { deletedAt: null } }),
    runs: await prisma.run.count({ where: { deletedAt: null } }),
    peakDays: await prisma.peakDay.count(),
    gamedays: await prisma.gameday.count(),
    risks: await prisma.acceptedRisk.count(),
  }));

const NOTHING = { services: 0, experiments: 0, runs: 0, peakDays: 0, gamedays: 0, risks: 0 };
const SHORT = { services: 4, experiments: 10, runs: 13, peakDays: 1, gamedays: 2, risks: 2 };

const audited = () =>
  owner.db.inWorkspace(owner.workspaceId, async (tx) => {
    const all = await tx.prisma.auditEntry.findMany({
      where: { action: { startsWith: "demo." } },
      orderBy: { id: "asc" },
    });
    return all.map(({ action, actorId }) => [action, actorId]);
  });

describe("the demo in an empty workspace", () => {
  it("is loaded, marked and counted, once for two people, and in no other workspace", async () => {
    const before = await found(world.home.owner);
    await Promise.all([loadDemo({ ctx: owner }), loadDemo({ ctx: owner })]);
    expect(await getDemo({ ctx: owner })).toMatchObject({ status: "loading", runs: 0, isStalled: false });
    const jobs = await owner.db.asJobs((tx) =>
      tx.query<{ waiting: number }>("select waiting from job_counts()"),
    );
    expect(jobs).toEqual([{ waiting: 1 }]);
    await work();
    expect(await getDemo({ ctx: owner })).toEqual({
      status: "loaded",
      runs: SHORT.runs,
      runsTotal: SHORT.runs,
      problem: null,
      isStalled: false,
    });
    expect(await found()).toEqual(SHORT);
    const tags = await owner.db.inWorkspace(owner.workspaceId, (tx) =>
      tx.prisma.experiment.findMany({ select: { tags: true } }),
    );
    expect(tags.every((one) => one.tags.includes("demo"))).toBe(true);
    expect(await audited()).toEqual([["demo.load", world.home.ownerId]]);
    expect(await found(world.home.owner)).toEqual(before);
    expect(await found(world.foreign.owner)).toEqual(NOTHING);
    // A further click, or a job that ran twice.
    await loadDemo({ ctx: owner });
    await work();
    expect(await found()).toEqual(SHORT);
  });

  it("resumes after a process that was stopped in the middle, without doubles", async () => {
    await loadDemo({ ctx: owner });
    const stop = new AbortController();
    let asked = 0;
    const stopped = workLoadDemo({
      services: world.test.services,
      job: jobOf((await stored())?.loadId ?? null, { signal: stop.signal }),
      upload: (loading) =>
        uploadDemo(
          world.deps,
          {
            ...loading,
            async note(runId) {
              asked += 1;
              if (asked === 6) stop.abort(new Error("stopping"));
              await loading.note(runId);
            },
          },
          short,
        ),
      refusalOf: refusalOfDemo,
    });
    await expect(stopped).rejects.toThrow("stopping");
    expect(await getDemo({ ctx: owner })).toMatchObject({ status: "loading", runsTotal: SHORT.runs });
    expect((await found()).runs).toBeLessThan(SHORT.runs);
    await work();
    expect(await found()).toEqual(SHORT);
    expect((await stored())?.runs).toHaveLength(SHORT.runs);
  });

  it("isn't loaded beside real services, and not by those who may only read", async () => {
    await expect(
      loadDemo({ ctx: { ...owner, actor: { kind: "person", id: "x", role: "viewer" } } }),
    ).rejects.toMatchObject({ code: "scope-missing" });
    await upload("Shop", "Checkout");
    await expect(loadDemo({ ctx: owner })).rejects.toMatchObject({ code: "conflict" });
    expect(await getDemo({ ctx: owner })).toBeNull();
  });

  it("says why it failed, keeps what is there, and is loaded by the next click", async () => {
    await loadDemo({ ctx: owner });
    const broken = (lastNight: Date): Demo => {
      const all = short(lastNight);
      return { ...all, experiments: all.experiments.map((one) => ({ ...one, generators: -1 })) };
    };
    await work({}, broken);
    expect(await getDemo({ ctx: owner })).toMatchObject({
      status: "failed",
      problem: expect.stringContaining("generators") as string,
    });
    await loadDemo({ ctx: owner });
    await work();
    expect(await found()).toEqual(SHORT);
  });
});

it("stops where the workspace is full, in the server's words", async () => {
  await loadDemo({ ctx: owner });
  await work({}, short, { ...world.deps, storageLimit: new StorageLimit(0) });
  expect(await getDemo({ ctx: owner })).toMatchObject({
    status: "failed",
    problem: expect.stringMatching(/full|storage/i) as string,
  });
});

describe("removing the demo", () => {
  it("leaves what was there before: an empty overview, in which it can be loaded again", async () => {
    await loadDemo({ ctx: owner });
    await work();
    await removeDemo({ ctx: owner });
    expect(await getDemo({ ctx: owner })).toMatchObject({ status: "removing" });
    await expect(loadDemo({ ctx: owner })).rejects.toMatchObject({ code: "conflict" });
    await remove();
    await remove();
    expect(await getDemo({ ctx: owner })).toBeNull();
    expect({ ...(await found()), risks: 0 }).toEqual(NOTHING);
    expect((await getOverview({ ctx: owner })).services).toEqual([]);
    expect((await audited()).map(([action]) => action)).toEqual(["demo.load", "demo.remove"]);
    await loadDemo({ ctx: owner });
    await work();
    expect({ ...(await found()), risks: SHORT.risks }).toEqual(SHORT);
  });

  it("keeps what members have added: runs in its experiments, and experiments and peak days of its services", async () => {
    await loadDemo({ ctx: owner });
    await work();
    await upload("Recommendation service", "Bigtable 64 distinct");
    await upload("Recommendation service", "Our own");
    await upload("Shop", "Checkout");
    await removeDemo({ ctx: owner });
    await remove();
    expect({ ...(await found()), risks: 0 }).toEqual({
      services: 2,
      experiments: 3,
      runs: 3,
      peakDays: 0,
      gamedays: 0,
      risks: 0,
    });
  });

  it("stops one that is loading", async () => {
    await loadDemo({ ctx: owner });
    let asked = 0;
    await workLoadDemo({
      services: world.test.services,
      job: jobOf((await stored())?.loadId ?? null),
      upload: (loading) =>
        uploadDemo(
          world.deps,
          {
            ...loading,
            async note(runId) {
              asked += 1;
              if (asked === 6) await removeDemo({ ctx: owner });
              await loading.note(runId);
            },
          },
          short,
        ),
      refusalOf: refusalOfDemo,
    });
    await remove();
    expect(await getDemo({ ctx: owner })).toBeNull();
    expect({ ...(await found()), risks: 0 }).toEqual(NOTHING);
  });
});

async function upload(service: string, experiment: string): Promise<void> {
  const { secret } = await createToken({ ctx: owner, input: { name: "own", scopes: ["ingest"] } });
  const query = new URLSearchParams({ service, experiment });
  const summary = {
    headroom: 1,
    tool: "own",
    startedAt: new Date().toISOString(),
    latencyUnit: "ms",
    durationSeconds: 60,
    total: { requests: 100, mean: 5 },
  };
  const response = await world.app.inject({
    method: "POST",
    url: `/v1/runs?${query.toString()}`,
    headers: { authorization: `Bearer ${secret}` },
    payload: JSON.stringify(summary),
  });
  expect(response.statusCode).toBe(201);
}
