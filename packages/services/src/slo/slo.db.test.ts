import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_SLOS_OF_SERVICE, sloAnswer } from "@headroom/contract";
import { contextOf } from "../context.ts";
import type { Context } from "../context.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { createSlo } from "./create.ts";
import { deleteSlo } from "./delete.ts";
import { getSlo } from "./get.ts";
import { listSlos, listWorkspaceSlos } from "./list.ts";
import { updateSlo } from "./update.ts";
import { watchedSlo } from "./watched-slo.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
  for (const service of ["Checkout", "Search", "Full"]) await world.upload({ service, experiment: "Mix" });
});
afterAll(() => world.close());

const fast = {
  name: "Fast and without error",
  objectivePercent: 99.9,
  latencyMs: 300,
  window: { kind: "rolling", days: 30 },
};
let names = 0;
const create = (body: object = {}, ctx: Context = world.home.owner) => {
  names += 1;
  return createSlo({
    ctx,
    input: { body: { service: "checkout", ...fast, name: `SLO ${names}`, ...body }, webUrl },
  });
};
const update = (id: string, body: object, ctx: Context = world.home.owner) =>
  updateSlo({ ctx, input: { id, body, webUrl } });
const auditOf = (subjectId: string) =>
  world.inHome((tx) =>
    tx.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: [{ at: "asc" }, { id: "asc" }] }),
  );

