import { afterAll, beforeAll, expect, it } from "vitest";
import { comparisonAnswer, problem } from "@headroom/contract";
import { jtl } from "../testing/jtl.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
let before: string;
let after: string;
beforeAll(async () => {
  world = await createTestApp();
  before = await upload();
  after = await upload();
});
afterAll(() => world.close());

async function upload(): Promise<string> {
  const response = await world.app.inject({
    method: "POST",
    url: "/v1/runs?service=Checkout&experiment=Mix",
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    payload: jtl({ rows: 2_000 }),
  });
  return response.json<{ run: { id: string } }>().run.id;
}

async function get(query: string, token = world.home.readToken) {
  const url = `/v1/comparisons?${query}`;
  const response = await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return { status: response.statusCode, body: response.json<unknown>() };
}

it("returns metrics immediately and says that verdicts are being computed", async () => {
  const { status, body } = await get(`runs=${before},${after}&labels=2`);
  expect(status).toBe(200);
  const answer = comparisonAnswer.parse(body);
  expect(answer.runs.map(({ letter }) => letter)).toEqual(["A", "B"]);
  expect(answer.labels.rows).toHaveLength(2);
  expect(answer.statistics).toEqual([
    {
      before: [before],
      after: [after],
      state: "working",
      judgement: null,
      statistics: null,
      costs: [],
      trend: [],
    },
  ]);
});

it("names the parameter that is wrong", async () => {
  for (const [query, field] of [
    ["", "runs"],
    [`runs=${before}`, "runs"],
    [`runs=${before},${before}`, "runs"],
    [`runs=${before},${after}&reference=${world.home.workspaceId}`, "reference"],
    [`runs=${before},${after}&labels=many`, "labels"],
    [`runs=${before},${after}&colour=green`, "colour"],
  ]) {
    const { status, body } = await get(query ?? "");
    expect([status, problem.parse(body).field], query).toEqual([400, field]);
  }
});

it("is not there for another workspace, and not for a token that may not read", async () => {
  const { status, body } = await get(`runs=${before},${after}`, world.foreign.readToken);
  expect([status, problem.parse(body).code]).toEqual([404, "not-found"]);
  expect((await get(`runs=${before},nonsense`)).status).toBe(404);
});
