import { afterAll, beforeAll, expect, it } from "vitest";
import { runAnswer, runList } from "@headroom/contract";
import { createToken } from "@headroom/services";
import { jtl } from "../testing/jtl.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
let manage: string;
let id: string;
beforeAll(async () => {
  world = await createTestApp();
  const input = { name: "ops", scopes: ["manage" as const] };
  manage = (await createToken({ ctx: world.home.owner, input })).secret;
  const url = "/v1/runs?service=Shop&experiment=Mix";
  const { body } = await send("POST", url, world.home.ingestToken, jtl({ rows: 600 }));
  ({ id } = runAnswer.parse(body).run);
});
afterAll(() => world.close());

async function send(method: "GET" | "POST" | "PUT" | "DELETE", url: string, token: string, payload?: string) {
  const answer = await world.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

it("a run is set aside with a reason, shows it, and counts again", async () => {
  const reason = "A backup ran beside it.";
  const aside = await send("PUT", `/v1/runs/${id}/aside`, manage, JSON.stringify({ reason }));
  expect(aside).toMatchObject({ status: 200, body: { setAside: { reason } } });
  const read = (await send("GET", `/v1/runs/${id}`, world.home.readToken)).body;
  expect(runAnswer.parse(read).setAside).toEqual(aside.body["setAside"]);
  const list = (await send("GET", "/v1/runs?service=Shop", world.home.readToken)).body;
  expect(runList.parse(list).runs[0]).toMatchObject({
    setAside: { reason },
    flaw: `It was set aside: ${reason}`,
  });
  expect(await send("DELETE", `/v1/runs/${id}/aside`, manage)).toEqual({
    status: 200,
    body: { setAside: null },
  });
});

it("setting a run aside needs a reason and the scope manage", async () => {
  expect(await send("PUT", `/v1/runs/${id}/aside`, manage, '{"reason":" "}')).toMatchObject({
    status: 400,
    body: { field: "reason" },
  });
  expect((await send("PUT", `/v1/runs/${id}/aside`, world.home.ingestToken, '{"reason":"x"}')).status).toBe(
    403,
  );
});

it("a change is accepted only where there is one, with a reason and the scope manage", async () => {
  const body = JSON.stringify({ reason: "The new index is worth it." });
  const accept = (token: string, payload = body) => send("POST", `/v1/runs/${id}/accept`, token, payload);
  expect(await accept(manage)).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await accept(manage, "{}")).toMatchObject({ status: 400, body: { field: "reason" } });
  expect((await accept(world.home.ingestToken)).status).toBe(403);
  expect(await send("DELETE", `/v1/runs/${id}/accept`, manage)).toEqual({
    status: 200,
    body: { accepted: null },
  });
});
