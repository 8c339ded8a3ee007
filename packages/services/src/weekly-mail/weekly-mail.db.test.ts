import { randomUUID } from "node:crypto";
import { HOUR_MILLIS } from "@headroom/core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { countWaitingJobs } from "../jobs/run-jobs.ts";
import { removeMember } from "../member/remove.ts";
import { checkSession } from "../session/check.ts";
import type { CheckedSession } from "../session/check.ts";
import {
  addMember,
  Importing,
  sampleSource,
  signInSomebody,
  steadySamples,
  TEST_SECRET as secret,
  testMailer,
} from "../testing/index.ts";
import { listOwnWeeklyMails } from "./list.ts";
import { queueWeeklyMails } from "./queue.ts";
import { setWeeklyMail } from "./set.ts";
import { stopWeeklyMail } from "./stop.ts";
import { signStop } from "./stop-link.ts";
import { workWeeklyMail } from "./work.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
const timeZone = "Europe/Berlin";
/** A Thursday. */
const THURSDAY = Date.parse("2026-11-26T12:00:00Z");
const MONDAY = Date.parse("2026-11-30T07:00:00Z");
const WEEK = 168 * HOUR_MILLIS;

let world: Importing;
let ada: Context & { personId: string; session: CheckedSession };
const mailer = testMailer();
beforeAll(async () => {
  world = await Importing.open();
  ada = await subscriber("ada@home.example");
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.inHome((tx) => tx.prisma.weeklyMail.deleteMany({}));
});

const at = (millis: number) => ({ ...world.test.services, clock: () => new Date(millis) });

/** A viewer whose address is confirmed. */
async function subscriber(email: string, confirmed = true) {
  const member = await addMember(world.test.services, world.home, { email, role: "viewer" });
  if (confirmed)
    await world.test.db.asAccounts((tx) =>
      tx.query("update person set email_verified = true where id = $1", [member.personId]),
    );
  const { secret: own } = await signInSomebody(world.test.services, email);
  const session = await checkSession({ services: world.test.services, input: { secret: own } });
  return { ...member, session };
}

const set = (
  zone: string | null,
  { session = ada.session, workspaceId = world.home.workspaceId, now = THURSDAY, mailIsSent = true } = {},
) => setWeeklyMail({ services: at(now), session, mailIsSent, input: { workspaceId, timeZone: zone } });
const isOn = async (session = ada.session) =>
  (await listOwnWeeklyMails({ services: at(THURSDAY), session })).workspaces.some(({ on }) => on !== null);
const audited = () =>
  world.inHome((tx) =>
    tx.prisma.auditEntry.findMany({
      where: { action: { startsWith: "weekly-mail" } },
      orderBy: [{ at: "asc" }, { id: "asc" }],
      select: { action: true, actorId: true, subjectId: true, detail: true },
    }),
  );
const queue = (now: number) => queueWeeklyMails({ services: at(now) });
/** Returns the mail that this attempt wrote; null: none. */
async function write(dueAt: number, { now = dueAt + 5_000, personId = ada.personId } = {}) {
  const before = mailer.sealed.length;
  const payload = { workspaceId: world.home.workspaceId, personId, dueAt: new Date(dueAt).toISOString() };
  const job = { payload, last: false, signal: new AbortController().signal };
  await workWeeklyMail({ services: at(now), job, secret, mailer, keepDays });
  return mailer.sealed.length === before ? null : mailer.last();
}
const stopBy = (token: string) => stopWeeklyMail({ services: at(THURSDAY), input: { token, secret } });

