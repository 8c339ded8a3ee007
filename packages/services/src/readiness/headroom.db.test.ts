import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptRisk } from "../accepted-risk/accept.ts";
import { revokeRisk } from "../accepted-risk/revoke.ts";
import { readPeakProofs, readServiceCapacity } from "../capacity/service-capacity.ts";
import type { Context } from "../context.ts";
import { getExperiment } from "../experiment/get.ts";
import { createPeakDay } from "../peak-day/create.ts";
import { deletePeakDay } from "../peak-day/delete.ts";
import { typeCurve } from "../peak-day/import-curve.ts";
import { listPeakDays } from "../peak-day/list.ts";
import { addServiceEvents } from "../service-event/add.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import { updateWorkspaceSettings } from "../workspace/settings-update.ts";
import { getHeadroom } from "./get-headroom.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
let world: Importing;
let owner: Context;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
  owner = { ...world.home.owner, clock: () => new Date() };
  // A cached case is fast, and says nothing about the peak.
  await savePeakExperiment(world, "Cached", { representsPeak: false });
  await uploadRun(world, { experiment: "Cached", millis: 5, perSecond: 20 });
});
afterAll(() => world.close());

const headroom = (ctx = owner) => getHeadroom({ ctx, keepDays, input: { service: "checkout" } });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19) + "Z";
const peakDay = (change: object = {}, days = 5) =>
  createPeakDay({
    ctx: owner,
    input: {
      webUrl,
      body: {
        service: "checkout",
        name: "Sale",
        timeZone: "UTC",
        eventName: "start",
        expectedPeak: 4,
        startsAt: inDays(days),
        endsAt: inDays(days + 1),
        eventAt: inDays(days),
        ...change,
      },
    },
  });
const capacity = () =>
  world.inHome(async (tx) => {
    const { id } = await tx.prisma.service.findFirstOrThrow({ where: { slug: "checkout" } });
    const { workspaceId } = world.home;
    return readServiceCapacity(tx, { serviceId: id, workspaceId, now: owner.clock() });
  });

