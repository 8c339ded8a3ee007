import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listCatalog } from "../catalog/list.ts";
import { getRun } from "../run/record/get.ts";
import { saveTargetSet } from "../run/record/target-set.ts";
import { renameService } from "../service/rename.ts";
import { Importing, TEST_WEB_URL } from "../testing/index.ts";
import { createExperiment } from "./create.ts";
import { deleteExperiment } from "./delete.ts";
import { getExperiment } from "./get.ts";
import { setRunAside } from "../run/edit/set-aside.ts";
import { listExperimentRuns } from "./list-runs.ts";
import { setBaseline } from "./set-baseline.ts";
import { suggestForExperiment } from "./suggestions.ts";
import { updateExperiment } from "./update.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

const workload = {
  requestSet: "real campaign",
  distinctRequests: 200_000,
  durationSeconds: 300,
  ratePerGenerator: 5_000,
  generators: 10,
  threadsPerGenerator: 64,
};

const create = (name: string, more: object = {}) =>
  createExperiment({ ctx: world.home.owner, input: { service: "Shop", name, ...more } });
const get = (experimentId: string, ctx = world.home.viewer) =>
  getExperiment({ ctx, input: { experimentId } });
const update = (experimentId: string, input: object, ctx = world.home.owner) =>
  updateExperiment({
    ctx,
    input: { experimentId, version: 1, targetsVersion: 0, name: "Named", ...input },
  });
const audit = (subjectId: string) =>
  world.inHome((tx) => tx.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: { id: "asc" } }));
const refusal = (code: string, field?: string) =>
  expect.objectContaining(field === undefined ? { code } : { code, field });

