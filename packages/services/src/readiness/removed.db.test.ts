import { DAY_MILLIS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readinessReport } from "@headroom/contract";
import { acceptRemoval } from "../accepted-risk/accept-removal.ts";
import { listRisks } from "../accepted-risk/list.ts";
import { revokeRisk } from "../accepted-risk/revoke.ts";
import type { Context } from "../context.ts";
import { deleteExperiment } from "../experiment/delete.ts";
import { createPeakDay } from "../peak-day/create.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import { getHeadroom } from "./get-headroom.ts";
import { getReadiness } from "./get-readiness.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
let world: Importing;
let owner: Context;
let day: string;
let lowest: string;
const today = (ctx: Context, days = 0): Context => {
  return { ...ctx, clock: () => new Date(Date.now() + days * DAY_MILLIS) };
};
const inDays = (days: number) => new Date(Date.now() + days * DAY_MILLIS).toISOString().slice(0, 19) + "Z";
beforeAll(async () => {
  world = await Importing.open();
  owner = today(world.home.owner);
  lowest = await savePeakExperiment(world, "Lowest", { ctx: today(owner, -2) });
  await savePeakExperiment(world, "Highest", { ctx: today(owner, -2) });
  await uploadRun(world, { experiment: "Lowest", millis: 50, perSecond: 3 });
  await uploadRun(world, { experiment: "Highest", millis: 50, perSecond: 20 });
  const times = { startsAt: inDays(5), endsAt: inDays(6), eventAt: inDays(5.3) };
  const body = { service: "checkout", name: "Sale", timeZone: "UTC", eventName: "start", expectedPeak: 5 };
  day = (await createPeakDay({ ctx: owner, input: { webUrl, body: { ...body, ...times } } })).id;
});
afterAll(() => world.close());

const report = () => getReadiness({ ctx: owner, keepDays, input: { id: day } });
const accept = (experimentId: string, ctx = owner, change: object = {}) =>
  acceptRemoval({
    ctx,
    input: { experimentId, body: { reason: "Retired.", until: inDays(30), ...change } },
  });
const mark = (experiment: string, representsPeak: boolean) =>
  savePeakExperiment(world, experiment, { ctx: owner, representsPeak });
const removed = async () => (await report()).reasons.filter(({ rule }) => rule === "removed");
const audit = (action: string) => world.inHome((tx) => tx.prisma.auditEntry.findMany({ where: { action } }));

describe("an experiment that no longer represents the peak", () => {
  it("stays in the report with what it held, and puts it at risk", async () => {
    expect(await report()).toMatchObject({ verdict: "not-ready", removed: [] });
    await mark("Lowest", false);
    const found = await report();
    expect(readinessReport.parse(found)).toEqual(found);
    expect(found).toMatchObject({
      verdict: "at-risk",
      sentence: expect.stringContaining("4.00x the expected peak. 1.5x is required. One thing puts"),
      removed: [{ how: "unmarked", by: "Owner", state: "proven", accepted: null }],
      reasons: [
        {
          rule: "removed",
          words: expect.stringMatching(
            /^was unmarked as representing the peak on \d+ \w{3} \d{4} by Owner; it held 3.00 req\/s\.$/,
          ),
        },
      ],
    });
    const { peaks } = await getHeadroom({ ctx: owner, keepDays, input: { service: "checkout" } });
    expect(peaks).toMatchObject([{ verdict: "at-risk", reasons: [{ rule: "removed" }] }]);
  });

  it("leaves it when it represents the peak again", async () => {
    await mark("Lowest", true);
    expect(await report()).toMatchObject({ verdict: "not-ready", removed: [] });
  });

  it("is still named after it was deleted", async () => {
    await deleteExperiment({ ctx: owner, input: { experimentId: lowest, confirmation: "Lowest" } });
    expect(await report()).toMatchObject({
      verdict: "at-risk",
      removed: [
        { experiment: { id: lowest, name: "Lowest" }, how: "deleted", throughput: expect.closeTo(3) },
      ],
    });
    const listed = await listRisks({ ctx: owner, input: { parameters: { service: "checkout" } } });
    expect(listed).toMatchObject({ risks: [], removed: [{ experiment: { name: "Lowest" } }] });
  });

  it("is accepted by a member, with a reason and until a date, and that can be revoked", async () => {
    await expect(accept(lowest, today(world.home.viewer))).rejects.toMatchObject({ code: "scope-missing" });
    await expect(accept(lowest, today(world.foreign.owner))).rejects.toMatchObject({ code: "not-found" });
    await expect(accept("nonsense")).rejects.toMatchObject({ code: "not-found" });
    await expect(accept(lowest, owner, { until: inDays(400) })).rejects.toMatchObject({ field: "until" });
    const { accepted } = await accept(lowest);
    expect(accepted).toMatchObject({ reason: "Retired.", acceptedBy: "Owner", state: "active" });
    await expect(accept(lowest)).rejects.toMatchObject({ code: "conflict" });
    expect(await report()).toMatchObject({ verdict: "ready", reasons: [], removed: [{ accepted }] });
    const id = accepted?.id ?? "";
    await expect(revokeRisk({ ctx: today(world.foreign.owner), input: { id } })).rejects.toMatchObject({
      code: "not-found",
    });
    await revokeRisk({ ctx: owner, input: { id } });
    expect(await report()).toMatchObject({ verdict: "at-risk", removed: [{ accepted: null }] });
    expect(await audit("removal.accept")).toMatchObject([{ subjectId: lowest, detail: { by: "Owner" } }]);
    expect(await audit("removal.revoke")).toMatchObject([{ subjectId: lowest, detail: { riskId: id } }]);
  });

  it("puts the report at risk again if that ends before the day does", async () => {
    await accept(lowest, owner, { until: inDays(2) });
    expect((await removed())[0]?.words).toContain("That is accepted, but not until the peak day is over.");
  });

  it("leaves no trace if it is a day old at most, or showed nothing", async () => {
    const trial = await savePeakExperiment(world, "Trial", { ctx: owner });
    await uploadRun(world, { experiment: "Trial", millis: 50 });
    await deleteExperiment({ ctx: owner, input: { experimentId: trial, confirmation: "Trial" } });
    await savePeakExperiment(world, "Never run", { ctx: today(owner, -2) });
    await mark("Never run", false);
    expect((await report()).removed.map(({ experiment }) => experiment.name)).toEqual(["Lowest"]);
    await expect(accept(trial)).rejects.toMatchObject({ code: "conflict" });
  });

  it("is named if it had missed its targets, too", async () => {
    await savePeakExperiment(world, "Slow", { ctx: today(owner, -2) });
    await uploadRun(world, { experiment: "Slow", millis: 400 });
    await mark("Slow", false);
    expect((await removed()).map(({ words }) => words)).toContainEqual(
      expect.stringContaining("by Owner; it had no proof. Run 1 missed p99 <= 200 ms (400"),
    );
  });
});
