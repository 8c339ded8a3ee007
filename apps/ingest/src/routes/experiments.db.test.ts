import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createToken, type Scope } from "@headroom/services";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

async function put(body: string, scopes: Scope[] = ["manage"]) {
  const { secret } = await createToken({ ctx: world.home.owner, input: { name: "one", scopes } });
  const headers = { authorization: `Bearer ${secret}` };
  const response = await world.app.inject({ method: "PUT", url: "/v1/experiments", headers, payload: body });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

describe("PUT /v1/experiments", () => {
  it("answers 201 for a new experiment, then 200, with its page", async () => {
    const body = JSON.stringify({ service: "Shop", experiment: "Mix", targets: ["p99 <= 200 ms"] });
    const first = await put(body);
    expect(first).toMatchObject({
      status: 201,
      body: { experiment: { url: expect.stringContaining("/experiments/"), version: 1, targetsVersion: 1 } },
    });
    expect(await put(body)).toEqual({ ...first, status: 200 });
  });

  it("needs the scope manage, JSON, and fields that it knows", async () => {
    const body = JSON.stringify({ service: "Shop", experiment: "Mix" });
    expect(await put(body, ["ingest", "read"])).toMatchObject({
      status: 403,
      body: { code: "scope-missing" },
    });
    expect((await put("no JSON")).status).toBe(422);
    expect(await put('{"service":"Shop","experiment":"Mix","rate":5}')).toMatchObject({
      status: 400,
      body: { code: "parameter-unreadable" },
    });
    expect(await put('{"service":"Shop","experiment":"Mix","targets":["p99 <= 200"]}')).toMatchObject({
      status: 400,
      body: { code: "target-unreadable" },
    });
  });
});
