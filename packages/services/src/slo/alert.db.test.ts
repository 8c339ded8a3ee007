import { HOUR_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sloAlertAnswer, slugOf } from "@headroom/contract";
import type { Context, Services } from "../context.ts";
import { openMail } from "../mail/mail.ts";
import { Importing, TEST_SECRET as secret, TEST_WEB_URL as webUrl, testMailer } from "../testing/index.ts";
import { addTrafficService, storeTraffic } from "../testing/stored-traffic.ts";
import type { StoredStretch } from "../testing/stored-traffic.ts";
import { acknowledgeSloAlert } from "./acknowledge-alert.ts";
import { checkSloAlerts } from "./check-alerts.ts";
import { createSlo } from "./create.ts";
import { getSloAlert } from "./get-alert.ts";
import { setSloAlert } from "./set-alert.ts";
import { createChannel } from "../notification/create-channel.ts";
import { getDelivery } from "../notification/get-delivery.ts";
import { listDeliveries } from "../notification/list-deliveries.ts";
import { WebhookRefused } from "../notification/post-webhook.ts";
import { replayDelivery } from "../notification/replay-delivery.ts";
import { signWebhook } from "../notification/sign-webhook.ts";
import { workDelivery } from "../notification/work-delivery.ts";
import { testSloAlert } from "./test-alert.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
/** Noon, to the ten minutes. */
const NOON = Date.parse("2026-11-23T12:00:00Z") / 1_000;

let world: Importing;
const mailer = testMailer();
beforeAll(async () => {
  world = await Importing.open({ counts: false });
});
afterAll(() => world.close());

const at = <Of extends Context | Services>(ctx: Of, second = NOON): Of => ({
  ...ctx,
  clock: () => new Date(second * 1_000),
});
const sent = () => mailer.sealed.map((one) => openMail(secret, one).subject);
const run = (from: number, count: number, errors = 0): StoredStretch[] =>
  Array.from({ length: count }, (_, index) => ({ second: from + index * 600, requests: 1_000, errors }));

/** An SLO of 99% over seven days, with this traffic. Returns its ID and how to check it. */
async function promise(name: string, stretches: readonly StoredStretch[], alert: object = {}) {
  const { workspaceId, owner } = world.home;
  const serviceId = await addTrafficService(world, name, { heardAt: new Date(NOON * 1_000) });
  const store = (more: readonly StoredStretch[]) =>
    storeTraffic(world.test.db, { workspaceId, serviceId }, more);
  await store(stretches);
  const body = {
    service: slugOf(name, "service"),
    name,
    objectivePercent: 99,
    window: { kind: "rolling", days: 7 },
  };
  const { id } = await createSlo({ ctx: at(owner), input: { body, webUrl } });
  await set(id, { emails: ["ops@mail.example"], webhookUrl: "https://hooks.example/slo", ...alert });
  return { id, store };
}
const set = (id: string, body: object, ctx: Context = world.home.owner) =>
  setSloAlert({ ctx: at(ctx), webhooks: { secret, allowPrivate: false }, input: { id, body } });
const get = (id: string, ctx: Context = world.home.viewer) => getSloAlert({ ctx, secret, input: { id } });
const acknowledge = (id: string, ctx: Context = world.home.owner) =>
  acknowledgeSloAlert({ ctx: at(ctx), secret, input: { id } });
/** Returns the subjects of the mails that this check sent. */
async function check(second: number): Promise<string[]> {
  const before = sent().length;
  const services = at(world.test.services, second);
  const { failures } = await checkSloAlerts({ services, secret, mailer, keepDays });
  expect(failures).toEqual([]);
  return sent().slice(before);
}
const forget = (id: string) => set(id, {});

