import { setTimeout as delay } from "node:timers/promises";
import { trafficAnswer } from "@headroom/contract";
import { MINUTE_MILLIS } from "@headroom/core";
import { LIVE_SERVICE, runLiveDay } from "@headroom/demo";
import { createToken } from "@headroom/services";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

const MORNING_MILLIS = 6 * MINUTE_MILLIS;
const SLUG = "green-saturday-gateway-simulated";

let world: TestApp;
let manageToken: string;
beforeAll(async () => {
  world = await createTestApp();
  const input = { name: "demo", scopes: ["manage" as const] };
  manageToken = (await createToken({ ctx: world.home.owner, input })).secret;
});
afterAll(() => world.close());

const now = () => world.test.services.clock().getTime();

/** Runs until it has come to the present, and a minute longer. */
async function run(id: string, { isFirst = false } = {}) {
  const stop = new AbortController();
  const ready: string[] = [];
  const until = now() + 60_000;
  const { ingestToken, readToken } = world.home;
  const replayed = await runLiveDay(
    { isFirst, id, morningMillis: MORNING_MILLIS, onReady: (peakDayId) => void ready.push(peakDayId) },
    { ingestUrl: world.address, ingestToken, readToken, manageToken, ownerEmail: "owner@home.example" },
    {
      now,
      say: () => undefined,
      stop: stop.signal,
      sleep: async (millis) => {
        world.test.pass(millis / 1_000);
        if (now() > until) stop.abort();
        await delay(20);
      },
    },
  );
  return { replayed, ready };
}

async function ask(method: "GET" | "DELETE", url: string) {
  const token = method === "GET" ? world.home.readToken : manageToken;
  const response = await world.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
  return response.body === "" ? null : response.json<unknown>();
}

async function slosOf() {
  const { slos } = (await ask("GET", `/v1/slos?service=${SLUG}`)) as {
    slos: { id: string; name: string; status: { state: string } }[];
  };
  return slos;
}

async function daysOf() {
  const { peakDays } = (await ask("GET", `/v1/peak-days?service=${SLUG}`)) as {
    peakDays: { id: string; name: string; hasCurve: boolean; startsAt: string }[];
  };
  return peakDays;
}

it("sends nothing where the demo's peak days were deleted, or never were", async () => {
  expect(await run("never")).toEqual({ replayed: null, ready: [] });
  expect(await ask("GET", `/v1/services/${SLUG}/traffic`)).toMatchObject({ code: "not-found" });
});

it("begins with the morning, marks all of it, resumes the same day, and stays away once that is deleted", async () => {
  const { replayed, ready } = await run("first", { isFirst: true });
  const [day, yearEarlier] = await daysOf();
  expect([day?.name, yearEarlier?.name]).toEqual([
    "Green Saturday (simulated)",
    "Green Saturday, a year earlier (simulated)",
  ]);
  expect([day?.hasCurve, yearEarlier?.hasCurve]).toEqual([false, true]);
  expect(ready).toEqual([day?.id]);
  const sent = (replayed?.totals ?? []).reduce((sum, { requests }) => sum + requests, 0);
  // The peak is 1,667 requests a second, and near.
  expect(sent).toBeGreaterThan((MORNING_MILLIS / 1_000) * 1_200);

  await expect
    .poll(
      async () => {
        const query = new URLSearchParams({ from: day?.startsAt ?? "", to: new Date(now()).toISOString() });
        return trafficAnswer.parse(await ask("GET", `/v1/services/${SLUG}/traffic?${query.toString()}`));
      },
      { timeout: 20_000 },
    )
    .toMatchObject({ total: { requests: sent }, simulated: { withReal: false }, name: LIVE_SERVICE });

  const [slo, ...others] = await slosOf();
  expect([slo?.name, slo?.status.state, others]).toEqual(["Fast answers", "kept", []]);

  world.test.pass(1_800);
  // Somebody doesn't want it.
  await ask("DELETE", `/v1/slos/${slo?.id ?? ""}`);
  const again = await run("second");
  expect(again.ready).toEqual([day?.id]);
  expect((again.replayed?.fromMillis ?? 0) - (replayed?.toMillis ?? 0)).toBeGreaterThan(1_700_000);
  expect(await daysOf()).toHaveLength(2);
  expect(await slosOf()).toEqual([]);

  for (const { id } of await daysOf()) await ask("DELETE", `/v1/peak-days/${id}`);
  expect((await run("third")).replayed).toBeNull();
});
