import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { peakDayAnswer } from "@headroom/contract";
import { contextOf } from "../context.ts";
import type { Context } from "../context.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { createPeakDay } from "./create.ts";
import { deletePeakDay } from "./delete.ts";
import { getPeakDay } from "./get.ts";
import { listPeakDays } from "./list.ts";
import { updatePeakDay } from "./update.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
  await world.upload({ service: "Checkout", experiment: "Mix" });
  await world.upload({ service: "Search", experiment: "Mix" });
});
afterAll(() => world.close());

const friday = {
  name: "Black Friday 2026",
  startsAt: "2026-11-27T00:00",
  endsAt: "2026-11-28T00:00",
  timeZone: "America/New_York",
  eventName: "doors open",
  eventAt: "2026-11-27T08:00",
  expectedPeak: 2_400,
  expectedSource: "Marketing forecast of October",
  owner: "Platform lead",
};
const before = {
  ...friday,
  name: "Black Friday 2025",
  startsAt: "2025-11-28T00:00",
  endsAt: "2025-11-29T00:00",
  eventAt: "2025-11-28T08:00",
};
const create = (body: object, ctx: Context = world.home.owner) =>
  createPeakDay({ ctx, input: { body: { service: "checkout", ...body }, webUrl } });
const update = (id: string, body: object) =>
  updatePeakDay({ ctx: world.home.owner, input: { id, body, webUrl } });
const heldTo = (serviceId: string) =>
  contextOf(world.test.services, world.home.workspaceId, {
    kind: "token",
    id: world.test.services.newId(),
    scopes: ["read", "manage"],
    serviceId,
  });