describe("people are notified of an SLO", () => {
  it("once per change, until it is over", async () => {
    const { id, store } = await promise("Once", run(NOON - 72 * HOUR_SECONDS, 72 * 6));
    expect(await check(NOON)).toEqual([]);
    expect(sloAlertAnswer.parse(await get(id))).toMatchObject({
      state: "ok",
      checkedAt: "2026-11-23T12:00:00.000Z",
    });
    // Half of the requests of an hour, where 1% may be bad.
    await store(run(NOON, 6, 500));
    expect(await check(NOON + HOUR_SECONDS)).toEqual(["Once: error budget is burning fast"]);
    expect(await check(NOON + HOUR_SECONDS + 60)).toEqual([]);
    // Within the same minute, nobody checks again.
    expect(await check(NOON + HOUR_SECONDS + 61)).toEqual([]);
    await store(run(NOON + HOUR_SECONDS, 72));
    expect(await check(NOON + 4 * HOUR_SECONDS)).toEqual(["Once: back to normal"]);
    expect(await get(id)).toMatchObject({ state: "ok", since: "2026-11-23T16:00:00.000Z" });
    await forget(id);
  });

  it("within a minute, however many are notified of one", async () => {
    const { id } = await promise("Many", []);
    await world.inHome((tx) =>
      tx.query(
        `with made as (
           insert into slo select (jsonb_populate_record(slo, jsonb_build_object('id', gen_random_uuid(), 'name', 'Many ' || number))).*
           from slo, generate_series(1, 520) number where id = $1 returning id),
         objectives as (
           insert into slo_objective select (jsonb_populate_record(slo_objective, jsonb_build_object('slo_id', made.id))).*
           from slo_objective, made where slo_id = $1)
         insert into slo_alert select (jsonb_populate_record(slo_alert, jsonb_build_object('slo_id', made.id))).*
         from slo_alert, made where slo_id = $1`,
        [id],
      ),
    );
    await check(NOON);
    const unchecked = await world.inHome((tx) => tx.prisma.sloAlert.count({ where: { checkedAt: null } }));
    expect(unchecked).toBe(0);
    await world.inHome((tx) => tx.query("delete from slo where name like 'Many %'", []));
    await forget(id);
  });

  it("once, also if two processes check at the same time", async () => {
    const { id } = await promise("Twice", run(NOON - HOUR_SECONDS, 6, 500));
    const before = sent().length;
    const services = at(world.test.services);
    const checks = Array.from({ length: 4 }, () => checkSloAlerts({ services, secret, mailer, keepDays }));
    const found = await Promise.all(checks);
    expect(found.reduce((sum, { notified }) => sum + notified, 0)).toBe(1);
    expect(sent().slice(before)).toEqual(["Twice: error budget is burning fast"]);
    await forget(id);
  });

  it("in channels of its service, too, but of no test", async () => {
    const { id } = await promise("Channels", run(NOON - HOUR_SECONDS, 6, 500));
    const channel = { name: "All", kind: "webhook", url: "https://hooks.example/a", events: ["slo.state"] };
    const create = (body: object) =>
      createChannel({
        ctx: at(world.home.owner),
        webhooks: { secret, allowPrivate: false },
        input: { body: { ...channel, ...body } },
      });
    await create({});
    await create({ name: "Chat", kind: "slack", service: "channels" });
    await create({ name: "Runs only", events: ["run.regressed"] });
    await testSloAlert({ ctx: at(world.home.owner), mailer, input: { id } });
    expect(await check(NOON)).toEqual(["Channels: error budget is burning fast"]);
    const parameters = {};
    const { deliveries } = await listDeliveries({ ctx: world.home.owner, input: { parameters } });
    const ofChannels = deliveries.filter(({ channel: to }) => to !== null);
    expect(ofChannels.map((one) => `${one.channel?.name}, ${one.title}`).toSorted()).toEqual([
      "All, Channels: error budget is burning fast",
      "Chat, Channels: error budget is burning fast",
    ]);
    const hook = deliveries.find((one) => one.channel?.name === "All")?.id ?? "";
    const { body } = await getDelivery({ ctx: world.home.owner, input: { id: hook } });
    expect(JSON.parse(body)).toMatchObject({
      type: "slo.state",
      delivery: hook,
      state: "burning-fast",
      previous: "ok",
      slo: { id, name: "Channels", service: "channels" },
      status: { budget: {} },
    });
    await forget(id);
  });

  it("and no longer once nothing arrives: silence is neither good nor bad", async () => {
    const { id } = await promise("Silence", run(NOON - HOUR_SECONDS, 6, 500));
    expect(await check(NOON)).toHaveLength(1);
    expect(await check(NOON + 1_800)).toEqual([]);
    expect(await get(id)).toMatchObject({ state: "burning-fast" });
    await forget(id);
  });

  it("after quiet hours, of what is still true then", async () => {
    const quietHours = { from: "11:00", to: "14:00", timeZone: "UTC" };
    const { id, store } = await promise("Quiet", run(NOON - HOUR_SECONDS, 6, 500), { quietHours });
    expect(await check(NOON)).toEqual([]);
    expect(await get(id)).toMatchObject({ state: "burning-fast", quietHours });
    await store(run(NOON, 24, 500));
    expect(await check(NOON + 2 * HOUR_SECONDS - 60)).toEqual([]);
    expect(await check(NOON + 2 * HOUR_SECONDS)).toEqual(["Quiet: error budget is burning fast"]);
    await forget(id);
  });

  it("of an acknowledged one only if it gets worse or ends", async () => {
    const { id, store } = await promise("Seen", run(NOON - HOUR_SECONDS, 6, 500));
    await expect(acknowledge(id)).rejects.toMatchObject({ code: "conflict" });
    expect(await check(NOON)).toEqual(["Seen: error budget is burning fast"]);
    expect(await acknowledge(id)).toMatchObject({ acknowledgedBy: "Owner" });
    await store(run(NOON, 36));
    expect(await check(NOON + 3 * HOUR_SECONDS)).toEqual([]);
    expect((await get(id)).acknowledgedAt).not.toBeNull();
    const far = NOON + 8 * 24 * HOUR_SECONDS;
    await store(run(far - 4 * 24 * HOUR_SECONDS, 4 * 24 * 6));
    expect(await check(far)).toEqual(["Seen: back to normal"]);
    expect(await get(id)).toMatchObject({ state: "ok", acknowledgedAt: null });
    await forget(id);
  });
});

