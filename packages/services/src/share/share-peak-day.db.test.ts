import type { ShareSubject } from "@headroom/contract";
import { afterAll, describe, expect, it } from "vitest";
import { listAuditLog } from "../audit-log/list.ts";
import { createPeakDay } from "../peak-day/create.ts";
import { deletePeakDay } from "../peak-day/delete.ts";
import { watchPeakDay } from "../peak-day/watch.ts";
import { addServiceEvents } from "../service-event/add.ts";
import { TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { checkToken } from "../token/check.ts";
import { createToken } from "../token/create.ts";
import { getSharedRun } from "./get-run.ts";
import { sharedPeakDay, watchSharedPeakDay } from "./get-peak-day.ts";
import { revokeShare } from "./revoke.ts";
import { openShareWorld } from "../testing/share-world.ts";

const { world, runAt, share, secretOf, open, opened, list } = await openShareWorld();
afterAll(() => world.close());

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
const input = { webUrl, keepDays };
const create = (name: string, ctx = world.home.owner) =>
  createPeakDay({
    ctx,
    input: {
      body: {
        service: "checkout",
        name,
        timeZone: "UTC",
        eventName: "doors open",
        expectedPeak: 100,
        startsAt: "2026-11-27T00:00",
        endsAt: "2026-11-28T00:00",
        eventAt: "2026-11-27T08:00",
        owner: "Ada Lovelace",
        notes: "call Ada at home",
        expectedSource: "October forecast",
      },
      webUrl,
    },
  });
const { id: peakDayId } = await create("Sale");
const { id: otherId } = await create("Other sale");
await world.upload({ experiment: "Theirs" }, undefined, { ctx: world.foreign.owner });
const { id: foreignId } = await create("Theirs", world.foreign.owner);
const subject: ShareSubject = { kind: "peak-day", peakDayId };

describe("a share link of a peak day", () => {
  it("is created, listed with its day alone, revoked, and audited by the day's name", async () => {
    const made = await share({ subject });
    expect(await open(secretOf(made))).toMatchObject({ state: "open", subject });
    expect((await list(subject)).map(({ id, openedCount }) => [id, openedCount])).toEqual([[made.id, 1]]);
    expect(await list({ kind: "peak-day", peakDayId: otherId })).toEqual([]);
    await revokeShare({ ctx: world.home.owner, input: { shareId: made.id } });
    await expect(open(secretOf(made))).rejects.toMatchObject({ code: "not-found" });
    const { lines } = await listAuditLog({
      ctx: world.home.owner,
      input: { actions: ["share.create", "share.revoke"] },
    });
    // Both at the same time, by this test's clock.
    const named = lines
      .filter(({ subjectId }) => subjectId === made.id)
      .map(({ action, subjectName }) => `${action} ${subjectName}`);
    expect(named.toSorted()).toEqual(["share.create Sale", "share.revoke Sale"]);
  });

  it("can't be created or listed for a day that doesn't exist or is in another workspace", async () => {
    for (const wrong of [foreignId, world.test.services.newId(), "x", ""]) {
      const asked: ShareSubject = { kind: "peak-day", peakDayId: wrong };
      for (const attempt of [() => share({ subject: asked }), () => list(asked)])
        await expect(attempt()).rejects.toMatchObject({ code: "not-found", message: "Peak day not found." });
    }
    const made = await share({ subject });
    await expect(
      revokeShare({ ctx: world.foreign.owner, input: { shareId: made.id } }),
    ).rejects.toMatchObject({ code: "not-found" });
    await expect(share({ subject }, world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
  });

  it("can't be created or revoked by a token for another service", async () => {
    const made = await share({ subject });
    const { answer } = await world.upload({ service: "Elsewhere", experiment: "Mix" });
    const { serviceId } = await world.inHome((tx) =>
      tx.prisma.run.findUniqueOrThrow({ where: { id: answer.run.id } }),
    );
    const { secret } = await createToken({
      ctx: world.home.owner,
      input: { name: "elsewhere", scopes: ["manage", "read"], serviceId },
    });
    const ctx = await checkToken({ services: world.test.services, input: { secret } });
    for (const attempt of [
      () => share({ subject }, ctx),
      () => revokeShare({ ctx, input: { shareId: made.id } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
  });

  it("ends with its peak day", async () => {
    const { id } = await create("Short");
    const made = await share({ subject: { kind: "peak-day", peakDayId: id } });
    await deletePeakDay({ ctx: world.home.owner, input: { id } });
    await expect(open(secretOf(made))).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("a guest with the link of a peak day", () => {
  it("sees what members see, without people, notes and addresses", async () => {
    await addServiceEvents({
      ctx: world.home.owner,
      input: {
        service: "checkout",
        body: { at: "2026-11-27T07:00:00Z", kind: "deploy", title: "v8", url: "https://ci.example/8" },
      },
    });
    const ctx = await opened({ subject });
    const [shown, whole] = [
      await watchSharedPeakDay({ ctx, input }),
      await watchPeakDay({ ctx: world.home.owner, input: { ...input, id: peakDayId } }),
    ];
    expect(whole.events).toMatchObject([{ title: "v8", by: "Owner", url: "https://ci.example/8" }]);
    expect(shown.events).toMatchObject([{ title: "v8", by: null, url: null }]);
    expect(shown.peakDay).toMatchObject({
      name: "Sale",
      expectedPeak: 100,
      owner: null,
      notes: null,
      url: "",
    });
    expect(JSON.stringify(shown)).not.toMatch(/Ada|ci\.example|\/peak-days\//);
    expect(shown.capacity).toEqual(whole.capacity);
    expect(Object.keys(shown).filter((name) => !DECIDED.has(name))).toEqual([]);
    expect(Object.keys(shown.peakDay).filter((name) => !DECIDED_OF_DAY.has(name))).toEqual([]);
    expect(Object.keys(shown.events[0] ?? {}).filter((name) => !DECIDED_OF_EVENT.has(name))).toEqual([]);
  });

  it("sees no run, and a guest of a run sees no peak day", async () => {
    const ctx = await opened({ subject });
    await expect(getSharedRun({ ctx, input: { runId: runAt(0), webUrl } })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(watchPeakDay({ ctx, input: { ...input, id: peakDayId } })).rejects.toMatchObject({
      code: "not-found",
    });
    const ofRun = await opened();
    for (const attempt of [
      () => watchSharedPeakDay({ ctx: ofRun, input }),
      () => sharedPeakDay({ ctx: ofRun }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
  });
});

/** What guests may see, or what is removed. A new field is in no list until someone decides. */
const DECIDED = new Set([
  "peakDay",
  "now",
  "phase",
  "pointSeconds",
  "source",
  "points",
  "total",
  "earlier",
  "capacity",
  "events",
  "latest",
  "heardAt",
  "notCounted",
  "leftOutAt",
  "unusableAt",
  "offClock",
  "usual",
  "gauges",
  "mix",
  "uptime",
  "targets",
  "simulated",
  "summary",
  "answer",
  "provenAt",
]);
const DECIDED_OF_DAY = new Set([
  "id",
  "name",
  "startsAt",
  "endsAt",
  "timeZone",
  "eventName",
  "eventAt",
  "service",
  "expectedPeak",
  "expectedSource",
  "owner",
  "notes",
  "earlier",
  "curve",
  "weeksBefore",
  "frozen",
  "version",
  "updatedAt",
  "url",
]);
const DECIDED_OF_EVENT = new Set([
  "id",
  "at",
  "until",
  "kind",
  "title",
  "url",
  "by",
  "createdAt",
  "editedAt",
]);
