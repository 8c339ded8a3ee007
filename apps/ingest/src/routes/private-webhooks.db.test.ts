import type { FastifyInstance } from "fastify";
import { createSlo, createToken } from "@headroom/services";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../build-app.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
let manageToken: string;
let sloId: string;
beforeAll(async () => {
  world = await createTestApp();
  const body = { service: "shop", name: "Shop", objectivePercent: 99, window: { kind: "rolling", days: 7 } };
  const ctx = world.home.owner;
  const { services } = world.test;
  const { workspaceId } = world.home;
  await services.db.inWorkspace(workspaceId, (tx) =>
    tx.prisma.service.create({ data: { id: services.newId(), workspaceId, slug: "shop", name: "Shop" } }),
  );
  const token = { name: "manage", scopes: ["manage" as const], expiresAt: null };
  manageToken = (await createToken({ ctx, input: token })).secret;
  sloId = (await createSlo({ ctx, input: { body, webUrl: world.deps.webUrl } })).id;
});
afterAll(() => world.close());

const channel = { name: "Ops", kind: "webhook", url: "https://hooks.example/a", events: ["run.finished"] };
const PRIVATE = "http://10.0.0.1/hook";
const refused = (field: string) => ({
  status: 400,
  code: "parameter-unreadable",
  field,
  detail: "This server sends webhooks to public addresses only, and this one is private.",
});

async function send(app: FastifyInstance, method: "POST" | "PUT", url: string, payload: object) {
  const headers = { authorization: `Bearer ${manageToken}` };
  const answered = await app.inject({ method, url, headers, payload: JSON.stringify(payload) });
  return answered.json<{ id: string; url?: string; status?: number }>();
}

describe("a webhook to a private address", () => {
  it("can't be saved: of a new channel, of one that changes, and of an SLO", async () => {
    const { app } = world;
    expect(await send(app, "POST", "/v1/channels", { ...channel, url: PRIVATE })).toMatchObject(
      refused("url"),
    );
    const { id } = await send(app, "POST", "/v1/channels", channel);
    const changed = { ...channel, url: PRIVATE, version: 1 };
    expect(await send(app, "PUT", `/v1/channels/${id}`, changed)).toMatchObject(refused("url"));
    expect(await send(app, "PUT", `/v1/slos/${sloId}/alert`, { webhookUrl: PRIVATE })).toMatchObject(
      refused("webhookUrl"),
    );
  });

  it("is saved where the server sends to its own network", async () => {
    const { app } = buildApp({ ...world.deps, allowPrivate: true });
    const { id } = await send(app, "POST", "/v1/channels", { ...channel, url: PRIVATE });
    expect(id).toEqual(expect.any(String));
    expect(
      await send(app, "PUT", `/v1/channels/${id}`, { ...channel, url: PRIVATE, version: 1 }),
    ).toMatchObject({
      origin: "http://10.0.0.1",
    });
    expect(await send(app, "PUT", `/v1/slos/${sloId}/alert`, { webhookUrl: PRIVATE })).toMatchObject({
      webhookUrl: PRIVATE,
    });
    await app.close();
  });

  it("that an SLO has from then has to go before something else is changed, and the answer says so", async () => {
    const { app } = world;
    const emails = ["ops@example.com"];
    expect(await send(app, "PUT", `/v1/slos/${sloId}/alert`, { webhookUrl: PRIVATE, emails })).toMatchObject({
      ...refused("webhookUrl"),
      hint: "Enter a public address, leave the URL out, or ask the operator to set HEADROOM_WEBHOOKS_TO_PRIVATE.",
    });
    expect(await send(app, "PUT", `/v1/slos/${sloId}/alert`, { emails })).toMatchObject({
      emails,
      webhookUrl: null,
    });
  });
});
