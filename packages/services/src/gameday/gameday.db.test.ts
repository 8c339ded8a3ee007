import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gamedayAnswer, MAX_GAMEDAY_STEPS } from "@headroom/contract";
import { listAuditLog } from "../audit-log/list.ts";
import { contextOf } from "../context.ts";
import type { Context } from "../context.ts";
import { deleteExperiment } from "../experiment/delete.ts";
import { createPeakDay } from "../peak-day/create.ts";
import { deletePeakDay } from "../peak-day/delete.ts";
import { getReadiness } from "../readiness/get-readiness.ts";
import { changeReadinessAction } from "../readiness/actions.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { savePeakExperiment } from "../testing/peak-runs.ts";
import { closeGameday } from "./close.ts";
import { createGameday } from "./create.ts";
import { deleteGameday } from "./delete.ts";
import { addFinding, changeFinding } from "./findings.ts";
import { getGameday } from "./get.ts";
import { listGamedays } from "./list.ts";
import { tickGamedayStep } from "./tick.ts";
import { updateGameday } from "./update.ts";

let world: Importing;
let mix: string;
let distinct: string;
beforeAll(async () => {
  world = await Importing.open();
  mix = await savePeakExperiment(world, "Mix", { targets: ["p99 <= 200 ms"] });
  distinct = await savePeakExperiment(world, "Distinct", { targets: [] });
  await world.upload({ service: "Search", experiment: "Other" });
});
afterAll(() => world.close());

const at = (clock: string, ctx: Context = world.home.owner): Context => {
  return { ...ctx, clock: () => new Date(`2026-11-19T${clock}:00Z`) };
};
const plan = {
  name: "Rehearsal of the peak",
  startsAt: "2026-11-19T20:00",
  endsAt: "2026-11-19T21:00",
  timeZone: "UTC",
  environment: "shadow",
  lead: "Ada",
  roles: [{ who: "Grace", does: "watches Bigtable" }],
};
const steps = [{ experiment: "mix", watcher: "Grace" }, { title: "Kill one instance" }];
const create = (body: object = {}, ctx = at("18:00")) =>
  createGameday({ ctx, input: { body: { service: "checkout", ...plan, steps, ...body }, webUrl } });
const update = (id: string, body: object, ctx = at("18:30")) =>
  updateGameday({ ctx, input: { id, body: { ...plan, ...body }, webUrl } });
const read = (id: string, ctx = at("18:00")) => getGameday({ ctx, input: { id, webUrl } });
const tick = (id: string, stepId: string, body: object, ctx = at("20:10")) =>
  tickGamedayStep({ ctx, input: { id, stepId, body, webUrl } });
const close = (id: string, ctx = at("21:10"), body: object = {}) =>
  closeGameday({ ctx, input: { id, body, webUrl } });
const find = (id: string, body: object, ctx = at("20:20")) => addFinding({ ctx, input: { id, body } });
const auditOf = async (id: string) => {
  const entries = await world.inHome((tx) => tx.prisma.auditEntry.findMany({ where: { subjectId: id } }));
  return entries.map(({ action }) => action).toSorted();
};
const day = () => {
  const times = { startsAt: "2026-11-27T00:00", endsAt: "2026-11-28T00:00", eventAt: "2026-11-27T08:00" };
  const body = {
    service: "checkout",
    name: "Black Friday",
    timeZone: "UTC",
    eventName: "doors open",
    ...times,
  };
  return createPeakDay({ ctx: at("10:00"), input: { body, webUrl } });
};
const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
const heldTo = async (slug: string) => {
  const { id: serviceId } = await world.inHome((tx) =>
    tx.prisma.service.findFirstOrThrow({ where: { slug }, select: { id: true } }),
  );
  const actor = {
    kind: "token",
    id: world.test.services.newId(),
    scopes: ["read", "manage"],
    serviceId,
  } as const;
  return contextOf(world.test.services, world.home.workspaceId, { ...actor, scopes: [...actor.scopes] });
};

