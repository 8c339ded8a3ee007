import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { channelAnswer, deliveryAnswer, MAX_CHANNELS } from "@headroom/contract";
import type { ChannelAnswer } from "@headroom/contract";
import type { Context } from "../context.ts";
import { contextOf } from "../context.ts";
import { TEST_SECRET as secret } from "../testing/people.ts";
import { createTenant } from "../testing/tenant.ts";
import type { Tenant } from "../testing/tenant.ts";
import { createTestServices } from "../testing/test-services.ts";
import type { TestServices } from "../testing/test-services.ts";
import { createChannel } from "./create-channel.ts";
import { deleteChannel } from "./delete-channel.ts";
import { getChannel, listChannels } from "./get-channel.ts";
import { getDelivery } from "./get-delivery.ts";
import { getSigningKey } from "./get-signing-key.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { WebhookRefused } from "./post-webhook.ts";
import type { PostWebhook } from "./post-webhook.ts";
import { replayDelivery } from "./replay-delivery.ts";
import { removePastDeliveries } from "./remove-past-deliveries.ts";
import { signWebhook } from "./sign-webhook.ts";
import { testChannel } from "./test-channel.ts";
import { updateChannel } from "./update-channel.ts";
import { workDelivery } from "./work-delivery.ts";

const PATH = "T0/B0/very-secret";
const BODY = {
  name: "CI hook",
  kind: "webhook",
  url: `https://hooks.example/${PATH}`,
  events: ["run.recovered", "run.finished"],
};

let test: TestServices;
let home: Tenant;
let foreign: Tenant;
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  foreign = await createTenant(test.services, "foreign");
});
afterAll(() => test.drop());
beforeEach(async () => {
  test.pass(60);
  await inHome((tx) => tx.prisma.channel.deleteMany());
});

const inHome = <T>(work: Parameters<typeof test.db.inWorkspace<T>>[1]) =>
  test.db.inWorkspace(home.workspaceId, work);
const create = (changed: object = {}, ctx: Context = home.owner) =>
  createChannel({ ctx, webhooks: { secret, allowPrivate: false }, input: { body: { ...BODY, ...changed } } });
const audited = async (subjectId: string) =>
  (
    await inHome((tx) =>
      tx.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: [{ at: "asc" }, { id: "asc" }] }),
    )
  ).map(({ action, detail }) => ({ action, detail }));
const sendTest = (channel: ChannelAnswer, ctx: Context = home.owner) =>
  testChannel({ ctx, input: { id: channel.id } });

/** Runs the job of a delivery, with a receiver that gives these answers. */
async function attempt(deliveryId: string, round: number, answers: (number | Error)[]) {
  const posted: Parameters<PostWebhook>[0][] = [];
  const post: PostWebhook = (webhook) => {
    posted.push(webhook);
    const answer = answers[posted.length - 1] ?? 500;
    if (answer instanceof Error) return Promise.reject(answer);
    return answer < 300 ? Promise.resolve(answer) : Promise.reject(new WebhookRefused(answer));
  };
  const payload = { workspaceId: home.workspaceId, deliveryId, round };
  const job = { payload, last: false, signal: new AbortController().signal };
  for (const _ of answers) await workDelivery({ services: test.services, job, secret, post });
  return posted;
}
const jobsWaiting = async () =>
  (await test.db.asJobs((tx) => tx.query<{ waiting: number }>("select waiting from job_counts()")))[0]
    ?.waiting ?? 0;