describe("the headroom of a service", () => {
  it("is unproven while no experiment represents the peak, however fast a cached one was", async () => {
    expect(await headroom()).toMatchObject({
      verdict: "no-peak-day",
      capacity: null,
      experiments: [],
      step: "Add a peak day with its expected peak.",
    });
    expect(await capacity()).toMatchObject({ proven: false, experiment: null, measured: null });
  });

  it("needs an experiment to mark, or else a run", async () => {
    await world.inHome((tx) =>
      tx.prisma.service.create({
        data: { id: owner.newId(), workspaceId: owner.workspaceId, slug: "live-only", name: "Live only" },
      }),
    );
    const steps: (string | null)[] = [];
    for (const service of ["checkout", "live-only"]) {
      const day = await peakDay({ service });
      steps.push((await getHeadroom({ ctx: owner, keepDays, input: { service } })).step);
      await deletePeakDay({ ctx: owner, input: { id: day.id } });
    }
    expect(steps).toEqual(["Mark the experiments that represent the peak.", "Upload a run."]);
  });

  it("is the lowest proof divided by the expected peak", async () => {
    await savePeakExperiment(world, "Mix");
    await savePeakExperiment(world, "Search");
    const { id } = await peakDay();
    const mix = await uploadRun(world, { experiment: "Mix", millis: 50 });
    const missing = await headroom();
    expect(missing).toMatchObject({
      verdict: "not-ready",
      capacity: null,
      step: "Run Search until it meets its targets for 5 minutes.",
      peaks: [{ required: 6, times: null, verdict: "not-ready" }],
    });
    expect(await capacity()).toMatchObject({
      proven: false,
      experiment: { name: "Search" },
      detail: "It has never been run.",
    });
    await uploadRun(world, { experiment: "Search", millis: 50, perSecond: 12 });
    const proven = await headroom();
    expect(proven).toMatchObject({
      verdict: "ready",
      step: null,
      experiments: [
        { experiment: { name: "Mix" }, state: "proven", freshness: { state: "fresh", deploys: null } },
        { experiment: { name: "Search" }, state: "proven" },
      ],
      peaks: [{ verdict: "ready", expected: { kind: "typed", throughput: 4 } }],
    });
    expect(proven.capacity).toBeCloseTo(10, 1);
    expect(proven.peaks[0]?.times).toBeCloseTo(2.5, 1);
    expect(await capacity()).toMatchObject({ proven: true, run: { id: mix.id }, accepted: null });
    await deletePeakDay({ ctx: owner, input: { id } });
  });

  it("is the worst of two peak days", async () => {
    const small = await peakDay({ name: "Small" });
    const large = await peakDay({ name: "Large", expectedPeak: 9 }, 20);
    const found = await headroom();
    expect(found.peaks.map(({ verdict }) => verdict)).toEqual(["ready", "not-ready"]);
    expect(found).toMatchObject({ verdict: "not-ready", decidedBy: large.id });
    expect(found.sentence).toMatch(/^Large: Tests have proven/);
    for (const { id } of [small, large]) await deletePeakDay({ ctx: owner, input: { id } });
  });

  it("takes the last peak times the growth where nobody typed a peak in", async () => {
    const earlier = await peakDay({ name: "Last year", expectedPeak: null }, -300);
    const points = [
      { at: inDays(-300), requestsPerSecond: 1 },
      { at: inDays(-299.5), requestsPerSecond: 3 },
    ];
    await typeCurve({ ctx: owner, input: { id: earlier.id, body: { points }, webUrl } });
    const growth = { id: earlier.id, growthLow: 1.5, growthHigh: 2 };
    const day = await peakDay({ expectedPeak: null, earlier: [growth] });
    const [peak] = (await headroom()).peaks;
    expect(peak?.expected).toMatchObject({ kind: "growth", growth: 2, earlier: { name: "Last year" } });
    expect(peak?.expected?.throughput).toBeCloseTo(6, 1);
    const { peakDays } = await listPeakDays({ ctx: owner, keepDays, input: { parameters: {}, webUrl } });
    expect(peakDays.map(({ name, expectedPeak, growthPeak }) => [name, expectedPeak, growthPeak])).toEqual([
      ["Sale", null, peak?.expected?.throughput],
      ["Last year", null, null],
    ]);
    await deletePeakDay({ ctx: owner, input: { id: day.id } });
    const typed = await peakDay({ earlier: [growth] });
    expect((await headroom()).peaks[0]).toMatchObject({
      verdict: "at-risk",
      expected: { kind: "typed", below: { earlier: { name: "Last year" }, crosses: null } },
      reasons: [
        {
          rule: "contradicted-peak",
          words: expect.stringContaining(
            "4.00 req/s is below what Last year and the expected growth come to",
          ),
        },
      ],
    });
    await deletePeakDay({ ctx: owner, input: { id: typed.id } });
    const unknown = await peakDay({ expectedPeak: null });
    expect((await headroom()).peaks[0]).toMatchObject({
      expected: null,
      required: null,
      times: null,
      verdict: "not-ready",
      reasons: [{ rule: "no-expected-peak" }],
    });
    await deletePeakDay({ ctx: owner, input: { id: unknown.id } });
  });

  it("fades with time and deploys, by the workspace's rules", async () => {
    const { id } = await peakDay();
    const deploys = Array.from({ length: 3 }, (_, at) => {
      return { kind: "deploy", title: `v${at}`, at: inDays(-0.01 * (at + 1)) };
    });
    await addServiceEvents({ ctx: owner, input: { service: "checkout", body: deploys } });
    const mix = async () => (await headroom()).experiments[0]?.freshness;
    expect(await mix()).toMatchObject({ state: "fresh", deploys: 3, words: "1 day and 3 deploys ago" });
    const settle = (input: object) => updateWorkspaceSettings({ ctx: owner, input });
    await settle({ proofDeploys: 2 });
    expect(await mix()).toMatchObject({ state: "ageing" });
    expect(await headroom()).toMatchObject({ verdict: "at-risk" });
    await settle({ proofDeploys: null, proofDays: 1 });
    expect(await mix()).toMatchObject({ state: "outdated" });
    expect(await headroom()).toMatchObject({
      verdict: "not-ready",
      capacity: null,
      peaks: [{ times: null }],
    });
    expect(await capacity()).toMatchObject({
      proven: false,
      experiment: { name: "Mix" },
      detail: "Run 1 proved it 1 day ago. A proof counts for 1 day.",
    });
    await settle({ proofDays: 45, capacityFactor: 3 });
    expect(await headroom()).toMatchObject({ verdict: "not-ready" });
    await settle({ capacityFactor: 1.5 });
    await deletePeakDay({ ctx: owner, input: { id } });
  });
});

