import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../context.ts";
import type { Context } from "../context.ts";
import { Importing, TEST_WEB_URL } from "../testing/index.ts";
import { getExperiment } from "./get.ts";
import { saveExperiment } from "./save.ts";
import { updateExperiment } from "./update.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

const save = (body: object, ctx: Context = world.home.owner) =>
  saveExperiment({ ctx, input: { body: { service: "Shop", ...body }, webUrl: TEST_WEB_URL } });
const get = (experimentId: string) => getExperiment({ ctx: world.home.viewer, input: { experimentId } });
const audited = (subjectId: string) =>
  world.inHome((tx) => tx.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: { id: "asc" } }));
const tokenOf = (scopes: readonly ("ingest" | "manage")[], serviceId: string | null = null): Context =>
  contextOf(world.home.owner, world.home.owner.workspaceId, {
    kind: "token",
    id: world.home.ownerId,
    scopes,
    serviceId,
  });

const peak = {
  experiment: "Peak mix",
  group: "Bigtable",
  tags: ["near reality"],
  owner: "Search team",
  requestSet: "real campaign",
  distinctRequests: 200_000,
  durationSeconds: 300,
  ratePerGenerator: 1_250,
  generators: 40,
  threadsPerGenerator: 64,
  representsPeak: true,
  targets: ["p99<=200ms"],
};