describe("a new experiment", () => {
  it("has its workload, and what it expects of requests is worked out", async () => {
    const { id } = await create("Peak mix", {
      ...workload,
      groupName: " Bigtable ",
      tags: ["near reality", "near reality"],
      owner: "",
      representsPeak: true,
      targets: ["p99<=200ms", "throughput>=50k/s"],
    });
    expect(await get(id)).toMatchObject({
      name: "Peak mix",
      service: { slug: "shop", name: "Shop" },
      groupName: "Bigtable",
      tags: ["near reality"],
      owner: null,
      representsPeak: true,
      workload: { ...workload, expectedRequests: 15_000_000 },
      version: 1,
      targetSets: [
        { version: 1, source: "edit", createdBy: "Owner", texts: ["p99 <= 200 ms", "throughput >= 50000/s"] },
      ],
      capacity: { proven: false, gap: "no-run" },
      runsTotal: 0,
    });
    const actions = (await audit(id)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(["experiment.create", "target-set.create"]);
  });

  it("is the one that an upload of its name goes to", async () => {
    const { id } = await create("Uploaded to", { targets: ["p99 <= 1 s"] });
    await world.upload({ service: "shop", experiment: "uploaded TO" });
    expect(await get(id)).toMatchObject({
      runsTotal: 1,
      recentRuns: [{ verdict: "met", targetsVersion: 1 }],
    });
  });

  it("needs a name that is free, and targets that can be read", async () => {
    await create("Taken");
    await expect(create("  taken ")).rejects.toEqual(refusal("conflict", "name"));
    await expect(create("x".repeat(201))).rejects.toEqual(refusal("parameter-unreadable", "name"));
    await expect(create("Unread", { targets: ["p99 <= 200"] })).rejects.toEqual(
      refusal("target-unreadable", "target"),
    );
    await expect(create("Negative", { generators: -1 })).rejects.toEqual(
      refusal("parameter-unreadable", "generators"),
    );
  });

  it("is refused to a viewer", async () => {
    const making = createExperiment({ ctx: world.home.viewer, input: { service: "Shop", name: "No" } });
    await expect(making).rejects.toEqual(refusal("scope-missing"));
  });
});

describe("an edited experiment", () => {
  it("has a version of its words and one of its targets", async () => {
    const { id } = await create("Edited", { targets: ["p99 <= 200 ms"] });
    const words = await update(id, {
      targetsVersion: 1,
      name: "Edited",
      owner: "Ana",
      targets: ["p99<=200 ms"],
    });
    expect(words).toEqual({ version: 2, targetsVersion: 1 });
    const targets = await update(id, {
      version: 2,
      targetsVersion: 1,
      name: "Edited",
      owner: "Ana",
      targets: ["p99 <= 300 ms"],
    });
    expect(targets).toEqual({ version: 2, targetsVersion: 2 });
    const none = await update(id, {
      version: 2,
      targetsVersion: 2,
      name: "Edited",
      owner: "Ana",
      targets: [],
    });
    expect(none).toEqual({ version: 2, targetsVersion: 3 });
    expect((await get(id)).targetSets.map(({ texts }) => texts)).toEqual([
      [],
      ["p99 <= 300 ms"],
      ["p99 <= 200 ms"],
    ]);
    expect(await audit(id)).toContainEqual(
      expect.objectContaining({
        action: "experiment.update",
        detail: { changed: ["owner"], name: "Edited" },
      }),
    );
  });

  it("keeps its version of targets that were stored in an older spelling", async () => {
    const { id } = await create("Older spelling");
    const texts = ["error rate <= 0.1 %", "p99 <= baseline + 10 %"];
    await world.home.owner.db.inWorkspace(world.home.owner.workspaceId, (tx) =>
      saveTargetSet(tx, world.home.owner, { experimentId: id, texts, source: "edit", branch: null }),
    );
    expect((await get(id)).targetSets[0]?.texts).toEqual(["error rate <= 0.1%", "p99 <= baseline + 10%"]);
    await update(id, { targetsVersion: 1, name: "Older spelling", targets: texts });
    await world.upload({ service: "Shop", experiment: "Older spelling", target: texts });
    expect((await get(id)).targetSets.map(({ version }) => version)).toEqual([1]);
  });

  it("reports a conflict to the second of two editors and doesn't store their change", async () => {
    const { id } = await create("Twice");
    await update(id, { name: "Twice", owner: "First" });
    await expect(update(id, { name: "Twice", owner: "Second" })).rejects.toEqual(
      refusal("conflict", "version"),
    );
    expect(await get(id)).toMatchObject({ owner: "First", version: 2, updatedBy: "Owner" });
    await world.upload({ service: "Shop", experiment: "Twice", target: ["p99 <= 1 s"] });
    await expect(update(id, { version: 2, name: "Twice" })).rejects.toThrow("its targets");
  });

  it("keeps its slug, so that uploads find it under its old name", async () => {
    const { id } = await create("Old name");
    await update(id, { name: "New name" });
    await world.upload({ service: "Shop", experiment: "Old name" });
    expect(await get(id)).toMatchObject({ name: "New name", runsTotal: 1 });
  });

  it("is refused to a viewer, and not found next door", async () => {
    const { id } = await create("Walled");
    await expect(update(id, {}, world.home.viewer)).rejects.toEqual(refusal("scope-missing"));
    await expect(update(id, {}, world.foreign.owner)).rejects.toEqual(refusal("not-found"));
    await expect(get(id, world.foreign.owner)).rejects.toEqual(refusal("not-found"));
    await expect(get("nothing")).rejects.toEqual(refusal("not-found"));
    const runs = listExperimentRuns({ ctx: world.foreign.owner, input: { experimentId: id } });
    await expect(runs).rejects.toEqual(refusal("not-found"));
  });
});

describe("the runs of an experiment", () => {
  it("are counted by branch, and those that are set aside are apart from the others", async () => {
    const named = { service: "Shop", experiment: "Nightly" };
    for (const branch of ["main", "main", "faster"]) await world.upload({ ...named, branch });
    const { answer } = await world.upload({ ...named, branch: "main" });
    const { experiments } = await listCatalog({ ctx: world.home.viewer, input: { search: "Nightly" } });
    const experimentId = experiments[0]?.id ?? "";
    await setRunAside({ ctx: world.home.owner, input: { runId: answer.run.id, body: { reason: "noise" } } });
    const list = (which: "all" | "default" | "branches") =>
      listExperimentRuns({ ctx: world.home.viewer, input: { experimentId, which } });
    const { runs, total, counts, setAside } = await list("all");
    expect(runs.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect({ total, ...counts }).toEqual({ total: 3, all: 3, default: 2, branches: 1, setAside: 1 });
    expect(setAside).toMatchObject([{ number: 4, setAside: { reason: "noise" } }]);
    expect((await list("default")).runs.map(({ number }) => number)).toEqual([2, 1]);
    expect((await list("branches")).runs.map(({ number }) => number)).toEqual([3]);
  });
});

describe("a baseline", () => {
  it("is a run of the experiment, pinned and unpinned", async () => {
    const { answer } = await world.upload({ service: "Shop", experiment: "Pinned" });
    const other = await world.upload({ service: "Shop", experiment: "Another" });
    const { experiments } = await listCatalog({ ctx: world.home.viewer, input: { search: "Pinned" } });
    const experimentId = experiments[0]?.id ?? "";
    const pin = (runId: string | null, ctx = world.home.owner) =>
      setBaseline({ ctx, input: { experimentId, runId } });
    await pin(answer.run.id);
    expect((await get(experimentId)).baseline).toEqual({ id: answer.run.id, number: 1, isReceiving: false });
    await expect(pin(other.answer.run.id)).rejects.toEqual(refusal("not-found"));
    await expect(pin("nothing")).rejects.toEqual(refusal("not-found"));
    await expect(pin(null, world.home.viewer)).rejects.toEqual(refusal("scope-missing"));
    await expect(pin(null, world.foreign.owner)).rejects.toEqual(refusal("not-found"));
    await pin(null);
    expect((await get(experimentId)).baseline).toBeNull();
    const actions = (await audit(experimentId)).map(({ action }) => action);
    expect(actions.filter((action) => action === "experiment.set-baseline")).toHaveLength(2);
  });
});

describe("a deleted experiment", () => {
  const remove = (experimentId: string, confirmation = "", ctx = world.home.owner) =>
    deleteExperiment({ ctx, input: { experimentId, confirmation } });

  it("leaves the catalog, frees its name, and leaves its runs readable", async () => {
    const { id } = await create("Gone");
    const { answer } = await world.upload({ service: "Shop", experiment: "Gone" });
    await expect(remove(id)).rejects.toEqual(refusal("parameter-missing", "confirmation"));
    await expect(remove(id, "Gon")).rejects.toEqual(refusal("parameter-unreadable", "confirmation"));
    await expect(remove(id, "Gone", world.home.viewer)).rejects.toEqual(refusal("scope-missing"));
    await expect(remove(id, "Gone", world.foreign.owner)).rejects.toEqual(refusal("not-found"));
    await remove(id, "Gone");
    await expect(get(id)).rejects.toEqual(refusal("not-found"));
    const found = await listCatalog({ ctx: world.home.viewer, input: { search: "Gone" } });
    expect(found.total).toBe(0);
    const run = await getRun({
      ctx: world.home.viewer,
      input: { runId: answer.run.id, webUrl: TEST_WEB_URL },
    });
    expect(run.number).toBe(1);
    expect((await create("Gone")).id).not.toBe(id);
    expect(await audit(id)).toContainEqual(expect.objectContaining({ action: "experiment.delete" }));
  });

  it("needs no confirmation while nothing ran", async () => {
    const { id } = await create("Never ran");
    await remove(id);
    await expect(get(id)).rejects.toEqual(refusal("not-found"));
  });
});

describe("a renamed service", () => {
  it("keeps its slug, and may not take another's name", async () => {
    const { id } = await create("Of a service", { service: "Old service" });
    await create("Of another", { service: "Another service" });
    const { service } = await get(id);
    const rename = (name: string, ctx = world.home.owner) =>
      renameService({ ctx, input: { serviceId: service.id, name } });
    await rename("New service");
    expect((await get(id)).service).toEqual({ ...service, name: "New service" });
    await expect(rename("another  SERVICE")).rejects.toEqual(refusal("conflict", "name"));
    await expect(rename("No", world.home.viewer)).rejects.toEqual(refusal("scope-missing"));
    await expect(rename("No", world.foreign.owner)).rejects.toEqual(refusal("not-found"));
    expect(await audit(service.id)).toContainEqual(
      expect.objectContaining({
        action: "service.rename",
        detail: { name: "New service", before: "Old service" },
      }),
    );
  });
});

it("suggests what was used before, and members as owners", async () => {
  const found = await suggestForExperiment({ ctx: world.home.owner });
  expect(found.services).toContain("Shop");
  expect(found.groups).toContain("Bigtable");
  expect(found.owners[0]).toBe("Owner");
});