describe("a proof", () => {
  it("is over once a later run misses at no more load, and is there again with a run that holds", async () => {
    const { id } = await peakDay();
    const missed = await uploadRun(world, { experiment: "Mix", millis: 240, daysAgo: 0.5 });
    const [mix] = (await headroom()).experiments;
    expect(mix).toMatchObject({ state: "unproven", throughput: null });
    expect(mix?.detail).toMatch(/^Run 2 missed p99 <= 200 ms \(240 ms\), after run 1 had held/);

    const reason = { target: "p99 <= 200 ms", reason: "Far above the peak.", until: inDays(30) };
    const risk = await acceptRisk({ ctx: owner, input: { runId: missed.id, body: reason } });
    const accepted = await headroom();
    expect(accepted).toMatchObject({
      verdict: "ready",
      experiments: [{ state: "accepted", run: { id: missed.id }, misses: [{ target: "p99 <= 200 ms" }] }, {}],
    });
    expect(accepted.sentence).toContain("with an accepted risk");
    expect(await capacity()).toMatchObject({ proven: true, accepted: { until: risk.until } });

    // It ended yesterday.
    const later = { ...owner, clock: () => new Date(Date.now() + 31 * 86_400_000) };
    expect((await headroom(later)).experiments[0]).toMatchObject({ state: "unproven" });
    // It ends before the day.
    const soon = { ...owner, clock: () => new Date(Date.now() + 86_400_000) };
    await revokeRisk({ ctx: owner, input: { id: risk.id } });
    const short = { ...reason, until: inDays(3) };
    const other = await acceptRisk({ ctx: owner, input: { runId: missed.id, body: short } });
    expect(await headroom(soon)).toMatchObject({
      verdict: "at-risk",
      peaks: [{ reasons: [{ rule: "risk-ends-before" }] }],
    });
    await revokeRisk({ ctx: owner, input: { id: other.id } });
    expect((await headroom()).experiments[0]).toMatchObject({ state: "unproven" });
    await uploadRun(world, { experiment: "Mix", millis: 60, daysAgo: 0.2 });
    expect((await headroom()).experiments[0]).toMatchObject({ state: "proven", run: { number: 3 } });
    await deletePeakDay({ ctx: owner, input: { id } });
  });

  it("of another branch, or at more load, speaks against nothing", async () => {
    await uploadRun(world, { experiment: "Mix", millis: 300, daysAgo: 0.15, branch: "try" });
    await uploadRun(world, { experiment: "Mix", millis: 300, daysAgo: 0.1, perSecond: 15 });
    expect((await headroom()).experiments[0]).toMatchObject({ state: "proven", run: { number: 3 } });
  });

  it("of another environment is never used silently", async () => {
    const { id } = await peakDay();
    await savePeakExperiment(world, "Staged");
    await uploadRun(world, { experiment: "Staged", millis: 20, perSecond: 15, environment: "staging" });
    const staged = async () =>
      (await headroom()).experiments.find(({ experiment }) => experiment.name === "Staged");
    expect(await staged()).toMatchObject({ state: "proven", elsewhere: true });
    const reasons = async () => (await headroom()).peaks[0]?.reasons.map(({ rule }) => rule);
    expect(await reasons()).toContain("elsewhere");
    // Less, but where the peak takes place.
    await uploadRun(world, { experiment: "Staged", millis: 20, perSecond: 10, environment: "Production" });
    expect(await staged()).toMatchObject({ elsewhere: false, run: { environment: "Production" } });
    expect(await reasons()).not.toContain("elsewhere");
    await updateWorkspaceSettings({ ctx: owner, input: { peakEnvironment: "staging" } });
    expect(await staged()).toMatchObject({ elsewhere: false, run: { environment: "staging" } });
    await updateWorkspaceSettings({ ctx: owner, input: { peakEnvironment: "production" } });
    await deletePeakDay({ ctx: owner, input: { id } });
  });

  it("isn't won by a later run that is simulated or too short, and neither is one lost", async () => {
    await savePeakExperiment(world, "Worse");
    const upload = (run: object) => uploadRun(world, { experiment: "Worse", millis: 20, ...run });
    const worse = async () =>
      (await headroom()).experiments.find(({ experiment }) => experiment.name === "Worse");
    const accepted = await upload({ millis: 240, daysAgo: 5 });
    const body = { target: "p99 <= 200 ms", reason: "Far above the peak.", until: inDays(30) };
    await acceptRisk({ ctx: owner, input: { runId: accepted.id, body } });
    await upload({ millis: 400, daysAgo: 4.5, simulated: true });
    expect(await worse()).toMatchObject({ state: "accepted", run: { number: 1 } });
    await upload({ millis: 300, daysAgo: 4 });
    const lost = { state: "unproven", detail: "Run 3 missed p99 <= 200 ms (300 ms)." };
    expect(await worse()).toMatchObject(lost);
    await upload({ daysAgo: 3, simulated: true });
    expect(await worse()).toMatchObject(lost);
    await upload({ daysAgo: 2, seconds: 30 });
    expect(await worse()).toMatchObject(lost);
  });

  it("dated in the future is as old as its arrival", async () => {
    await savePeakExperiment(world, "Ahead");
    await uploadRun(world, { experiment: "Ahead", millis: 20, daysAgo: -400 });
    const ahead = (await headroom()).experiments.find(({ experiment }) => experiment.name === "Ahead");
    expect(ahead).toMatchObject({ freshness: { days: 0 } });
    expect(Date.parse(ahead?.freshness?.endsAt ?? "")).toBeLessThan(Date.now() + 46 * 86_400_000);
  });
});