describe("a peak day", () => {
  it("keeps its times as moments, read by the clocks of its time zone", async () => {
    const made = await create(friday);
    expect(peakDayAnswer.parse(made)).toMatchObject({
      startsAt: "2026-11-27T05:00:00.000Z",
      endsAt: "2026-11-28T05:00:00.000Z",
      eventAt: "2026-11-27T13:00:00.000Z",
      expectedPeak: 2_400,
      notes: null,
      earlier: [],
      curve: null,
      version: 1,
      url: `${webUrl}/peak-days/${made.id}`,
    });
    expect(await getPeakDay({ ctx: world.home.viewer, input: { id: made.id, webUrl } })).toEqual(made);
  });

  it("has earlier days of its service, each with the growth over it", async () => {
    const earlier = await create(before);
    const growth = { id: earlier.id, growthLow: 1.9, growthHigh: 2.1 };
    const made = await create({ ...friday, earlier: [growth] });
    expect(made.earlier).toMatchObject([{ name: "Black Friday 2025", growthLow: 1.9, growthHigh: 2.1 }]);
    const elsewhere = await create({ ...before, service: "search" });
    for (const [wrong, code] of [
      [[{ ...growth, id: made.id }], "parameter-unreadable"],
      [[{ ...growth, id: elsewhere.id }], "not-found"],
      [[{ ...growth, id: "nothing" }], "not-found"],
      [[growth, growth], "parameter-unreadable"],
      [[{ ...growth, growthLow: 3 }], "parameter-unreadable"],
    ] as const)
      await expect(create({ ...friday, earlier: wrong })).rejects.toMatchObject({ code });
    await expect(create({ ...before, earlier: [{ ...growth, id: made.id }] })).rejects.toMatchObject({
      field: "earlier",
    });
  });

  it("may overlap another one", async () => {
    const name = "Cyber week";
    await expect(create({ ...friday, name, endsAt: "2026-12-04T00:00" })).resolves.toMatchObject({ name });
  });

  it.each([
    ["that ends before it starts", { endsAt: "2026-11-26T00:00" }, "endsAt"],
    ["of three weeks", { endsAt: "2026-12-18T00:00" }, "endsAt"],
    ["whose event is on another day", { eventAt: "2026-11-29T08:00" }, "eventAt"],
    ["in a time zone that doesn't exist", { timeZone: "Shop time" }, "timeZone"],
    ["on the 31st of February", { startsAt: "2026-02-31T00:00" }, "startsAt"],
    ["with an expected peak of nothing", { expectedPeak: 0 }, "expectedPeak"],
    ["without a name", { name: " " }, "name"],
  ])("%s is refused", async (_what, change, field) => {
    await expect(create({ ...friday, ...change })).rejects.toMatchObject({
      code: "parameter-unreadable",
      field,
    });
  });

  it("asks which one is meant where the clocks show a time twice, and refuses one that they skip", async () => {
    const night = { ...friday, startsAt: "2026-11-01T00:00", endsAt: "2026-11-01T06:00" };
    await expect(create({ ...night, eventAt: "2026-11-01T01:30" })).rejects.toThrow(/show it twice/);
    const made = await create({ ...night, eventAt: "2026-11-01T01:30:00-05:00" });
    expect(made.eventAt).toBe("2026-11-01T06:30:00.000Z");
    const spring = { ...friday, startsAt: "2027-03-14T00:00", endsAt: "2027-03-14T06:00" };
    await expect(create({ ...spring, eventAt: "2027-03-14T02:30" })).rejects.toThrow(/skip it/);
  });

  it("is edited as a whole, and the second of two editors gets a conflict", async () => {
    const { id } = await create(friday);
    const changed = await update(id, { ...friday, notes: "Menu sync is off.", version: 1 });
    expect(changed).toMatchObject({ version: 2, notes: "Menu sync is off." });
    expect(await update(id, { ...friday, notes: "Menu sync is off.", version: 2 })).toEqual(changed);
    await expect(update(id, { ...friday, version: 1 })).rejects.toMatchObject({ code: "conflict" });
    const audit = await world.inHome((tx) => tx.prisma.auditEntry.findMany({ where: { subjectId: id } }));
    expect(audit.map(({ action }) => action).toSorted()).toEqual(["peak-day.create", "peak-day.update"]);
  });

  it("keeps what its clocks show when they become those of another time zone", async () => {
    const { id } = await create(friday);
    const moved = await update(id, { ...friday, timeZone: "Europe/Berlin", version: 1 });
    expect(moved).toMatchObject({
      timeZone: "Europe/Berlin",
      startsAt: "2026-11-26T23:00:00.000Z",
      endsAt: "2026-11-27T23:00:00.000Z",
      eventAt: "2026-11-27T07:00:00.000Z",
    });
  });

  it("is gone once deleted, also as an earlier day of others", async () => {
    const earlier = await create({ ...before, name: "Forgotten" });
    const { id } = await create({ ...friday, earlier: [{ id: earlier.id, growthLow: 1, growthHigh: 2 }] });
    await deletePeakDay({ ctx: world.home.owner, input: { id: earlier.id } });
    const after = await getPeakDay({ ctx: world.home.viewer, input: { id, webUrl } });
    expect(after.earlier).toEqual([]);
  });

  it("is changed by those who may edit", async () => {
    await expect(create(friday, world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(create(friday, world.ci)).rejects.toMatchObject({ code: "scope-missing" });
    const { id } = await create(friday);
    const { viewer } = world.home;
    await expect(deletePeakDay({ ctx: viewer, input: { id } })).rejects.toMatchObject({
      code: "scope-missing",
    });
  });

  it("is another workspace's or service's like one that doesn't exist", async () => {
    const { id } = await create(friday);
    const search = await world.inHome((tx) =>
      tx.prisma.service.findFirstOrThrow({ where: { slug: "search" }, select: { id: true } }),
    );
    for (const ctx of [world.foreign.owner, heldTo(search.id)]) {
      await expect(getPeakDay({ ctx, input: { id, webUrl } })).rejects.toMatchObject({ code: "not-found" });
      const { peakDays } = await listPeakDays({ ctx, keepDays, input: { parameters: {}, webUrl } });
      expect(peakDays.map((one) => one.id)).not.toContain(id);
      await expect(create(friday, ctx)).rejects.toMatchObject({ code: "not-found" });
    }
  });
});

it("peak days are listed latest first, of one service or of all", async () => {
  const list = async (parameters: object) =>
    (await listPeakDays({ ctx: world.home.viewer, keepDays, input: { parameters, webUrl } })).peakDays;
  const all = await list({});
  expect(all.map((one) => one.startsAt)).toEqual(
    all
      .map((one) => one.startsAt)
      .toSorted()
      .reverse(),
  );
  expect((await list({ service: "search" })).map((one) => one.service.name)).toEqual(["Search"]);
  await expect(list({ service: "nowhere" })).rejects.toMatchObject({ code: "not-found" });
});