describe("an SLO", () => {
  it("has an objective over a window, for a service or one of its labels", async () => {
    const made = await create();
    expect(sloAnswer.parse(made)).toMatchObject({
      service: { slug: "checkout", name: "Checkout" },
      label: null,
      objectivePercent: 99.9,
      latencyMs: 300,
      withoutError: true,
      window: { kind: "rolling", days: 30 },
      earlier: [],
      version: 1,
      url: `${webUrl}/services/checkout/slos/${made.id}`,
    });
    expect(await getSlo({ ctx: world.home.viewer, input: { id: made.id, webUrl } })).toEqual(made);
    const month = { kind: "calendar", unit: "month", timeZone: "Europe/Berlin" };
    expect(await create({ label: "POST /pay", latencyMs: null, window: month })).toMatchObject({
      label: "POST /pay",
      latencyMs: null,
      window: month,
    });
  });

  it.each([
    ["of 100%, which leaves no budget,", { objectivePercent: 100 }, "objectivePercent"],
    ["of 99.99995%", { objectivePercent: 99.99995 }, "objectivePercent"],
    ["of nothing", { objectivePercent: 0 }, "objectivePercent"],
    ["that every request meets", { latencyMs: null, withoutError: false }, "withoutError"],
    ["with a limit of 0 ms", { latencyMs: 0 }, "latencyMs"],
    ["over a year", { window: { kind: "rolling", days: 365 } }, "window.days"],
    [
      "over months of an unknown zone",
      { window: { kind: "calendar", unit: "month", timeZone: "Shop" } },
      "timeZone",
    ],
    ["without a name", { name: " " }, "name"],
  ])("%s is refused", async (_what, change, field) => {
    await expect(create(change)).rejects.toMatchObject({ code: "parameter-unreadable", field });
  });

  it("keeps its earlier objectives, and its label", async () => {
    const { id } = await create();
    const body = { ...fast, name: "Stricter", objectivePercent: 99.95, version: 1 };
    const changed = await update(id, body);
    expect(changed).toMatchObject({
      version: 2,
      objectivePercent: 99.95,
      earlier: [{ objectivePercent: 99.9, latencyMs: 300 }],
    });
    expect(new Date(changed.earlier[0]?.until ?? 0).getTime() % 600_000).toBe(0);
    // Within ten minutes: only the last change counts.
    const again = await update(id, { ...body, objectivePercent: 99.5, version: 2 });
    expect(again.earlier).toEqual(changed.earlier);
    expect(await update(id, { ...body, objectivePercent: 99.5, version: 3 })).toEqual(again);
    await expect(update(id, { ...body, version: 1 })).rejects.toMatchObject({ code: "conflict" });
    await expect(update(id, { ...body, label: "/a", version: 3 })).rejects.toMatchObject({ field: "label" });
    const audit = await auditOf(id);
    expect(audit.map(({ action }) => action)).toEqual(["slo.create", "slo.update", "slo.update"]);
    expect(audit[1]?.detail).toEqual({ changed: ["name", "objective"], name: "Stricter" });
  });

  it("has a name of its own in its service", async () => {
    await create({ name: "Twice" });
    await expect(create({ name: "Twice" })).rejects.toMatchObject({ code: "conflict", field: "name" });
    await expect(create({ name: "Twice", service: "search" })).resolves.toMatchObject({ name: "Twice" });
  });

  it("is one of so many that a service can have", async () => {
    for (let at = 0; at < MAX_SLOS_OF_SERVICE; at += 1) await create({ service: "full" });
    await expect(create({ service: "full" })).rejects.toMatchObject({ code: "conflict" });
  });

  it("is gone once deleted", async () => {
    const { id } = await create();
    await deleteSlo({ ctx: world.home.owner, input: { id } });
    await expect(getSlo({ ctx: world.home.owner, input: { id, webUrl } })).rejects.toMatchObject({
      code: "not-found",
    });
    expect((await auditOf(id)).at(-1)?.action).toBe("slo.delete");
  });

  it("is changed by those who may edit", async () => {
    const { id } = await create();
    for (const ctx of [world.home.viewer, world.ci])
      for (const attempt of [
        () => create({}, ctx),
        () => update(id, { ...fast, version: 1 }, ctx),
        () => deleteSlo({ ctx, input: { id } }),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: "scope-missing" });
  });

  it("is another workspace's or service's like one that doesn't exist", async () => {
    const { id } = await create();
    const search = await world.inHome((tx) =>
      tx.prisma.service.findFirstOrThrow({ where: { slug: "search" }, select: { id: true } }),
    );
    const held = contextOf(world.test.services, world.home.workspaceId, {
      kind: "token",
      id: world.test.services.newId(),
      scopes: ["read", "manage"],
      serviceId: search.id,
    });
    for (const ctx of [world.foreign.owner, held])
      for (const attempt of [
        () => getSlo({ ctx, input: { id, webUrl } }),
        () => watchedSlo({ ctx, input: { id } }),
        () => update(id, { ...fast, version: 1 }, ctx),
        () => deleteSlo({ ctx, input: { id } }),
        () => create({}, ctx),
        () => listSlos({ ctx, keepDays, input: { parameters: { service: "checkout" }, webUrl } }),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
  });

  it("is listed with those of other services of its workspace, as far as one may see them", async () => {
    const [other] = [await create({ service: "search" }), await create()];
    const all = (ctx: Context) => listWorkspaceSlos({ ctx, keepDays, input: { webUrl } });
    const listed = await all(world.home.viewer);
    const services = [...new Set(listed.map(({ service }) => service.name))];
    expect(services).toEqual(expect.arrayContaining(["Checkout", "Search"]));
    expect(services).toEqual(services.toSorted());
    expect(listed.find(({ id }) => id === other.id)).toMatchObject({
      name: other.name,
      status: { state: "no-requests" },
    });
    const { id: serviceId } = await world.inHome((tx) =>
      tx.prisma.service.findFirstOrThrow({ where: { slug: "search" }, select: { id: true } }),
    );
    const token = { kind: "token", id: world.test.services.newId(), scopes: ["read"], serviceId } as const;
    const held = contextOf(world.test.services, world.home.workspaceId, { ...token, scopes: ["read"] });
    expect(new Set((await all(held)).map(({ service }) => service.slug))).toEqual(new Set(["search"]));
    expect(await all(world.foreign.owner)).toEqual([]);
  });
});