describe("a webhook", () => {
  const list = async (slo: string) =>
    (await listDeliveries({ ctx: world.home.owner, input: { parameters: { slo } } })).deliveries;
  /** Sends the only delivery of an SLO. Returns what arrived. */
  async function deliver(id: string, answer: number, round = 1) {
    const posted: { url: string; body: string; headers: Record<string, string> }[] = [];
    const [delivery] = await list(id);
    const deliveryId = delivery?.id;
    await workDelivery({
      services: at(world.test.services),
      job: {
        payload: { workspaceId: world.home.workspaceId, deliveryId, round },
        last: false,
        signal: new AbortController().signal,
      },
      secret,
      post: (webhook) => {
        posted.push(webhook);
        return answer < 300 ? Promise.resolve(answer) : Promise.reject(new WebhookRefused(answer));
      },
    });
    return posted;
  }

  it("is signed, says what happened, and goes where it goes now", async () => {
    const { id } = await promise("Hook", run(NOON - HOUR_SECONDS, 6, 500));
    await check(NOON);
    expect(await get(id)).toMatchObject({ deliveries: { deliveredAt: null, pending: 1 } });
    await set(id, { webhookUrl: "https://hooks.example/moved" });
    const [posted] = await deliver(id, 204);
    const { signingKey } = await get(id, world.home.owner);
    const { url, body = "", headers } = posted ?? {};
    const keys = { current: signingKey ?? "", previous: null };
    const [delivery] = await list(id);
    expect({ url, headers }).toEqual({
      url: "https://hooks.example/moved",
      headers: {
        "headroom-delivery": delivery?.id,
        "headroom-signature": signWebhook(keys, body, new Date(NOON * 1_000)),
      },
    });
    expect(headers?.["headroom-signature"]).toMatch(/^t=1795435200,v1=[0-9a-f]{64}$/);
    expect(JSON.parse(body)).toMatchObject({ type: "slo.state", state: "burning-fast", previous: "ok" });
    expect(delivery).toMatchObject({
      channel: null,
      slo: { id, name: "Hook", service: "hook" },
      type: "slo.state",
      status: 204,
      title: "Hook: error budget is burning fast",
      state: "delivered",
      attempts: 1,
    });
    expect(sloAlertAnswer.parse(await get(id)).deliveries).toEqual({
      deliveredAt: "2026-11-23T12:00:00.000Z",
      failingSince: null,
      pending: 0,
      givenUp: 0,
    });
    await forget(id);
    expect((await get(id)).deliveries).toBeNull();
  });

  it("is retried, can be sent again, and is given up once the webhook is removed", async () => {
    const { id } = await promise("Deaf", []);
    await testSloAlert({ ctx: at(world.home.owner), mailer, input: { id } });
    expect(await deliver(id, 503)).toHaveLength(1);
    expect((await get(id)).deliveries).toMatchObject({
      failingSince: "2026-11-23T12:00:00.000Z",
      pending: 1,
    });
    const [first] = await list(id);
    expect(first).toMatchObject({ type: "test", state: "retrying", status: 503, attempts: 1 });
    await replayDelivery({ ctx: at(world.home.owner), input: { id: first?.id ?? "" } });
    await set(id, { webhookUrl: null });
    expect(await deliver(id, 204, 2)).toEqual([]);
    const [last] = await list(id);
    expect(last).toMatchObject({ state: "given-up", problem: "The SLO no longer has a webhook." });
    await forget(id);
  });

  it("is stored encrypted, also if an earlier build stored it in clear", async () => {
    const { id } = await promise("Sealed", run(NOON - HOUR_SECONDS, 6, 500));
    const inHome = world.test.db.inWorkspace.bind(world.test.db, world.home.workspaceId);
    const stored = () =>
      inHome(async (tx) => (await tx.prisma.sloAlert.findUniqueOrThrow({ where: { sloId: id } })).webhookUrl);
    expect(await stored()).not.toContain("hooks.example");
    const former = "https://hooks.example/former";
    await inHome((tx) => tx.prisma.sloAlert.update({ where: { sloId: id }, data: { webhookUrl: former } }));
    expect((await get(id, world.home.owner)).webhookUrl).toBe(former);
    await check(NOON);
    expect(await stored()).not.toContain("hooks.example");
    expect((await get(id, world.home.owner)).webhookUrl).toBe(former);
    expect((await deliver(id, 204)).map(({ url }) => url)).toEqual([former]);
    const another = Buffer.from("the secret of another server, which is as long");
    const answer = await getSloAlert({ ctx: world.home.owner, secret: another, input: { id } });
    expect(answer.webhookUrl).toBeNull();
  });

  it("of another workspace's SLO is listed like that of one that doesn't exist", async () => {
    const { id } = await promise("Hidden", []);
    const input = { parameters: { slo: id } };
    await expect(listDeliveries({ ctx: world.foreign.owner, input })).rejects.toMatchObject({
      code: "not-found",
    });
    await forget(id);
  });
});

