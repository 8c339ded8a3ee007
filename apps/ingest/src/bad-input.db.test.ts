import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problem, runAnswer } from "@headroom/contract";
import { one, REFUSED, TAKEN } from "./testing/bad-input.ts";
import type { Sent } from "./testing/bad-input.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

let world: TestApp;
let taken = 0;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

async function post(payload: string | Uint8Array, { query = "", headers = {} }: Sent = {}) {
  const response = await world.app.inject({
    method: "POST",
    url: `/v1/runs?service=S&experiment=E${query}`,
    headers: { authorization: `Bearer ${world.home.ingestToken}`, ...headers },
    payload: Buffer.from(payload),
  });
  if (response.statusCode === 201) taken += 1;
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

describe("bad input that is refused whole", () => {
  it.each(REFUSED)("%s", async (_what, build, status, { detail, ...expected }, sent = {}) => {
    const refused = await post(build(), sent);
    expect(problem.parse(refused.body)).toMatchObject({ status, ...expected });
    if (detail instanceof RegExp) expect(refused.body["detail"]).toMatch(detail);
  });
});

describe("bad input that is taken", () => {
  it.each(TAKEN)("%s", async (_what, build, requests, expected) => {
    const { status, body } = await post(build());
    expect([status, body["code"]]).toEqual([201, undefined]);
    const { summary: counted, warnings } = runAnswer.parse(body);
    expect(counted.requests).toBe(requests);
    const found = warnings.map(({ code }) => code).filter((code) => code !== "same-file");
    expect(found.toSorted()).toEqual(expected);
  });

  it("names the line that is bad", async () => {
    const { warnings } = runAnswer.parse((await post(one(1, "-7")())).body);
    const [first] = warnings;
    expect(first).toMatchObject({ code: "lines-refused", count: 1, lines: [5_002] });
    expect(first?.detail).toContain('elapsed is negative: "-7"');
  });
});

describe("after all of it", () => {
  it("there is a run for each that was taken, and nothing of the others", async () => {
    const [left] = await world.test.db.asJobs((tx) =>
      tx.query(
        `select (select count(*) from run) as runs, (select count(*) from part where state = 'published') as published,
           (select count(*) from part) as parts, (select count(distinct part_id) from run_cell) as with_cells`,
      ),
    );
    expect(left).toMatchObject({ runs: taken, published: taken, parts: taken });
    expect((await world.app.inject({ url: "/healthz" })).statusCode).toBe(200);
  });
});
