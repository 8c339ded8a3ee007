import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAnswer } from "@headroom/contract";
import { createToken } from "@headroom/services";
import { jtl } from "../testing/jtl.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
let manage: string;
beforeAll(async () => {
  world = await createTestApp();
  const input = { name: "billing", scopes: ["manage" as const] };
  manage = (await createToken({ ctx: world.home.owner, input })).secret;
});
afterAll(() => world.close());

async function send(method: "GET" | "POST" | "PUT", url: string, token: string, payload?: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await world.app.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

const upload = async (query: string) =>
  runAnswer.parse(
    (
      await send(
        "POST",
        `/v1/runs?service=Shop&experiment=Priced${query}`,
        world.home.ingestToken,
        jtl({ rows: 6_000 }),
      )
    ).body,
  );

describe("the price of a run", () => {
  it("comes with the upload, and what a million cost with the answer", async () => {
    const { cost, run } = await upload("&price=0.004%20USD/s");
    expect(cost).toMatchObject({ price: "0.004 USD/s", perMillionRequests: expect.closeTo(40, 0) });
    const read = runAnswer.parse((await send("GET", `/v1/runs/${run.id}`, world.home.readToken)).body);
    expect(read.cost).toEqual(cost);
  });

  it("comes with the opening of a live run, too", async () => {
    const opened = "/v1/runs/live?service=Shop&experiment=Live&price=14.40%20USD/h";
    const { status, body } = await send("POST", opened, world.home.ingestToken);
    expect([status, body["code"]]).toEqual([201, undefined]);
    const { run } = runAnswer.parse(body);
    const stored = await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
      tx.prisma.run.findUniqueOrThrow({ where: { id: run.id }, select: { price: true } }),
    );
    expect(stored.price).toBe("14.4 USD/h");
  });

  it("is set and removed afterwards with the scope manage", async () => {
    const { run } = await upload("");
    const put = (body: string, token = manage) => send("PUT", `/v1/runs/${run.id}/price`, token, body);
    const { status, body } = await put('{"price":"14.40 USD/h"}');
    expect([status, body["cost"]]).toMatchObject([200, { price: "14.4 USD/h", currency: "USD" }]);
    expect((await put('{"price":null}')).body).toEqual({ cost: null });
    expect((await put('{"price":"1 USD/s"}', world.home.ingestToken)).status).toBe(403);
    expect((await put('{"price":"1 USD/s"}', world.home.readToken)).status).toBe(403);
  });

  it("is refused with its field if it isn't one", async () => {
    const { run } = await upload("");
    const prices = ['{"price":"0 USD/s"}', '{"price":"1e12 USD/s"}', '{"price":-1}', "{}", "[]"];
    for (const body of prices) {
      const answer = await send("PUT", `/v1/runs/${run.id}/price`, manage, body);
      expect(answer.status, body).toBe(400);
    }
    const asked = await send(
      "POST",
      "/v1/runs?service=Shop&experiment=x&price=-1%20USD/s",
      world.home.ingestToken,
      "x",
    );
    expect([asked.status, asked.body["field"]]).toEqual([400, "price"]);
  });
});
