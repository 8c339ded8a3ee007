import { afterAll, describe, expect, it } from "vitest";
import { listAuditLog } from "../audit-log/list.ts";
import type { Context } from "../context.ts";
import { closeGameday } from "../gameday/close.ts";
import { createGameday } from "../gameday/create.ts";
import { deleteGameday } from "../gameday/delete.ts";
import { addFinding, changeFinding } from "../gameday/findings.ts";
import { getGameday } from "../gameday/get.ts";
import { TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { createShareFrom, listSharesOf } from "./by-api.ts";
import { getSharedGameday } from "./get-gameday.ts";
import { getSharedReadiness } from "./get-readiness.ts";
import { getSharedRounds } from "./get-rounds.ts";
import { getSharedRun } from "./get-run.ts";
import { nameShared } from "./name.ts";
import { revokeShare } from "./revoke.ts";
import type { ShareContext } from "./share-context.ts";
import { openShareWorld } from "../testing/share-world.ts";

const { world, runAt, share, secretOf, open, opened, list } = await openShareWorld();
afterAll(() => world.close());

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
/** A day ago by the clock of these tests, so that it can be closed. */
const times = (ctx: Context) => {
  const at = (hours: number) =>
    new Date(ctx.clock().getTime() + hours * 3_600_000).toISOString().slice(0, 16);
  return { startsAt: at(-24), endsAt: at(-23), timeZone: "UTC" };
};
const plan = (ctx: Context = world.home.owner) =>
  createGameday({
    ctx,
    input: {
      body: {
        service: "checkout",
        name: "Dress rehearsal",
        lead: "Ada",
        notes: "the door code is 1234",
        ...times(ctx),
        steps: [{ title: "Kill one instance" }],
      },
      webUrl,
    },
  });
const close = (id: string, ctx: Context = world.home.owner) =>
  closeGameday({ ctx, input: { id, body: {}, webUrl } });

const { id: openId } = await plan();
const { id: gamedayId } = await plan();
const body = { title: "Alert came late", severity: "high", owner: "Grace" };
const finding = await addFinding({ ctx: world.home.owner, input: { id: gamedayId, body } });
await close(gamedayId);
await world.upload({ experiment: "Theirs" }, undefined, { ctx: world.foreign.owner });
const { id: foreignId } = await plan(world.foreign.owner);
await close(foreignId, world.foreign.owner);
const subject = { kind: "gameday", gamedayId } as const;

describe("a share link of a gameday", () => {
  it("is created by API, named, listed, revoked, and audited by the gameday's name", async () => {
    const ctx = world.home.owner;
    const made = await createShareFrom({ ctx, keepDays, input: { body: { subject }, webUrl } });
    const secret = made.url.slice(made.url.lastIndexOf("/") + 1);
    const found = await open(secret);
    expect(found).toMatchObject({ state: "open", subject });
    if (found.state === "open")
      expect(await nameShared({ ctx: found.ctx })).toEqual({
        title: "Dress rehearsal",
        description: "A gameday of Checkout",
      });
    const { shares } = await listSharesOf({ ctx, input: { parameters: { gameday: gamedayId } } });
    expect(shares.map(({ id }) => id)).toEqual([made.id]);
    await revokeShare({ ctx, input: { shareId: made.id } });
    await expect(open(secret)).rejects.toMatchObject({ code: "not-found" });
    const { lines } = await listAuditLog({ ctx, input: { actions: ["share.create", "share.revoke"] } });
    const named = lines.map(({ action, subjectName }) => `${action} ${subjectName}`);
    expect(named.toSorted()).toEqual(["share.create Dress rehearsal", "share.revoke Dress rehearsal"]);
  });

  it("can't be created before it is closed, for one that isn't there, or by people who only read", async () => {
    await expect(share({ subject: { kind: "gameday", gamedayId: openId } })).rejects.toMatchObject({
      code: "conflict",
    });
    for (const wrong of [foreignId, world.test.services.newId(), "x", ""])
      for (const attempt of [
        () => share({ subject: { ...subject, gamedayId: wrong } }),
        () => list({ ...subject, gamedayId: wrong }),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: "not-found", message: "Gameday not found." });
    await expect(share({ subject }, world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    const made = await share({ subject });
    const scopes = ["manage", "read"] as const;
    const actor = { kind: "token", id: made.id, scopes, serviceId: world.test.services.newId() } as const;
    for (const ctx of [world.foreign.owner, { ...world.home.owner, actor }])
      await expect(revokeShare({ ctx, input: { shareId: made.id } })).rejects.toMatchObject({
        code: "not-found",
      });
  });
});

describe("a guest with the link of a gameday", () => {
  it("sees its report, without notes, other gamedays and addresses", async () => {
    const ctx = await opened({ subject });
    const shown = await getSharedGameday({ ctx });
    const whole = await getGameday({ ctx: world.home.owner, input: { id: gamedayId, webUrl } });
    expect(whole).toMatchObject({ notes: "the door code is 1234", overlapping: [{ id: openId }] });
    expect(shown).toEqual({ ...whole, notes: null, overlapping: [], url: "" });
    expect(shown.closed?.findings).toMatchObject([{ title: "Alert came late", owner: "Grace" }]);
    // A new field is in this list once someone has decided.
    expect(Object.keys(shown).filter((name) => !DECIDED.has(name))).toEqual([]);
    const changed = { findingId: finding.id, body: { closed: true } };
    await changeFinding({ ctx: world.home.owner, input: { id: gamedayId, ...changed } });
    const later = await getSharedGameday({ ctx });
    expect(later.closed?.findings).toMatchObject([{ closedAt: null }]);
    expect(later.findings).toMatchObject([{ closedAt: expect.any(String) }]);
  });

  it("reaches nothing else, and guests of anything else don't reach the gameday", async () => {
    const ctx = await opened({ subject });
    for (const attempt of [
      () => getSharedRun({ ctx, input: { runId: runAt(0), webUrl } }),
      () => getSharedReadiness({ ctx, keepDays }),
      () => getSharedRounds({ ctx }),
      () => getGameday({ ctx, input: { id: gamedayId, webUrl } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
    const ofRun: ShareContext = await opened();
    await expect(getSharedGameday({ ctx: ofRun })).rejects.toMatchObject({ code: "not-found" });
  });

  it("loses it with the gameday", async () => {
    const made = await share({ subject });
    await deleteGameday({ ctx: world.home.owner, input: { id: gamedayId } });
    await expect(open(secretOf(made))).rejects.toMatchObject({ code: "not-found" });
  });
});

const DECIDED = new Set([
  "id",
  "name",
  "startsAt",
  "endsAt",
  "timeZone",
  "service",
  "peakDay",
  "phase",
  "url",
  "counts",
  "sentence",
  "steps",
  "others",
  "isCut",
  "environment",
  "lead",
  "roles",
  "notes",
  "now",
  "plannedLate",
  "overlapping",
  "findings",
  "closed",
  "version",
  "updatedAt",
]);
