import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { addMember, Importing } from "../testing/index.ts";
import { deleteView } from "./delete.ts";
import { listViews } from "./list.ts";
import { saveView } from "./save.ts";

let world: Importing;
let owner: Context;
let colleague: Context;
let viewer: Context;
beforeAll(async () => {
  world = await Importing.open();
  const { home, test } = world;
  owner = home.owner;
  colleague = await addMember(test.services, home, { email: "e@home.example", role: "editor" });
  viewer = await addMember(test.services, home, { email: "r@home.example", role: "viewer" });
});
afterAll(() => world.close());

const save = (ctx: Context, view: { name: string; query?: string; shared?: boolean }) =>
  saveView({ ctx, input: { page: "experiments", query: "outcome=misses", shared: false, ...view } });
const names = async (ctx: Context) =>
  (await listViews({ ctx, input: { page: "experiments" } })).views.map(({ name }) => name);
const remove = (ctx: Context, id: string) => deleteView({ ctx, input: { id } });
const audited = async () =>
  world.inHome(async ({ prisma }) => {
    const rows = await prisma.auditEntry.findMany({ where: { subjectKind: "view" }, orderBy: { at: "asc" } });
    return rows.map(({ action }) => action);
  });

it("is of a person, whatever their role, or of everybody", async () => {
  const own = await save(viewer, { name: "My misses" });
  const shared = await save(owner, { name: "All misses", shared: true });
  expect(await names(viewer)).toEqual(["My misses", "All misses"]);
  expect(await names(colleague)).toEqual(["All misses"]);
  expect((await listViews({ ctx: viewer, input: { page: "experiment" } })).views).toEqual([]);
  await expect(save(viewer, { name: "x", shared: true })).rejects.toMatchObject({ code: "scope-missing" });
  await expect(remove(viewer, shared.id)).rejects.toMatchObject({ code: "scope-missing" });
  for (const stranger of [colleague, world.foreign.owner])
    await expect(remove(stranger, own.id)).rejects.toMatchObject({ code: "not-found" });
  await remove(viewer, own.id);
  await remove(colleague, shared.id);
  expect(await names(viewer)).toEqual([]);
  expect(await audited()).toEqual(["view.save", "view.delete"]);
});

it("becomes another one under the same name, without the page of the list", async () => {
  const before = await save(owner, { name: "Slow" });
  const after = await save(owner, { name: "Slow", query: "outcome=regressed&page=4&levels=9" });
  await save(colleague, { name: "Slow" });
  expect(after.id).toBe(before.id);
  expect((await listViews({ ctx: owner, input: { page: "experiments" } })).views).toEqual([
    { id: after.id, name: "Slow", query: "outcome=regressed", shared: false },
  ]);
  await remove(owner, after.id);
});

it("is one of fifty at most", async () => {
  for (let number = 0; number < 50; number += 1) await save(owner, { name: `View ${number}` });
  await expect(save(owner, { name: "One more" })).rejects.toMatchObject({ code: "conflict" });
  expect(await names(owner)).toHaveLength(50);
  await save(colleague, { name: "Not theirs" });
});

it("is not for tokens", async () => {
  const actor = { kind: "token", id: "t", scopes: ["manage"], serviceId: null } as const;
  await expect(save({ ...owner, actor }, { name: "x" })).rejects.toMatchObject({ code: "scope-missing" });
});
