import { DAY_MILLIS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readinessReport } from "@headroom/contract";
import { acceptRisk } from "../accepted-risk/accept.ts";
import type { Context } from "../context.ts";
import { deleteExperiment } from "../experiment/delete.ts";
import { createPeakDay } from "../peak-day/create.ts";
import { updatePeakDay } from "../peak-day/update.ts";
import { addMember, Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import { addReadinessAction, changeReadinessAction } from "./actions.ts";
import { getReadiness } from "./get-readiness.ts";
import { openReadiness } from "./open-readiness.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
let world: Importing;
let owner: Context;
let id: string;
beforeAll(async () => {
  world = await Importing.open();
  owner = today(world.home.owner);
  await savePeakExperiment(world, "Distinct", { targets: ["p99 <= 200 ms"] });
  await savePeakExperiment(world, "Mixed");
  await uploadRun(world, { experiment: "Distinct", millis: 400, daysAgo: 3 });
  id = (await createDay()).id;
});
afterAll(() => world.close());

const today = (ctx: Context, days = 0): Context => {
  return { ...ctx, clock: () => new Date(Date.now() + days * DAY_MILLIS) };
};
const inDays = (days: number) => new Date(Date.now() + days * DAY_MILLIS).toISOString().slice(0, 19) + "Z";
const createDay = (days = 5) => {
  const times = { startsAt: inDays(days), endsAt: inDays(days + 1), eventAt: inDays(days + 0.3) };
  const body = { service: "checkout", name: "Sale", timeZone: "UTC", eventName: "start", expectedPeak: 4 };
  return createPeakDay({ ctx: owner, input: { webUrl, body: { ...body, ...times } } });
};
const report = (ctx = owner, of = id) => getReadiness({ ctx, keepDays, input: { id: of } });
const open = (ctx: Context) => openReadiness({ ctx, keepDays, input: { id } });
const add = (body: object, ctx = owner, of = id) => addReadinessAction({ ctx, input: { id: of, body } });
const change = (actionId: string, body: object, ctx = owner) =>
  changeReadinessAction({ ctx, input: { id, actionId, body } });
const audit = (action: string) =>
  world.inHome((tx) => tx.prisma.auditEntry.findMany({ where: { action }, orderBy: { id: "asc" } }));

describe("a readiness report", () => {
  it("says not ready, why, and what turns it green", async () => {
    const found = await report();
    expect(readinessReport.parse(found)).toEqual(found);
    expect(found).toMatchObject({
      phase: "before",
      verdict: "not-ready",
      capacity: null,
      required: 6,
      times: null,
      sentence: "2 of 2 experiments that represent the peak have no proof that counts.",
      experiments: [
        {
          experiment: { name: "Distinct" },
          state: "unproven",
          newest: { number: 1, verdict: "missed", outcome: "misses" },
        },
        { experiment: { name: "Mixed" }, newest: null, detail: "It has never been run." },
      ],
      rehearsals: [{ number: 1, experiment: { name: "Distinct" } }],
    });
    expect(found.experiments.map(({ openMisses }) => openMisses)).toEqual([
      [{ target: "p99 <= 200 ms", value: expect.closeTo(400, 0), range: null, unit: "ms" }],
      [],
    ]);
    expect(found.turnsGreen).toContain("Run Mixed until it meets its targets for 5 minutes.");
  });

  it("shows before and after, accepted risks, and what would turn it red", async () => {
    const fixed = await uploadRun(world, { experiment: "Distinct", millis: 240, daysAgo: 2 });
    await uploadRun(world, { experiment: "Mixed", millis: 50 });
    const body = { target: "p99 <= 200 ms", reason: "Far above the peak.", until: inDays(30) };
    await acceptRisk({ ctx: owner, input: { runId: fixed.id, body } });
    const found = await report();
    expect(found).toMatchObject({
      verdict: "ready",
      experiments: [
        {
          state: "accepted",
          before: { number: 1 },
          newest: { number: 2 },
          missesAccepted: true,
          openMisses: [],
        },
        { state: "proven", before: null },
      ],
      risks: [{ reason: "Far above the peak.", acceptedBy: "Owner", experiment: { name: "Distinct" } }],
    });
    expect(found.times).toBeCloseTo(2.5, 1);
    expect(found.turnsRed.map(({ words }) => words)).toContain("The accepted risk of Distinct ends");
  });

  it("is not ready again once the accepted risk has ended", async () => {
    expect(await report(today(owner, 31))).toMatchObject({ phase: "after", risks: [{ state: "expired" }] });
    expect((await report(today(owner, 130))).risks).toEqual([]);
    const found = await report(today(owner, 31));
    expect(found.experiments[0]).toMatchObject({ state: "unproven", missesAccepted: false });
    // A later day, and the risk ended the day before. Nothing else ended: the other proof still counts.
    const later = await createDay(35);
    expect(await report(today(owner, 29), later.id)).toMatchObject({
      verdict: "at-risk",
      capacity: expect.closeTo(10, 0),
    });
    expect(await report(today(owner, 31), later.id)).toMatchObject({
      phase: "before",
      verdict: "not-ready",
      capacity: null,
      sentence: "1 of 2 experiments that represent the peak has no proof that counts.",
      risks: [{ state: "expired" }],
      experiments: [{ state: "unproven" }, { state: "proven" }],
    });
  });

  it("shows real runs and simulated ones apart", async () => {
    await uploadRun(world, { experiment: "Distinct", millis: 20, daysAgo: 1.5, simulated: true });
    const found = await report();
    expect(found.experiments[0]).toMatchObject({
      before: { number: 1, simulated: false },
      newest: { number: 2, simulated: false },
    });
    const distinct = found.rehearsals.filter(({ experiment }) => experiment.name === "Distinct");
    expect(distinct.map(({ number, simulated }) => [number, simulated])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
  });

  it("names a proof of a branch that isn't the default one, and a run that collapsed", async () => {
    await savePeakExperiment(world, "Branched");
    await uploadRun(world, { experiment: "Branched", millis: 50, branch: "faster" });
    await savePeakExperiment(world, "Dying");
    await uploadRun(world, { experiment: "Dying", millis: 50, deadSeconds: 300 });
    const { reasons, experiments } = await report();
    expect(reasons.map(({ rule, words }) => `${rule}: ${words}`)).toEqual([
      "unmerged: was proven only on the branch faster, which isn't the default one.",
      expect.stringMatching(/^collapsed: held 10\.0 req\/s in run 1, and then fell to 0\.\d+ req\/s for 5m/),
    ]);
    expect(experiments[0]?.run).toMatchObject({ otherBranch: "faster" });
    await savePeakExperiment(world, "Branched", { representsPeak: false });
    await savePeakExperiment(world, "Dying", { representsPeak: false });
  });

  it("no longer has an experiment that was deleted", async () => {
    const experimentId = await savePeakExperiment(world, "Gone");
    expect((await report()).experiments).toHaveLength(3);
    await deleteExperiment({ ctx: owner, input: { experimentId, confirmation: "Gone" } });
    expect((await report()).experiments).toHaveLength(2);
  });

  it("of another workspace is like one that doesn't exist", async () => {
    await expect(report(today(world.foreign.owner))).rejects.toMatchObject({ code: "not-found" });
    await expect(report(owner, "nonsense")).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("an action", () => {
  it("is added, assigned, closed and reopened, and audited", async () => {
    const action = await add({ title: "Scale up", dueAt: inDays(2) });
    expect(action).toMatchObject({ title: "Scale up", owner: null, closedAt: null });
    expect(await change(action.id, { owner: "Ada" })).toMatchObject({ owner: "Ada", title: "Scale up" });
    expect((await change(action.id, { closed: true })).closedAt).not.toBeNull();
    expect((await change(action.id, { closed: false })).closedAt).toBeNull();
    await change(action.id, { closed: false });
    expect(await audit("action.add")).toMatchObject([{ subjectId: id, detail: { title: "Scale up" } }]);
    expect((await audit("action.change")).map(({ detail }) => detail)).toEqual([
      { title: "Scale up", changed: ["owner"] },
      { title: "Scale up", changed: ["closed"] },
      { title: "Scale up", changed: ["closed"] },
    ]);
  });

  it("that is overdue puts the day at risk until it is closed", async () => {
    const later = today(owner, 3);
    expect(await report(later)).toMatchObject({
      verdict: "at-risk",
      reasons: [{ rule: "overdue", words: "“Scale up” is overdue." }],
    });
    const [action] = (await report()).actions;
    await change(action?.id ?? "", { closed: true });
    expect(await report(later)).toMatchObject({ verdict: "ready" });
  });

  it("is refused to people who only read", async () => {
    const viewer = today(world.home.viewer);
    await expect(add({ title: "x" }, viewer)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(change("x", { closed: true }, viewer)).rejects.toMatchObject({ code: "scope-missing" });
  });

  it("isn't there for another workspace", async () => {
    const { id: actionId } = await add({ title: "Theirs" });
    const foreign = today(world.foreign.owner);
    await expect(add({ title: "x" }, foreign)).rejects.toMatchObject({ code: "not-found" });
    await expect(change(actionId, { closed: true }, foreign)).rejects.toMatchObject({ code: "not-found" });
    await expect(change("nonsense", { closed: true })).rejects.toMatchObject({ code: "not-found" });
    await change(actionId, { closed: true });
  });
});

describe("what changed since the last visit", () => {
  it("is each member's own, and stays for the visit", async () => {
    const other = await addMember(world.test.services, world.home, { email: "b@x.example", role: "viewer" });
    expect((await open(owner)).changes).toBeNull();
    await add({ title: "Warm the cache" });
    expect((await open(owner)).changes).toBeNull();
    const tomorrow = today(owner, 1);
    expect((await open(tomorrow)).changes?.words).toEqual([]);
    await add({ title: "Call the on-call" });
    const next = today(owner, 2);
    expect((await open(next)).changes?.words).toEqual(["New action: Call the on-call."]);
    expect((await open(next)).changes?.words).toEqual(["New action: Call the on-call."]);
    expect((await open(today(owner, 3))).changes?.words).toEqual([]);
    expect((await open(today(other))).changes).toBeNull();
    const body = {
      name: "Sale",
      timeZone: "Europe/Berlin",
      eventName: "start",
      version: 1,
    };
    const times = { startsAt: inDays(7), endsAt: inDays(8), eventAt: inDays(7.3) };
    await updatePeakDay({ ctx: owner, input: { id, body: { ...body, expectedPeak: 4, ...times }, webUrl } });
    expect((await open(today(other, 1))).changes?.words).toContainEqual(
      expect.stringMatching(/^The peak day was .* \(UTC\), and is now .* \(Europe\/Berlin\)\.$/),
    );
  });
});