describe("who is notified", () => {
  it("is seen by all, with secrets for those who may edit", async () => {
    const { id } = await promise("Secrets", []);
    expect(await get(id, world.home.owner)).toMatchObject({
      webhookUrl: "https://hooks.example/slo",
      signingKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await get(id)).toMatchObject({ emails: ["ops@mail.example"], webhookUrl: null, signingKey: null });
    await forget(id);
    expect(await get(id)).toMatchObject({ emails: [], state: null });
    const audit = await world.inHome((tx) =>
      tx.prisma.auditEntry.findMany({ where: { subjectId: id, action: "slo.alert" } }),
    );
    expect(audit.map(({ detail }) => detail)).toContainEqual({
      name: "Secrets",
      emails: ["ops@mail.example"],
      webhook: "hooks.example",
    });
  });

  it.each([
    ["emails.0", { emails: ["nobody"] }],
    ["webhookUrl", { webhookUrl: "ftp://hooks.example" }],
    ["webhookUrl", { webhookUrl: "http://0/hook" }],
    ["webhookUrl", { webhookUrl: "http://[ff02::1]/hook" }],
    ["webhookUrl", { webhookUrl: "https://me:secret@hooks.example" }],
    ["quietHours.from", { quietHours: { from: "24:00", to: "07:00", timeZone: "UTC" } }],
    ["quietHours", { quietHours: { from: "07:00", to: "07:00", timeZone: "UTC" } }],
    ["timeZone", { quietHours: { from: "22:00", to: "07:00", timeZone: "Shop" } }],
  ])("is refused in %s", async (field, body) => {
    const { id } = await promise(`Refused ${field} ${JSON.stringify(body).length}`, []);
    await expect(set(id, body)).rejects.toMatchObject({ code: "parameter-unreadable", field });
    await forget(id);
  });

  it("is changed by those who may edit, and is another workspace's like one that doesn't exist", async () => {
    const { id } = await promise("Rights", run(NOON - HOUR_SECONDS, 6, 500));
    await check(NOON);
    const test = (ctx: Context) => testSloAlert({ ctx, mailer, input: { id } });
    for (const [ctx, code] of [
      [world.home.viewer, "scope-missing"],
      [world.ci, "scope-missing"],
      [world.foreign.owner, "not-found"],
    ] as const)
      for (const attempt of [() => set(id, {}, ctx), () => acknowledge(id, ctx), () => test(ctx)])
        await expect(attempt()).rejects.toMatchObject({ code });
    await expect(get(id, world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    const before = sent().length;
    expect(await test(at(world.home.owner))).toEqual({ emails: 1, webhook: true });
    expect(sent().slice(before)).toEqual(["Rights: test notification"]);
    await expect(test(at(world.home.owner))).rejects.toMatchObject({ code: "conflict" });
    await forget(id);
  });
});