describe("a weekly mail", () => {
  it("is off until a member turns it on, which is written down once", async () => {
    expect(await listOwnWeeklyMails({ services: at(THURSDAY), session: ada.session })).toEqual({
      addressConfirmed: true,
      workspaces: [{ workspaceId: world.home.workspaceId, workspaceName: "home", on: null }],
    });
    for (const _ of [1, 2]) await set(timeZone);
    const [own] = (await listOwnWeeklyMails({ services: at(THURSDAY), session: ada.session })).workspaces;
    expect(own?.on).toEqual({ timeZone, dueAt: new Date(MONDAY) });
    await set("America/New_York", { now: THURSDAY + HOUR_MILLIS });
    for (const _ of [1, 2]) await set(null, { now: THURSDAY + 2 * HOUR_MILLIS });
    expect(await isOn()).toBe(false);
    const by = { actorId: ada.personId, subjectId: ada.personId };
    expect(await audited()).toEqual([
      { ...by, action: "weekly-mail.start", detail: { timeZone } },
      { ...by, action: "weekly-mail.start", detail: { timeZone: "America/New_York" } },
      { ...by, action: "weekly-mail.stop", detail: {} },
    ]);
  });

  it("goes to confirmed addresses only, from servers that send mail, by clocks that exist", async () => {
    const { session } = await subscriber("unconfirmed@home.example", false);
    await expect(set(timeZone, { session })).rejects.toMatchObject({ code: "conflict" });
    await expect(set(timeZone, { mailIsSent: false })).rejects.toMatchObject({ code: "conflict" });
    await expect(set("Europe/Atlantis")).rejects.toMatchObject({ code: "parameter-unreadable" });
    expect(await isOn()).toBe(false);
  });

  it("of another workspace can't be turned on, and isn't seen there", async () => {
    for (const workspaceId of [world.foreign.workspaceId, randomUUID(), "none"])
      await expect(set(timeZone, { workspaceId })).rejects.toMatchObject({ code: "not-found" });
    await set(timeZone);
    const theirs = await world.test.db.inWorkspace(world.foreign.workspaceId, (tx) =>
      tx.query("select from weekly_mail"),
    );
    expect(theirs).toEqual([]);
  });
});

describe("writing it", () => {
  it("is queued once, even by several processes at the same time, and up to Tuesday evening if late", async () => {
    await set(timeZone);
    const waiting = async () => (await countWaitingJobs(world.test.services)).waiting;
    const before = await waiting();
    expect(await queue(MONDAY - 1_000)).toEqual({ queued: 0, failures: [] });
    const found = await Promise.all([1, 2, 3, 4].map(() => queue(MONDAY)));
    expect(found.reduce((sum, { queued }) => sum + queued, 0)).toBe(1);
    expect(await waiting()).toBe(before + 1);
    expect((await queue(MONDAY + 60_000)).queued).toBe(0);
    // The server was down for two weeks, and is back on a Tuesday morning.
    expect((await queue(MONDAY + 2 * WEEK + 24 * HOUR_MILLIS)).queued).toBe(0);
    expect((await queue(MONDAY + 3 * WEEK + 30 * HOUR_MILLIS)).queued).toBe(1);
    expect((await queue(MONDAY + 3 * WEEK + 31 * HOUR_MILLIS)).queued).toBe(0);
  });

  it("happens once, however often it is tried, and not days later", async () => {
    await set(timeZone);
    expect(await write(MONDAY, { now: MONDAY + 37 * HOUR_MILLIS })).toBeNull();
    const [written, { waiting }] = [mailer.sealed.length, await countWaitingJobs(world.test.services)];
    await Promise.all([1, 2, 3].map(() => write(MONDAY)));
    expect(await write(MONDAY, { now: MONDAY + HOUR_MILLIS })).toBeNull();
    expect(mailer.sealed).toHaveLength(written + 1);
    expect(await countWaitingJobs(world.test.services)).toMatchObject({ waiting: waiting + 1 });
  });

  it("doesn't happen for people who left, stopped it, or have another address that isn't confirmed", async () => {
    const bob = await subscriber("bob@home.example");
    const confirm = (confirmed: boolean) =>
      world.test.db.asAccounts((tx) =>
        tx.query("update person set email_verified = $2 where id = $1", [bob.personId, confirmed]),
      );
    await set(timeZone, { session: bob.session });
    await confirm(false);
    expect(await write(MONDAY, { personId: bob.personId })).toBeNull();
    await confirm(true);
    await removeMember({ ctx: world.home.owner, input: { personId: bob.personId } });
    expect(await write(MONDAY, { personId: bob.personId })).toBeNull();
    await expect(set(timeZone, { session: bob.session })).rejects.toMatchObject({ code: "not-found" });
    await set(timeZone);
    await set(null);
    expect(await write(MONDAY)).toBeNull();
  });
});