describe("a channel", () => {
  it("is created, changed and deleted, and never shows its URL again", async () => {
    const created = await create();
    expect(channelAnswer.parse(created)).toMatchObject({
      name: "CI hook",
      kind: "webhook",
      origin: "https://hooks.example",
      service: null,
      version: 1,
      events: ["run.finished", "run.recovered"],
      deliveries: { deliveredAt: null, failingSince: null, pending: 0, givenUp: 0 },
    });
    const body = { name: "Renamed", kind: "webhook", events: ["run.regressed"], version: 1 };
    const input = { id: created.id, body };
    const changed = await updateChannel({
      ctx: home.owner,
      webhooks: { secret, allowPrivate: false },
      input,
    });
    expect(changed).toMatchObject({ name: "Renamed", origin: "https://hooks.example", version: 2 });
    for (const version of [1, 5_602_556_123]) {
      const stale = { ...input, body: { ...body, version } };
      await expect(
        updateChannel({ ctx: home.owner, webhooks: { secret, allowPrivate: false }, input: stale }),
      ).rejects.toMatchObject({
        code: "conflict",
      });
    }
    expect(await getChannel({ ctx: home.owner, input: { id: created.id } })).toEqual(changed);
    expect(await listChannels({ ctx: home.owner })).toEqual({ channels: [changed] });
    const stored = await inHome((tx) => tx.prisma.channel.findMany());
    await deleteChannel({ ctx: home.owner, input: { id: created.id } });
    expect(await listChannels({ ctx: home.owner })).toEqual({ channels: [] });
    const entries = await audited(created.id);
    expect(entries.map(({ action }) => action)).toEqual([
      "channel.create",
      "channel.update",
      "channel.delete",
    ]);
    expect(JSON.stringify([stored, entries, created, changed])).not.toContain("very-secret");
  });

  it.each([
    ["url", { url: "ftp://hooks.example" }],
    ["url", { url: "https://me:secret@hooks.example" }],
    ["url", { url: "https://me@hooks.example" }],
    ["events", { events: [] }],
    ["events.0", { events: ["run.exploded"] }],
    ["name", { name: " " }],
    ["kind", { kind: "pager" }],
  ])("is refused in %s: %o", async (field, changed) => {
    await expect(create(changed)).rejects.toMatchObject({ code: "parameter-unreadable", field });
  });

  it("can be one of a limited number, and of a service that exists", async () => {
    await expect(create({ service: "nowhere" })).rejects.toMatchObject({ code: "not-found" });
    const { id } = await create();
    await inHome((tx) =>
      tx.query(
        `insert into channel
         select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'name', 'Channel ' || n))).*
         from channel c, generate_series(2, $2::int) n where c.id = $1`,
        [id, MAX_CHANNELS],
      ),
    );
    await expect(create()).rejects.toMatchObject({ code: "conflict" });
  });

  it("is for owners, and another workspace's is like one that doesn't exist", async () => {
    const channel = await create();
    const { id } = await sendTest(channel);
    const held = contextOf(test.services, home.workspaceId, {
      kind: "token",
      id: channel.id,
      scopes: ["manage"],
      serviceId: id,
    });
    const verbs = (ctx: Context) => [
      () => getChannel({ ctx, input: { id: channel.id } }),
      () =>
        updateChannel({
          ctx,
          webhooks: { secret, allowPrivate: false },
          input: { id: channel.id, body: { ...BODY, version: 1 } },
        }),
      () => deleteChannel({ ctx, input: { id: channel.id } }),
      () => sendTest(channel, ctx),
      () => getDelivery({ ctx, input: { id } }),
      () => replayDelivery({ ctx, input: { id } }),
      () => listDeliveries({ ctx, input: { parameters: { channel: channel.id } } }),
    ];
    const ofAll = (ctx: Context) => [
      () => create({}, ctx),
      () => listChannels({ ctx }),
      () => getSigningKey({ ctx, secret }),
    ];
    for (const ctx of [home.viewer, held])
      for (const verb of [...verbs(ctx), ...ofAll(ctx)])
        await expect(verb()).rejects.toMatchObject({ code: "scope-missing" });
    for (const verb of verbs(foreign.owner))
      await expect(verb()).rejects.toMatchObject({ code: "not-found" });
    expect(await listChannels({ ctx: foreign.owner })).toEqual({ channels: [] });
    expect((await listDeliveries({ ctx: foreign.owner, input: { parameters: {} } })).deliveries).toEqual([]);
  });
});

