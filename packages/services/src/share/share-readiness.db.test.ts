import type { ShareSubject } from "@headroom/contract";
import { DAY_MILLIS } from "@headroom/core";
import { afterAll, describe, expect, it } from "vitest";
import { acceptRisk } from "../accepted-risk/accept.ts";
import { listAuditLog } from "../audit-log/list.ts";
import type { Context } from "../context.ts";
import { deleteExperiment } from "../experiment/delete.ts";
import { createPeakDay } from "../peak-day/create.ts";
import { deletePeakDay } from "../peak-day/delete.ts";
import { addReadinessAction } from "../readiness/actions.ts";
import { getReadiness } from "../readiness/get-readiness.ts";
import { openReadiness } from "../readiness/open-readiness.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import { TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { createShare } from "./create.ts";
import { getSharedRun } from "./get-run.ts";
import { sharedPeakDay, watchSharedPeakDay } from "./get-peak-day.ts";
import { reportForGuests } from "./frozen-report.ts";
import { getSharedReadiness } from "./get-readiness.ts";
import { openShare } from "./open.ts";
import { revokeShare } from "./revoke.ts";
import { openShareWorld } from "../testing/share-world.ts";
import { unlockShare } from "./unlock.ts";

const { world, runAt, secretOf, open, opened, list, signingSecret } = await openShareWorld();
afterAll(() => world.close());

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
// Runs of these tests are dated by the real clock.
const owner: Context = { ...world.home.owner, clock: () => new Date() };
const inDays = (days: number) => `${new Date(Date.now() + days * DAY_MILLIS).toISOString().slice(0, 19)}Z`;
const createDay = (ctx = owner) => {
  const times = { startsAt: inDays(5), endsAt: inDays(6), eventAt: inDays(5.3) };
  const body = { service: "checkout", name: "Sale", timeZone: "UTC", eventName: "start", expectedPeak: 4 };
  const more = { expectedSource: "Forecast", notes: "call Ada" };
  return createPeakDay({ ctx, input: { webUrl, body: { ...body, ...times, ...more } } });
};
const mix = await savePeakExperiment(world, "Peak mix", { owner: "Mia" });
await uploadRun(world, { experiment: "Peak mix", millis: 50, daysAgo: 3, commit: "4b1c9e2" });
const { id: peakDayId } = await createDay();
await world.upload({ experiment: "Theirs" }, undefined, { ctx: world.foreign.owner });
const { id: foreignId } = await createDay({ ...world.foreign.owner, clock: owner.clock });
const subject: ShareSubject = { kind: "readiness", peakDayId };
const freeze = { keepDays };

const openNow = (secret: string) =>
  openShare({
    services: { ...world.test.services, clock: owner.clock },
    input: { secret, proof: null, signingSecret, counted: true },
  });

/** The context of a guest, by the real clock. */
async function guest(frozen: boolean) {
  const made = await createShare({ ctx: owner, input: { subject }, freeze: frozen ? freeze : null });
  const found = await openNow(secretOf(made));
  if (found.state !== "open") throw new Error("the link is locked");
  return { made, ctx: found.ctx };
}
const shown = (ctx: Awaited<ReturnType<typeof guest>>["ctx"]) => getSharedReadiness({ ctx, keepDays });