describe("what it says", () => {
  const samples = steadySamples({ seconds: 60, perSecond: 20 });
  const start = Date.parse("2026-11-20T10:00:00Z");
  async function upload(experiment: string, millis: number, holds: boolean, more: object = {}) {
    const shift = millis - start;
    const moved = samples.map((one) => ({
      ...one,
      completedAtMicros: one.completedAtMicros + shift * 1_000,
    }));
    const target = [`p99 <= ${holds ? "5 s" : "1 ms"}`];
    const ctx = { ...world.ci, clock: () => new Date(millis) };
    await world.upload({ experiment, target, ...more }, sampleSource(moved), { ctx });
    await world.decideAll();
  }

  it("claims nothing of a week without runs, then reports one bad run, and each only once", async () => {
    await set(timeZone);
    const none = await write(MONDAY);
    expect(none).toMatchObject({ to: "ada@home.example", subject: "home: no runs arrived" });
    expect(none?.text).toContain("So nobody knows whether anything got worse.");
    const main = { branch: "main", environment: "staging" };
    await upload("Mix", MONDAY + HOUR_MILLIS, true, main);
    const first = await write(MONDAY + WEEK);
    expect(first?.subject).toBe("home: no run could be compared");
    // One that fell on main, and one that another branch made slow.
    await upload("Mix", MONDAY + WEEK + HOUR_MILLIS, false, main);
    await upload("Other", MONDAY + WEEK + HOUR_MILLIS, false, { ...main, branch: "slow" });
    const second = await write(MONDAY + 2 * WEEK);
    expect(second?.subject).toBe("home: 1 experiment got worse");
    expect(second?.text).toMatch(
      /\* Mix \(Checkout\): Misses, was holding with other targets\. Run 2\.\n {2}http:\/\/headroom\.test\/runs\//,
    );
    expect(second?.text).toContain("1 of 2 experiments");
    expect(second?.text).not.toContain("* Other");
    const third = await write(MONDAY + 3 * WEEK);
    expect(third?.subject).toBe("home: no runs arrived");
  });

  it("counts on an SLO only while its traffic arrives", async () => {
    await set(timeZone);
    await upload("Watched", MONDAY, true);
    const { workspaceId } = world.home;
    const now = new Date(MONDAY + 4 * WEEK);
    await world.inHome(async (tx) => {
      const { id: serviceId } = await tx.prisma.service.findFirstOrThrow({});
      await tx.prisma.traffic.create({ data: { serviceId, workspaceId, heardAt: now, lastAt: now } });
      const slo = { id: randomUUID(), workspaceId, serviceId, name: "Fast", windowDays: 7 };
      await tx.prisma.slo.create({ data: { ...slo, createdAt: now, updatedAt: now } });
      await tx.prisma.sloAlert.create({
        data: { sloId: slo.id, workspaceId, emails: [], state: "ok", stateAt: now, checkedAt: now },
      });
    });
    await world.inHome((tx) =>
      tx.query("update weekly_mail set told_until = $1", [new Date(MONDAY + 3 * WEEK)]),
    );
    const known = await write(MONDAY + 4 * WEEK);
    expect(known?.subject).toBe("home: no SLO got worse, and no runs arrived");
    const silent = await write(MONDAY + 5 * WEEK);
    expect(silent?.subject).toBe("home: no runs arrived");
    expect(silent?.text).toContain("Not known, because traffic or checks are missing: 1 SLO.");
  });
});

describe("the link in it", () => {
  it("stops it without a session, which is written down, and can be opened again", async () => {
    await set(timeZone);
    const { text, headers = {} } = (await write(MONDAY)) ?? {};
    const token = /weekly-mail\/([\w-]+)$/.exec(text ?? "")?.[1] ?? "";
    expect(headers["List-Unsubscribe"]).toBe(`<http://headroom.test/weekly-mail/${token}/stop>`);
    for (const _ of [1, 2]) await stopBy(token);
    expect(await isOn()).toBe(false);
    const byLink = (await audited()).filter(({ detail }) => JSON.stringify(detail) === '{"link":true}');
    expect(byLink).toMatchObject([
      { action: "weekly-mail.stop", actorId: ada.personId, subjectId: ada.personId },
    ]);
  });

  it("stops nobody else's, and says the same of people who don't exist", async () => {
    await set(timeZone);
    const { workspaceId } = world.home;
    const strangers = [
      { workspaceId, personId: randomUUID() },
      { workspaceId: world.foreign.workspaceId, personId: ada.personId },
      { workspaceId: randomUUID(), personId: randomUUID() },
    ];
    for (const stranger of strangers)
      await expect(stopBy(signStop(stranger, secret))).resolves.toBeUndefined();
    await expect(stopBy("guessed")).rejects.toMatchObject({ code: "not-found" });
    expect(await isOn()).toBe(true);
  });

  it("can't keep the database busy", async () => {
    const token = signStop({ workspaceId: world.home.workspaceId, personId: randomUUID() }, secret);
    for (let attempt = 0; attempt < 20; attempt++) await stopBy(token);
    await expect(stopBy(token)).rejects.toMatchObject({ code: "too-many-attempts" });
  });
});