describe("a delivery", () => {
  it("is signed, posted and noted, and its job is harmless if repeated", async () => {
    const channel = await create();
    const before = await jobsWaiting();
    const { id, body, state } = deliveryAnswer.parse(await sendTest(channel));
    expect(await jobsWaiting()).toBe(before + 1);
    expect(state).toBe("waiting");
    expect(JSON.parse(body)).toEqual({
      type: "test",
      delivery: id,
      at: test.services.clock().toISOString(),
      channel: { id: channel.id, name: "CI hook" },
    });
    const posted = await attempt(id, 1, [204, 204]);
    const { signingKey } = await getSigningKey({ ctx: home.owner, secret });
    const signature = signWebhook({ current: signingKey, previous: null }, body, test.services.clock());
    expect(posted).toEqual([
      {
        url: BODY.url,
        body,
        headers: { "headroom-delivery": id, "headroom-signature": signature },
      },
    ]);
    expect(await getDelivery({ ctx: home.owner, input: { id } })).toMatchObject({
      state: "delivered",
      attempts: 1,
      status: 204,
      problem: null,
      nextAt: null,
    });
    expect((await audited(channel.id)).at(-1)).toEqual({
      action: "channel.test",
      detail: { name: "CI hook" },
    });
  });

  it.each([
    ["slack", "blocks"],
    ["teams", "attachments"],
    ["google-chat", "cardsV2"],
    ["discord", "embeds"],
  ])("to a chat is in its format: %s", async (kind, part) => {
    const { body } = await sendTest(await create({ kind }));
    expect(Object.keys(JSON.parse(body) as object)).toContain(part);
    expect(body).toContain("Headroom can write to CI hook.");
  });

  it("of a test isn't added if one was just sent", async () => {
    const channel = await create();
    await sendTest(channel);
    await expect(sendTest(channel)).rejects.toMatchObject({ code: "conflict" });
    const { deliveries } = await listDeliveries({ ctx: home.owner, input: { parameters: {} } });
    expect(deliveries).toHaveLength(1);
  });

  it("is tried again with longer and longer pauses, for about a day, and then given up", async () => {
    const channel = await create();
    const { id } = await sendTest(channel);
    const pauses: number[] = [];
    for (let count = 1; ; count++) {
      await attempt(id, 1, [count === 2 ? Object.assign(new Error("x"), { code: "ECONNREFUSED" }) : 500]);
      const { state, nextAt, attempts, status, problem } = await getDelivery({
        ctx: home.owner,
        input: { id },
      });
      expect(attempts).toBe(count);
      expect([status, problem]).toEqual(
        count === 2 ? [null, "Nobody listens at its address."] : [500, "It answered 500."],
      );
      if (nextAt === null) {
        expect(state).toBe("given-up");
        break;
      }
      expect(state).toBe("retrying");
      const pause = (Date.parse(nextAt) - test.services.clock().getTime()) / 1_000;
      pauses.push(pause);
      test.pass(pause);
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThan(28);
    const { deliveries } = await getChannel({ ctx: home.owner, input: { id: channel.id } });
    expect(deliveries).toMatchObject({ deliveredAt: null, pending: 0, givenUp: 1 });
    expect(deliveries.failingSince).not.toBeNull();
  });

  it.each([
    [2, 10],
    [45, 45],
    [86_400, 3_600],
  ])("whose receiver asks to wait %d seconds is tried again after %d", async (asked, pause) => {
    const { id } = await sendTest(await create());
    await attempt(id, 1, [new WebhookRefused(429, asked)]);
    const { nextAt, problem } = await getDelivery({ ctx: home.owner, input: { id } });
    expect(problem).toBe("It answered 429.");
    expect((Date.parse(nextAt ?? "") - test.services.clock().getTime()) / 1_000).toBe(pause);
  });

  it("is sent again byte for byte, under its ID, signed anew and audited", async () => {
    const channel = await create();
    const { id, body } = await sendTest(channel);
    await expect(replayDelivery({ ctx: home.owner, input: { id } })).rejects.toMatchObject({
      code: "conflict",
    });
    const [first] = await attempt(id, 1, [204]);
    test.pass(600);
    const again = await replayDelivery({ ctx: home.owner, input: { id } });
    expect(again).toMatchObject({ state: "waiting", attempts: 0, body });
    // The job of the round before finds nothing to do.
    expect(await attempt(id, 1, [204])).toEqual([]);
    const [second] = await attempt(id, 2, [204]);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["headroom-delivery"]).toBe(id);
    expect(second?.headers["headroom-signature"]).not.toBe(first?.headers["headroom-signature"]);
    expect(await audited(id)).toEqual([
      { action: "delivery.replay", detail: { title: "This is a test. Nothing has changed." } },
    ]);
    await attempt(id, 2, [204]);
    const { deliveries } = await getChannel({ ctx: home.owner, input: { id: channel.id } });
    expect(deliveries).toMatchObject({ failingSince: null, pending: 0, givenUp: 0 });
  });

  it("goes where its channel leads now, and nowhere once that is deleted", async () => {
    const channel = await create();
    const { id } = await sendTest(channel);
    await attempt(id, 1, [500]);
    const body = { ...BODY, url: "https://new.example/hook", version: 1 };
    await updateChannel({
      ctx: home.owner,
      webhooks: { secret, allowPrivate: false },
      input: { id: channel.id, body },
    });
    expect((await attempt(id, 1, [500])).map(({ url }) => url)).toEqual(["https://new.example/hook"]);
    await deleteChannel({ ctx: home.owner, input: { id: channel.id } });
    expect(await attempt(id, 1, [204])).toEqual([]);
  });

  it("says so if the server's secret has changed", async () => {
    const { id } = await sendTest(await create());
    const payload = { workspaceId: home.workspaceId, deliveryId: id, round: 1 };
    const job = { payload, last: false, signal: new AbortController().signal };
    const post = () => Promise.reject(new Error("nothing is posted"));
    await workDelivery({ services: test.services, job, secret: Buffer.from("another one"), post });
    expect(await getDelivery({ ctx: home.owner, input: { id } })).toMatchObject({
      state: "given-up",
      problem: expect.stringContaining("Enter it again."),
    });
  });
});