describe("a plan", () => {
  it("has its window, roles and steps in order, each with the targets to meet", async () => {
    const made = await create();
    expect(gamedayAnswer.parse(made)).toEqual(made);
    expect(made).toMatchObject({
      phase: "planned",
      startsAt: "2026-11-19T20:00:00.000Z",
      environment: "shadow",
      lead: "Ada",
      roles: plan.roles,
      peakDay: null,
      plannedLate: false,
      closed: null,
      findings: [],
      version: 1,
      sentence: "Nothing has been run yet.",
      url: `${webUrl}/gamedays/${made.id}`,
      steps: [
        {
          title: "Mix",
          targets: ["p99 <= 200 ms"],
          watcher: "Grace",
          state: "open",
          experiment: { id: mix },
        },
        { title: "Kill one instance", targets: [], experiment: null, state: "open", tick: null },
      ],
    });
    expect(await read(made.id, at("18:00", world.home.viewer))).toEqual(made);
    expect(await auditOf(made.id)).toEqual(["gameday.create"]);
  });

  it.each([
    ["that ends when it starts", { endsAt: plan.startsAt }, "endsAt"],
    ["that ends before it starts", { endsAt: "2026-11-19T19:00" }, "endsAt"],
    ["of eight days", { endsAt: "2026-11-27T20:00" }, "endsAt"],
    ["in a time zone that doesn't exist", { timeZone: "Shop time" }, "timeZone"],
    ["without a name", { name: " " }, "name"],
    ["whose step says nothing", { steps: [{}] }, "steps"],
    ["that runs an experiment twice", { steps: [{ experiment: "mix" }, { experiment: "Mix" }] }, "steps"],
    [
      "of more steps than fit",
      { steps: Array.from({ length: MAX_GAMEDAY_STEPS + 1 }, () => ({ title: "x" })) },
      "steps",
    ],
  ])("%s is refused", async (_what, change, field) => {
    await expect(create(change)).rejects.toMatchObject({ code: "parameter-unreadable", field });
  });

  it("has as many steps as fit, and takes hostile names as they are", async () => {
    const name = `<img src=x onerror=alert(1)> ‮ "'; drop table gameday; --`;
    const many = Array.from({ length: MAX_GAMEDAY_STEPS }, (_, place) => ({ title: `${name} ${place}` }));
    const made = await create({ name, steps: many });
    expect(made.name).toBe(name);
    expect(made.steps.map(({ title }) => title)).toEqual(many.map(({ title }) => title));
  });

  it("refuses experiments of other services and ones that don't exist", async () => {
    for (const experiment of ["Other", "nothing", world.test.services.newId()])
      await expect(create({ steps: [{ experiment }] })).rejects.toMatchObject({ code: "not-found" });
  });

  it("lasts as long as it does where clocks change, and asks which hour is meant", async () => {
    const night = { timeZone: "America/New_York", startsAt: "2026-11-01T00:30", endsAt: "2026-11-01T02:30" };
    const made = await create(night);
    expect([made.startsAt, made.endsAt]).toEqual(["2026-11-01T04:30:00.000Z", "2026-11-01T07:30:00.000Z"]);
    await expect(create({ ...night, endsAt: "2026-11-01T01:30" })).rejects.toThrow(/show it twice/);
    const spring = { ...night, startsAt: "2027-03-14T01:30", endsAt: "2027-03-14T02:30" };
    await expect(create(spring)).rejects.toThrow(/skip it/);
  });

  it("can be written down afterwards, and says so", async () => {
    const made = await create({}, at("22:00"));
    expect(made).toMatchObject({ phase: "ended", plannedLate: true, sentence: "Nothing was run." });
  });

  it("names the gamedays of its service at the same time", async () => {
    const times = { startsAt: "2026-11-18T20:00", endsAt: "2026-11-18T21:00" };
    const first = await create({ ...times, name: "First" });
    const second = await create({ ...times, startsAt: "2026-11-18T20:30", name: "Second" });
    await create({ startsAt: "2026-11-18T21:00", endsAt: "2026-11-18T22:00", name: "Next" });
    expect(second.overlapping).toEqual([{ id: first.id, name: "First" }]);
  });

  it("keeps what has happened to its steps when it is edited, and the second of two editors gets a conflict", async () => {
    const { id, steps: before } = await create();
    const tried = before[1];
    await tick(id, tried?.id ?? "", { outcome: "as-expected" });
    const kept = { id: tried?.id, title: "Kill two instances" };
    const changed = await update(id, { version: 1, steps: [kept, { experiment: distinct }] }, at("20:15"));
    expect(changed.steps).toMatchObject([
      { id: tried?.id, title: "Kill two instances", tick: { by: "Owner" }, state: "met" },
      { title: "Distinct", targets: [] },
    ]);
    expect(changed.version).toBe(2);
    await expect(update(id, { version: 1, steps: [] })).rejects.toMatchObject({ code: "conflict" });
    await expect(
      update(id, { version: 2, steps: [{ id: before[0]?.id, title: "x" }] }),
    ).rejects.toMatchObject({
      code: "not-found",
    });
    const same = changed.steps.map(({ id: step, experiment, title }) => {
      return { id: step, experiment: experiment?.id ?? null, title };
    });
    expect((await update(id, { version: 2, steps: same })).version).toBe(2);
    expect(await auditOf(id)).toEqual(["gameday.create", "gameday.tick", "gameday.update"]);
  });

  it("shows targets that were changed since, until the step takes them on", async () => {
    const experiment = await savePeakExperiment(world, "Loosened", { targets: ["p99 <= 100 ms"] });
    const { id, steps: before } = await create({ steps: [{ experiment }] });
    expect(before[0]?.changedTargets).toBeNull();
    await savePeakExperiment(world, "Loosened", { targets: ["p99 <= 900 ms"] });
    const [step] = (await read(id)).steps;
    expect(step).toMatchObject({ targets: ["p99 <= 100 ms"], changedTargets: ["p99 <= 900 ms"] });
    const again = { id: step?.id, experiment };
    const kept = await update(id, { version: 1, name: "Renamed", steps: [again] });
    expect(kept.steps[0]?.targets).toEqual(["p99 <= 100 ms"]);
    const adopted = await update(id, { version: 2, steps: [{ ...again, adoptTargets: true }] });
    expect(adopted.steps[0]).toMatchObject({ targets: ["p99 <= 900 ms"], changedTargets: null });
  });

  it("keeps an experiment that was deleted meanwhile, and can still be edited", async () => {
    const experiment = await savePeakExperiment(world, "Gone");
    const { id, steps: before } = await create({ steps: [{ experiment }] });
    await deleteExperiment({
      ctx: world.home.owner,
      input: { experimentId: experiment, confirmation: "Gone" },
    });
    expect((await read(id)).steps).toMatchObject([{ title: "Gone", experiment: { deleted: true } }]);
    const same = [{ id: before[0]?.id, experiment }];
    expect((await update(id, { version: 1, name: "Later", steps: same })).steps).toHaveLength(1);
    await expect(create({ steps: [{ experiment }] })).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("a step without upload", () => {
  it("is ticked with who and when, and taken back", async () => {
    const { id, steps: before } = await create();
    const stepId = before[1]?.id ?? "";
    await expect(tick(id, stepId, { outcome: "as-expected" }, at("19:59"))).rejects.toMatchObject({
      code: "conflict",
    });
    const ticked = await tick(id, stepId, { outcome: "not-as-expected", note: "Took 40 s." });
    expect(ticked.steps[1]).toMatchObject({
      state: "missed",
      tick: { by: "Owner", at: "2026-11-19T20:10:00.000Z", note: "Took 40 s." },
    });
    expect(ticked.sentence).toBe("Of 2 steps: 1 missed, 1 to go.");
    expect((await tick(id, stepId, { outcome: null })).steps[1]).toMatchObject({ state: "open", tick: null });
    await expect(tick(id, before[0]?.id ?? "", { outcome: "as-expected" })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(tick(id, stepId, { outcome: "as-expected", by: "Ada" })).rejects.toMatchObject({
      field: "by",
    });
    const token = { ...(await heldTo("checkout")), clock: at("20:11").clock };
    expect((await tick(id, stepId, { outcome: "as-expected", by: "Ada" }, token)).steps[1]?.tick?.by).toBe(
      "Ada",
    );
    expect((await auditOf(id)).filter((action) => action === "gameday.tick")).toHaveLength(3);
  });
});

describe("a finding", () => {
  it("is an action of the readiness report of the peak day, and can be closed in either place", async () => {
    const { id: peakDay } = await day();
    const { id, steps: before } = await create({ peakDay });
    const step = before[1]?.id ?? "";
    const low = await find(id, { title: "Typo on the dashboard", severity: "low" });
    const late = { title: "Alert came late", severity: "high", owner: "Grace", step };
    const high = await find(id, late, at("20:21"));
    expect(high).toMatchObject({ owner: "Grace", step: { title: "Kill one instance" }, closedAt: null });
    expect((await read(id)).findings.map((one) => one.id)).toEqual([high.id, low.id]);
    const report = () => getReadiness({ ctx: at("22:00"), keepDays, input: { id: peakDay } });
    const found = await report();
    expect(found.actions).toMatchObject([
      { id: low.id, finding: { severity: "low" } },
      { id: high.id, finding: { gameday: { name: plan.name }, severity: "high" }, owner: "Grace" },
    ]);
    const own = found.gamedays.filter((one) => one.peakDay !== null);
    expect(own).toMatchObject([{ id, name: plan.name, phase: "ended", steps: 2, counts: null }]);
    const input = { id: peakDay, actionId: high.id, body: { closed: true } };
    await changeReadinessAction({ ctx: at("22:00"), input });
    expect((await read(id)).findings.map(({ closedAt }) => closedAt === null)).toEqual([true, false]);
    await changeFinding({ ctx: at("22:10"), input: { id, findingId: low.id, body: { owner: "Ada" } } });
    expect((await report()).actions[0]).toMatchObject({ id: low.id, owner: "Ada" });
    expect(await auditOf(id)).toEqual(["finding.add", "finding.add", "finding.change", "gameday.create"]);
    await deletePeakDay({ ctx: at("23:00"), input: { id: peakDay } });
    expect(await read(id)).toMatchObject({ peakDay: null, findings: [{ id: low.id }, { id: high.id }] });
  });

  it("of a step that is taken out of the plan stays", async () => {
    const { id, steps: before } = await create();
    await find(id, { title: "Too slow", severity: "medium", step: before[1]?.id ?? "" });
    await update(id, { version: 1, steps: [] });
    expect((await read(id)).findings).toMatchObject([{ title: "Too slow", step: null }]);
    await expect(find(id, { title: "x", severity: "low", step: before[1]?.id ?? "" })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(find(id, { title: "x", severity: "fatal" })).rejects.toMatchObject({ field: "severity" });
  });
});

describe("a closed gameday", () => {
  it("stays as it was: no step, tick or finding is added, and findings can still be closed", async () => {
    const { id, steps: before } = await create();
    await expect(close(id, at("19:00"))).rejects.toMatchObject({ code: "conflict" });
    const stepId = before[1]?.id ?? "";
    await tick(id, stepId, { outcome: "as-expected" });
    const found = await find(id, { title: "Alert came late", severity: "high" });
    const closed = await close(id, at("20:40"));
    expect(closed).toMatchObject({
      phase: "closed",
      sentence: "Of 2 steps: 1 not run, 1 as planned.",
      closed: { at: "2026-11-19T20:40:00.000Z", by: "Owner", findings: [{ owner: null }], changes: [] },
    });
    for (const change of [
      () => close(id),
      () => tick(id, stepId, { outcome: null }),
      () => find(id, { title: "x", severity: "low" }),
      () => update(id, { version: 1, steps: [] }),
    ])
      await expect(change()).rejects.toMatchObject({ code: "conflict" });
    const input = { id, findingId: found.id, body: { closed: true, owner: "Ada" } };
    await changeFinding({ ctx: at("22:00"), input });
    const after = await read(id, at("22:10"));
    expect(after.closed?.findings).toMatchObject([{ closedAt: null, owner: null }]);
    expect(after.findings).toMatchObject([{ owner: "Ada", closedAt: "2026-11-19T22:00:00.000Z" }]);
    const { gamedays } = await listGamedays({ ctx: at("22:10"), input: { parameters: {}, webUrl } });
    expect(gamedays.find((one) => one.id === id)).toMatchObject({
      phase: "closed",
      counts: { met: 1, missed: 0, unsure: 0, open: 1 },
    });
    expect(await auditOf(id)).toContain("gameday.close");
  });

  it("is gone with its findings once deleted, and the log names it", async () => {
    const { id } = await create({ name: "Forgotten" });
    await find(id, { title: "x", severity: "low" });
    const entries = async () => (await listAuditLog({ ctx: world.home.owner })).lines;
    const added = (await entries()).find(
      ({ subjectId, action }) => subjectId === id && action === "finding.add",
    );
    expect(added?.subjectName).toBe("Forgotten");
    await deleteGameday({ ctx: at("22:00"), input: { id } });
    await expect(read(id)).rejects.toMatchObject({ code: "not-found" });
    expect(await auditOf(id)).toEqual(["finding.add", "gameday.create", "gameday.delete"]);
  });
});

describe("who may", () => {
  it("change one: those who may edit", async () => {
    const { id, steps: before } = await create();
    const found = await find(id, { title: "x", severity: "low" });
    for (const reader of [world.home.viewer, world.ci]) {
      const ctx = at("20:10", reader);
      for (const write of [
        () => create({}, ctx),
        () => update(id, { version: 1, steps: [] }, ctx),
        () => deleteGameday({ ctx, input: { id } }),
        () => tick(id, before[1]?.id ?? "", { outcome: "as-expected" }, ctx),
        () => find(id, { title: "x", severity: "low" }, ctx),
        () => changeFinding({ ctx, input: { id, findingId: found.id, body: { closed: true } } }),
        () => close(id, ctx),
      ])
        await expect(write()).rejects.toMatchObject({ code: "scope-missing" });
    }
  });

  it("see one: not another workspace, and not a token of another service", async () => {
    const { id: peakDay } = await day();
    const { id, steps: before } = await create();
    const found = await find(id, { title: "x", severity: "low" });
    for (const other of [world.foreign.owner, await heldTo("search")]) {
      const ctx = at("20:10", other);
      for (const ask of [
        () => read(id, ctx),
        () => create({}, ctx),
        () => create({ service: "search", peakDay }, ctx),
        () => update(id, { version: 1, steps: [] }, ctx),
        () => deleteGameday({ ctx, input: { id } }),
        () => tick(id, before[1]?.id ?? "", { outcome: "as-expected" }, ctx),
        () => find(id, { title: "x", severity: "low" }, ctx),
        () => changeFinding({ ctx, input: { id, findingId: found.id, body: { closed: true } } }),
        () => close(id, ctx),
        () => read("nonsense", ctx),
      ])
        await expect(ask()).rejects.toMatchObject({ code: "not-found" });
      const { gamedays } = await listGamedays({ ctx, input: { parameters: {}, webUrl } });
      expect(gamedays).toEqual([]);
    }
    await expect(create({ service: "search", steps: [], peakDay })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