describe("a saved experiment", () => {
  it("is created with everything it says, and saving it again changes nothing", async () => {
    const first = await save(peak);
    expect(first).toMatchObject({ created: true, experiment: { version: 1, targetsVersion: 1 } });
    const { id, url } = first.experiment;
    expect(url).toBe(`${TEST_WEB_URL}/experiments/${id}`);
    expect(await get(id)).toMatchObject({
      name: "Peak mix",
      groupName: "Bigtable",
      tags: ["near reality"],
      owner: "Search team",
      representsPeak: true,
      workload: { requestSet: "real campaign", generators: 40, expectedRequests: 15_000_000 },
    });
    expect(await save(peak)).toEqual({ ...first, created: false });
    const actions = (await audited(id)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(["experiment.create", "target-set.create"]);
  });

  it("becomes what is saved, found by the name that uploads use", async () => {
    const { experiment } = await save({ ...peak, experiment: "Changed" });
    await updateExperiment({
      ctx: world.home.owner,
      input: { experimentId: experiment.id, version: 1, targetsVersion: 1, name: "Renamed", targets: [] },
    });
    const again = await save({ experiment: "CHANGED", generators: 12, targets: ["p99 <= 1 s"] });
    expect(again).toMatchObject({ created: false, experiment: { id: experiment.id, version: 3 } });
    const { name, groupName, workload, targetSets } = await get(experiment.id);
    expect({ name, groupName, generators: workload.generators }).toEqual({
      name: "Renamed",
      groupName: null,
      generators: 12,
    });
    expect(targetSets[0]?.texts).toEqual(["p99 <= 1 s"]);
  });

  it("keeps its targets if none are sent, and loses them if an empty list is", async () => {
    const { targets, ...without } = { ...peak, experiment: "Targets" };
    const { experiment } = await save({ ...without, targets });
    await save({ ...without, generators: 3 });
    expect((await get(experiment.id)).targetSets[0]?.texts).toEqual(["p99 <= 200 ms"]);
    await save({ ...without, targets: [] });
    expect((await get(experiment.id)).targetSets[0]?.texts).toEqual([]);
  });

  it("takes over what an upload has created", async () => {
    await world.upload({ service: "Shop", experiment: "Uploaded first" });
    const { created, experiment } = await save({ experiment: "uploaded first", owner: "Search team" });
    expect(created).toBe(false);
    expect(await get(experiment.id)).toMatchObject({ owner: "Search team", runsTotal: 1 });
  });

  it("is refused without a name, with a misspelled field, and to everyone who may not edit", async () => {
    await expect(save({})).rejects.toMatchObject({ code: "parameter-missing", field: "experiment" });
    await expect(save({ ...peak, threads: 3 })).rejects.toMatchObject({ code: "parameter-unreadable" });
    await expect(save(peak, world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(save(peak, tokenOf(["ingest"]))).rejects.toMatchObject({ code: "scope-missing" });
    const ofOneService = tokenOf(["manage"], world.home.owner.newId());
    await expect(save(peak, ofOneService)).rejects.toMatchObject({ code: "scope-missing" });
    expect(await save({ ...peak, experiment: "By token" }, tokenOf(["manage"]))).toMatchObject({
      created: true,
    });
  });

  it("of another workspace with the same names stays as it is", async () => {
    const ours = await save({ ...peak, experiment: "Same name" });
    const theirs = await save({ experiment: "Same name", owner: "Others" }, world.foreign.owner);
    expect(theirs).toMatchObject({ created: true });
    expect(theirs.experiment.id).not.toBe(ours.experiment.id);
    expect((await get(ours.experiment.id)).owner).toBe("Search team");
  });
});

describe("an experiment that a file states", () => {
  const statedIn = { file: "headroom.yaml", branch: "main", commit: "a41f9c2" };
  const stated = { ...peak, experiment: "As code", statedIn };

  it("shows what people changed since, and says what it replaces when it is applied again", async () => {
    const first = await save(stated);
    expect(first).toMatchObject({ created: true, applied: true, replaced: [] });
    const { id } = first.experiment;
    expect((await get(id)).stated).toMatchObject({ ...statedIn, differences: [] });
    const { experiment: _name, group: _group, ...kept } = peak;
    const fields = {
      ...kept,
      name: "As code",
      groupName: null,
      owner: "Checkout team",
      targets: ["p99 <= 1 s"],
    };
    const input = { ...fields, experimentId: id, version: 1, targetsVersion: 1 };
    await updateExperiment({ ctx: world.home.owner, input });
    expect((await get(id)).stated?.differences).toEqual([
      { field: "groupName", stated: "Bigtable", present: null },
      { field: "owner", stated: "Search team", present: "Checkout team" },
      { field: "targets", stated: ["p99 <= 200 ms"], present: ["p99 <= 1 s"] },
    ]);
    const now = { ...stated, owner: "Checkout team", statedIn: { ...statedIn, commit: "b52e0d3" } };
    expect(await save(now)).toMatchObject({ applied: true, replaced: ["groupName", "targets"] });
    expect((await get(id)).stated).toMatchObject({ commit: "b52e0d3", differences: [] });
    const edits = (await audited(id)).filter(({ action }) => action === "experiment.update");
    expect(edits.at(-1)?.detail).toMatchObject({ file: "headroom.yaml", branch: "main", commit: "b52e0d3" });
  });

  it("isn't changed by another branch, unless the file names it as the default one", async () => {
    const { experiment } = await save({ ...stated, experiment: "Branches" });
    const change = { ...stated, experiment: "Branches", owner: "Nobody", targets: ["p99 <= 9 s"] };
    const other = { ...change, statedIn: { ...statedIn, branch: "faster" } };
    expect(await save(other)).toEqual({ created: false, experiment, applied: false, replaced: [] });
    expect(await get(experiment.id)).toMatchObject({ owner: "Search team", stated: { branch: "main" } });
    expect(await save({ ...other, defaultBranch: "faster" })).toMatchObject({ applied: true });
    expect(await save(change)).toMatchObject({ applied: false });
  });

  it("leaves its targets to uploads if the file has none", async () => {
    const { targets: _none, ...rest } = stated;
    const { experiment } = await save({ ...rest, experiment: "Without targets" });
    await world.upload({ service: "Shop", experiment: "Without targets", target: ["p99 <= 1 s"] });
    expect((await get(experiment.id)).stated?.differences).toEqual([]);
  });
});
