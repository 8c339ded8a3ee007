import { createHmac } from "node:crypto";
import { HOUR_MILLIS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signingKeyAnswer } from "@headroom/contract";
import { contextOf } from "../context.ts";
import type { Context } from "../context.ts";
import { Importing, TEST_SECRET as secret, TEST_WEB_URL as webUrl, testMailer } from "../testing/index.ts";
import { createSlo } from "../slo/create.ts";
import { getSloAlert } from "../slo/get-alert.ts";
import { rotateSigningKey } from "./rotate-signing-key.ts";
import { setSloAlert } from "../slo/set-alert.ts";
import { testSloAlert } from "../slo/test-alert.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { replayDelivery } from "./replay-delivery.ts";
import { workDelivery } from "./work-delivery.ts";

const NOON = Date.parse("2026-11-23T12:00:00Z");

let world: Importing;
let sloId: string;
let delivery: { id: string; round: number };
beforeAll(async () => {
  world = await Importing.open();
  await world.upload({ service: "Checkout", experiment: "Mix" });
  const window = { kind: "rolling", days: 7 };
  const body = { service: "checkout", name: "Fast", objectivePercent: 99, window };
  ({ id: sloId } = await createSlo({ ctx: world.home.owner, input: { body, webUrl } }));
  const alert = { webhookUrl: "https://hooks.example/slo" };
  await setSloAlert({
    ctx: world.home.owner,
    webhooks: { secret, allowPrivate: false },
    input: { id: sloId, body: alert },
  });
  await testSloAlert({ ctx: world.home.owner, mailer: testMailer(), input: { id: sloId } });
  const parameters = { slo: sloId };
  const { deliveries } = await listDeliveries({ ctx: world.home.owner, input: { parameters } });
  delivery = { id: deliveries[0]?.id ?? "", round: 1 };
  await send(NOON);
});
afterAll(() => world.close());

const at = (ctx: Context, millis: number): Context => ({ ...ctx, clock: () => new Date(millis) });
const rotate = (body: object, { ctx = world.home.owner, millis = NOON } = {}) =>
  rotateSigningKey({ ctx: at(ctx, millis), secret, input: { body } });
const alertAt = (millis: number, ctx = world.home.owner) =>
  getSloAlert({ ctx: at(ctx, millis), secret, input: { id: sloId } });

async function send(millis: number): Promise<{ body: string; signature: string }> {
  const posted = { body: "", signature: "" };
  const payload = { workspaceId: world.home.workspaceId, deliveryId: delivery.id, round: delivery.round };
  await workDelivery({
    services: { ...world.test.services, clock: () => new Date(millis) },
    job: { payload, last: false, signal: new AbortController().signal },
    secret,
    post: ({ body, headers }) => {
      Object.assign(posted, { body, signature: headers["headroom-signature"] });
      return Promise.resolve(204);
    },
  });
  return posted;
}

/** Verifies a webhook like a receiver with one key: it accepts the request if any of the signatures matches. */
async function isAcceptedWith(key: string, millis: number): Promise<boolean> {
  await replayDelivery({ ctx: at(world.home.owner, millis), input: { id: delivery.id } });
  delivery.round += 1;
  const { body, signature } = await send(millis);
  const [time, ...signatures] = signature.split(",");
  const expected = createHmac("sha256", key)
    .update(`${time?.slice(2)}.${body}`)
    .digest("hex");
  return signatures.includes(`v1=${expected}`);
}

describe("the key that webhooks are signed with", () => {
  it("is replaced, and for a while both keys are valid", async () => {
    const { signingKey: first } = await alertAt(NOON - HOUR_MILLIS);
    const rotated = await rotate({});
    expect(signingKeyAnswer.parse(rotated)).toEqual(rotated);
    expect(rotated.previousKeyUntil).toBe(new Date(NOON + 24 * HOUR_MILLIS).toISOString());
    expect(rotated.signingKey).not.toBe(first);
    expect(await alertAt(NOON + HOUR_MILLIS)).toMatchObject(rotated);
    const accepted = async (millis: number) => [
      await isAcceptedWith(first ?? "", millis),
      await isAcceptedWith(rotated.signingKey, millis),
    ];
    expect(await accepted(NOON + 23 * HOUR_MILLIS)).toEqual([true, true]);
    expect(await accepted(NOON + 24 * HOUR_MILLIS)).toEqual([false, true]);
    expect(await alertAt(NOON + 24 * HOUR_MILLIS)).toMatchObject({ previousKeyUntil: null });
  });

  it("is replaced immediately if the key before isn't to be trusted any more", async () => {
    const { signingKey: leaked } = await alertAt(NOON);
    const { signingKey, previousKeyUntil } = await rotate(
      { keepPreviousHours: 0 },
      { millis: NOON + HOUR_MILLIS },
    );
    expect(previousKeyUntil).toBeNull();
    expect(await isAcceptedWith(leaked ?? "", NOON + HOUR_MILLIS)).toBe(false);
    expect(await isAcceptedWith(signingKey, NOON + HOUR_MILLIS)).toBe(true);
  });

  it("is another one in each workspace and after each change, also of two at the same time", async () => {
    const both = await Promise.all([rotate({}), rotate({})]);
    expect(new Set(both.map(({ signingKey }) => signingKey)).size).toBe(2);
    const { signingKey } = await rotate({}, { ctx: world.foreign.owner });
    expect(both.map((one) => one.signingKey)).not.toContain(signingKey);
    // The other workspace's change is no change of this one.
    const current = (await alertAt(NOON)).signingKey;
    expect(both.map((one) => one.signingKey)).toContain(current);
  });

  it("is replaced by owners alone, with an audit entry", async () => {
    const { viewer, owner, ownerId, workspaceId } = world.home;
    const editor = contextOf(world.test.services, workspaceId, {
      kind: "person",
      id: ownerId,
      role: "editor",
    });
    const { id: serviceId } = await world.inHome((tx) => tx.prisma.service.findFirstOrThrow());
    const actor = { kind: "token", id: ownerId, scopes: ["manage"], serviceId } as const;
    await expect(rotate({}, { ctx: { ...owner, actor } })).rejects.toMatchObject({ code: "scope-missing" });
    for (const ctx of [editor, viewer])
      await expect(rotate({}, { ctx })).rejects.toMatchObject({ code: "scope-missing" });
    await rotate({ keepPreviousHours: 2 });
    const entries = await world.inHome((tx) =>
      tx.prisma.auditEntry.findMany({ where: { action: "webhook-key.rotate" } }),
    );
    expect(entries.map(({ detail }) => detail)).toContainEqual({ keepPreviousHours: 2 });
    await expect(rotate({ keepPreviousHours: 169 })).rejects.toMatchObject({ field: "keepPreviousHours" });
    expect((await alertAt(NOON, viewer)).signingKey).toBeNull();
  });
});