describe("a share link of a readiness report", () => {
  it("is created, listed apart from those of the peak day, revoked, and audited by the day's name", async () => {
    const { made } = await guest(true);
    expect(await list(subject)).toMatchObject([{ id: made.id, frozenAt: expect.any(Date), openedCount: 1 }]);
    expect(await list({ kind: "peak-day", peakDayId })).toEqual([]);
    await revokeShare({ ctx: owner, input: { shareId: made.id } });
    await expect(openNow(secretOf(made))).rejects.toMatchObject({ code: "not-found" });
    const { lines } = await listAuditLog({
      ctx: owner,
      input: { actions: ["share.create", "share.revoke"] },
    });
    const named = lines
      .filter(({ subjectId }) => subjectId === made.id)
      .map(({ action, subjectName }) => `${action} ${subjectName}`);
    expect(named.toSorted()).toEqual(["share.create Sale", "share.revoke Sale"]);
  });

  it("can't be created for a day that doesn't exist or is in another workspace, or by people who only read", async () => {
    for (const wrong of [foreignId, world.test.services.newId(), "x", ""])
      for (const frozen of [null, freeze]) {
        const input = { subject: { kind: "readiness" as const, peakDayId: wrong } };
        await expect(createShare({ ctx: owner, input, freeze: frozen })).rejects.toMatchObject({
          code: "not-found",
        });
      }
    const viewer = createShare({ ctx: world.home.viewer, input: { subject }, freeze });
    await expect(viewer).rejects.toMatchObject({ code: "scope-missing" });
    const run = { subject: { kind: "run" as const, runId: runAt(0) } };
    await expect(createShare({ ctx: owner, input: run, freeze })).rejects.toMatchObject({ field: "subject" });
  });

  it("ends when it expires, and asks for its passphrase", async () => {
    const input = { subject, expiresInDays: 1, passphrase: "correct horse" };
    const secret = secretOf(await createShare({ ctx: world.home.owner, input }));
    expect(await open(secret)).toEqual({ state: "locked" });
    const services = world.test.services;
    const unlock = (passphrase: string) =>
      unlockShare({ services, input: { secret, passphrase, signingSecret } });
    await expect(unlock("wrong horse")).rejects.toMatchObject({ code: "unauthenticated" });
    const { proof } = await unlock("correct horse");
    expect(await open(secret, proof)).toMatchObject({ state: "open", subject });
    world.test.pass(86_400);
    await expect(open(secret, proof)).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("a guest with the link of a readiness report", () => {
  it("sees what members see, without commits, owners of experiments, and the notes of the day", async () => {
    await addReadinessAction({ ctx: owner, input: { id: peakDayId, body: { title: "Scale up" } } });
    const { ctx } = await guest(false);
    const { report, frozen } = await shown(ctx);
    const whole = await getReadiness({ ctx: owner, keepDays, input: { id: peakDayId } });
    expect(frozen).toBeNull();
    expect(report).toMatchObject({ verdict: "ready", actions: [{ title: "Scale up" }] });
    expect(whole.experiments[0]).toMatchObject({ owner: "Mia", newest: { commit: "4b1c9e2" } });
    expect(report.experiments[0]).toMatchObject({ owner: null, newest: { commit: null } });
    expect(report.expected).toEqual(whole.expected);
    expect(JSON.stringify(report)).not.toMatch(/call Ada|Mia|4b1c9e2/);
    const times = { from: inDays(-1), to: inDays(-1), endsAt: inDays(40) };
    const deploy = { title: "4b1c9e2", at: inDays(-1), inside: false };
    const held = { ...times, deploy, throughput: 9, p99Ms: null, errorRate: null, sentence: "Held." };
    expect(reportForGuests({ ...whole, production: held }).production).toEqual({ ...held, deploy: null });
    expect(Object.keys(report).filter((name) => !DECIDED.has(name))).toEqual([]);
    expect(
      Object.keys(report.experiments[0] ?? {}).filter((name) => !DECIDED_OF_EXPERIMENT.has(name)),
    ).toEqual([]);
  });

  it("reaches nothing else, and guests of anything else don't reach the report", async () => {
    const { ctx } = await guest(false);
    const id = peakDayId;
    const body = { title: "x" };
    for (const attempt of [
      () => watchSharedPeakDay({ ctx, input: { webUrl, keepDays } }),
      () => sharedPeakDay({ ctx }),
      () => getSharedRun({ ctx, input: { runId: runAt(0), webUrl } }),
      () => getReadiness({ ctx, keepDays, input: { id } }),
      () => openReadiness({ ctx, keepDays, input: { id } }),
      () => addReadinessAction({ ctx, input: { id, body } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
    for (const other of [await opened(), await opened({ subject: { kind: "peak-day", peakDayId } })])
      await expect(getSharedReadiness({ ctx: other, keepDays })).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("a frozen readiness report", () => {
  it("never changes, and says what contradicts it", async () => {
    const [{ ctx: frozen }, { ctx: live }] = [await guest(true), await guest(false)];
    const before = await shown(frozen);
    expect(before).toMatchObject({
      report: { verdict: "ready" },
      frozen: { contradicted: [], changes: [] },
    });
    const missed = await uploadRun(world, { experiment: "Peak mix", millis: 240, daysAgo: 2 });
    const after = await shown(frozen);
    expect(after.report).toEqual(before.report);
    expect(after.frozen?.contradicted).toEqual(["Peak mix was proven, and now has no proof: run 2 missed."]);
    expect((await shown(live)).report).toMatchObject({ verdict: "not-ready" });

    const body = { target: "p99 <= 200 ms", reason: "Far above the peak.", until: inDays(30) };
    await acceptRisk({ ctx: owner, input: { runId: missed.id, body } });
    expect((await shown(frozen)).frozen?.contradicted).toEqual(["Peak mix: run 2 missed a target."]);

    await uploadRun(world, { experiment: "Peak mix", millis: 40, daysAgo: 1 });
    expect((await shown(frozen)).frozen).toMatchObject({
      contradicted: [],
      changes: expect.arrayContaining([expect.stringContaining("run 3 met")]),
    });
  });

  it("outlives its experiments, and ends with its peak day", async () => {
    const { made, ctx } = await guest(true);
    await deleteExperiment({ ctx: owner, input: { experimentId: mix, confirmation: "Peak mix" } });
    const { report, frozen } = await shown(ctx);
    expect(report.experiments).toMatchObject([{ experiment: { name: "Peak mix" }, state: "proven" }]);
    expect(frozen).toMatchObject({
      contradicted: [],
      changes: expect.arrayContaining(["Peak mix no longer represents the peak."]),
    });
    await deletePeakDay({ ctx: owner, input: { id: peakDayId } });
    await expect(openNow(secretOf(made))).rejects.toMatchObject({ code: "not-found" });
  });
});

/** What guests may see, or what is removed. A new field is in no list until someone decides. */
const DECIDED = new Set([
  "peakDay",
  "service",
  "now",
  "phase",
  "verdict",
  "judgedAt",
  "sentence",
  "verdictSentence",
  "reasons",
  "rules",
  "policy",
  "capacity",
  "production",
  "expected",
  "required",
  "times",
  "representative",
  "turnsGreen",
  "turnsRed",
  "experiments",
  "risks",
  "removed",
  "actions",
  "gamedays",
  "rehearsals",
  "reconciled",
  "forecast",
]);
const DECIDED_OF_EXPERIMENT = new Set([
  "experiment",
  "state",
  "throughput",
  "run",
  "elsewhere",
  "misses",
  "acceptedUntil",
  "freshness",
  "detail",
  "group",
  "owner",
  "targets",
  "before",
  "newest",
  "missesAccepted",
  "openMisses",
  "calibration",
]);