describe("the list of deliveries", () => {
  it("has the latest first, page by page, of all channels or one, and by state", async () => {
    const [one, two] = [await create({ name: "one" }), await create({ name: "two" })];
    const ids: string[] = [];
    for (const channel of [one, two, one, two, one]) {
      // Two of them in the same moment.
      if (ids.length !== 1) test.pass(11);
      ids.unshift((await sendTest(channel)).id);
    }
    await attempt(ids[0] ?? "", 1, [204]);
    const list = (parameters: object) => listDeliveries({ ctx: home.owner, input: { parameters } });
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({
        limit: "2",
        ...(cursor === null ? {} : { cursor }),
      });
      paged.push(...page.deliveries.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);
    // IDs that were made in the same moment have no order.
    expect(paged).toEqual(ids.toSorted().toReversed());
    const [, , third, , fifth] = ids;
    const ofOne = await list({ channel: one.id });
    expect(ofOne.deliveries.map(({ id }) => id)).toEqual([ids[0], third, fifth]);
    expect((await list({ state: "delivered" })).deliveries.map(({ id }) => id)).toEqual([ids[0]]);
    await expect(list({ cursor: "x" })).rejects.toMatchObject({ field: "cursor" });
    await expect(list({ channel: foreign.workspaceId })).rejects.toMatchObject({ code: "not-found" });
  });

  it("is swept after 30 days", async () => {
    const channel = await create();
    const [old, young] = [await sendTest(channel), test.pass(11), await sendTest(channel)].filter(
      (one) => one !== undefined,
    );
    // The database compares with its own clock.
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    await inHome(async (tx) => {
      await tx.prisma.delivery.update({ where: { id: old?.id ?? "" }, data: { createdAt: ago(31) } });
      await tx.prisma.delivery.update({ where: { id: young?.id ?? "" }, data: { createdAt: ago(29) } });
    });
    expect(await removePastDeliveries({ services: test.services })).toBe(1);
    const left = await inHome((tx) => tx.prisma.delivery.findMany({ select: { id: true } }));
    expect(left).toEqual([{ id: young?.id }]);
  });
});
