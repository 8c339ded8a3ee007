import { afterAll, beforeAll, expect, it } from "vitest";
import { OwnClock } from "@headroom/services";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
let aheadSeconds = 0;
beforeAll(async () => {
  const ownClock = new OwnClock({
    get db() {
      return world.test.db;
    },
    clock: () => new Date(Date.now() + aheadSeconds * 1_000),
  });
  world = await createTestApp({ ownClock });
});
afterAll(() => world.close());

async function statuses(): Promise<Record<string, number>> {
  await world.deps.ownClock.check();
  const line = `http_requests_total,route=/ value=1 ${world.test.services.clock().getTime()}`;
  const calls = [
    ["POST", "/api/v2/write?bucket=shop&precision=ms", line, world.home.ingestToken],
    ["POST", "/write?db=shop&precision=ms", line, "no token"],
    ["POST", "/v1/runs/live?service=S&experiment=E", "", world.home.ingestToken],
    ["GET", "/readyz", "", ""],
    ["GET", "/healthz", "", ""],
    ["GET", "/v1/runs", "", world.home.readToken],
  ] as const;
  const answers = await Promise.all(
    calls.map(async ([method, url, payload, token]) => {
      const headers = { authorization: `Bearer ${token}` };
      const { statusCode, headers: sent } = await world.app.inject({ method, url, headers, payload });
      if (statusCode === 503) expect(sent["retry-after"]).toBeDefined();
      return [url.split("?")[0] ?? "", statusCode] as const;
    }),
  );
  return Object.fromEntries(answers);
}

const USUAL = {
  "/api/v2/write": 204,
  "/write": 401,
  "/v1/runs/live": 201,
  "/readyz": 200,
  "/healthz": 200,
  "/v1/runs": 200,
};
const LATER = { ...USUAL, "/api/v2/write": 503, "/write": 503, "/v1/runs/live": 503, "/readyz": 503 };

it.each([
  [3_600, "ahead of"],
  [-3_600, "behind"],
])("asks for live data again later while the clock is off by %d s, and takes it after", async (off, side) => {
  aheadSeconds = off;
  expect(await statuses()).toEqual(LATER);
  const ready = await world.app.inject("/readyz");
  expect(ready.json()).toMatchObject({
    code: "not-ready",
    detail: expect.stringMatching(
      new RegExp(`^The clock of this server is .* ${side} the database's`),
    ) as string,
  });
  aheadSeconds = 0;
  expect(await statuses()).toEqual(USUAL);
});

it("a process that doesn't accept says whether it is ready, and nothing else", async () => {
  const counter = await createTestApp({ accepts: false });
  const headers = { authorization: `Bearer ${counter.home.readToken}` };
  const statusOf = async (url: string) => (await counter.app.inject({ url, headers })).statusCode;
  expect([await statusOf("/readyz"), await statusOf("/v1/runs")]).toEqual([200, 503]);
  await counter.close();
});