describe("the page of an experiment", () => {
  it("says that its proof has ended, and why", async () => {
    const experimentId = await savePeakExperiment(world, "Ended");
    const doubt = async (ctx = owner) => (await getExperiment({ ctx, input: { experimentId } })).doubt;
    const upload = (run: object) => uploadRun(world, { experiment: "Ended", millis: 20, ...run });
    await upload({ daysAgo: 3 });
    expect(await doubt()).toBeNull();
    const later = { ...owner, clock: () => new Date(Date.now() + 50 * 86_400_000) };
    expect(await doubt(later)).toEqual({
      ended: true,
      words: "Run 1 proved it 53 days ago. A proof counts for 45 days.",
    });
    const settle = (proofDeploys: number) => updateWorkspaceSettings({ ctx: owner, input: { proofDeploys } });
    await settle(1);
    expect(await doubt()).toMatchObject({
      ended: false,
      words: "Proven 3 days and 3 deploys ago. The limit is 1 deploy.",
    });
    await settle(50);
    const missed = await upload({ millis: 240, daysAgo: 2 });
    expect(await doubt()).toEqual({
      ended: true,
      words: "Run 2 missed p99 <= 200 ms (240 ms), after run 1 had held 10.0 req/s.",
    });
    const body = { target: "p99 <= 200 ms", reason: "Far above the peak.", until: inDays(30) };
    await acceptRisk({ ctx: owner, input: { runId: missed.id, body } });
    expect(await doubt()).toMatchObject({
      ended: true,
      words: expect.stringMatching(/of run 2 counts with an accepted risk\.$/),
    });
    await upload({ perSecond: 6, daysAgo: 1 });
    expect(await doubt()).toMatchObject({
      ended: true,
      words: expect.stringMatching(/of run 3 counts now\.$/),
    });
  });
});

it("another workspace's service is like one that doesn't exist", async () => {
  await expect(headroom(world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
  await expect(getHeadroom({ ctx: owner, keepDays, input: { service: "nowhere" } })).rejects.toMatchObject({
    code: "not-found",
  });
});

it("a branch that isn't merged proves and disproves nothing", async () => {
  const known = () =>
    world.inHome(async (tx) => {
      const { id } = await tx.prisma.service.findFirstOrThrow({ where: { slug: "checkout" } });
      return readPeakProofs(tx, { ...world.home, serviceIds: [id], now: new Date(Date.now()) });
    });
  const proofOf = async (name: string) => {
    const found = (await known()).find(({ experiment }) => experiment.name === name);
    return [found?.newest?.number, found?.proof.state === "proven" && found.proof.run.number];
  };
  await savePeakExperiment(world, "Branches");
  await uploadRun(world, { experiment: "Branches", millis: 50, branch: "main" });
  await uploadRun(world, { experiment: "Branches", millis: 50, perSecond: 15, branch: "faster" });
  await uploadRun(world, { experiment: "Branches", millis: 500, branch: "slower", daysAgo: 0 });
  expect(await proofOf("Branches")).toEqual([1, 1]);
});
