import { runningHeadline } from "@headroom/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { peakDayAlertAnswer } from "@headroom/contract";
import type { Context, Services } from "../context.ts";
import { createChannel } from "../notification/create-channel.ts";
import { getDelivery } from "../notification/get-delivery.ts";
import { listDeliveries } from "../notification/list-deliveries.ts";
import { TEST_SECRET as secret, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { acknowledgeDayAlert } from "./acknowledge-alert.ts";
import { serviceDayOf } from "../testing/freeze-day.ts";
import { checkDayAlerts } from "./check-alerts.ts";
import { createPeakDay } from "./create.ts";
import { getDayAlert } from "./get-alert.ts";
import { setDayAlert } from "./set-alert.ts";
import { watchPeakDay } from "./watch.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
/** From the start of the traffic: when requests begin to fail, and when they no longer do. */
const FAILS = 300;
const WORKS = 600;
const SECONDS = 1_080;

let traffic: Traffic;
let base: number;
beforeAll(async () => {
  traffic = await Traffic.open();
  base = now() - SECONDS - 20;
  const values = Array.from({ length: SECONDS }, (_, second) => second).flatMap((second) => {
    const fails = second >= FAILS && second < WORKS;
    const tags = { name: "/pay", expected_response: String(!fails) };
    return [1, 2, 3].map((value) => ({ second: base + second, value: value * 20, tags }));
  });
  await traffic.deliver("Shop", [bodyOf(values)]);
  await traffic.deliver("Quiet", [bodyOf(values.filter(({ second }) => second < base + FAILS))]);
  // All of it arrives at once, as if it were late.
  const onTime = { offClockAt: null, offClockSeconds: null };
  await traffic.inHome(({ prisma }) => prisma.traffic.updateMany({ data: onTime }));
});
afterAll(() => traffic.world.close());

const at = <Of extends Context | Services>(of: Of, second: number): Of => ({
  ...of,
  clock: () => new Date((base + second) * 1_000),
});
const iso = (second: number) => new Date((base + second) * 1_000).toISOString();

async function plan(service: string, endsAt = SECONDS + 3_600): Promise<string> {
  const body = { service, name: `Sale of ${service}`, timeZone: "UTC", eventName: "start" };
  const moment = (second: number) => iso(second).replace(".000Z", "Z");
  const times = { startsAt: moment(-60), endsAt: moment(endsAt), eventAt: moment(0) };
  const ctx = at(traffic.world.home.owner, 0);
  return (await createPeakDay({ ctx, input: { body: { ...body, ...times }, webUrl } })).id;
}
const forget = (id: string) => traffic.inHome(({ prisma }) => prisma.peakDay.delete({ where: { id } }));

/** A channel of everything that goes wrong on peak days; returns what it was sent. */
async function listen(service: string | null, kind = "webhook", ctx = traffic.world.home.owner) {
  const url = `https://hooks.example/${kind}?routing_key=K&apiKey=K`;
  const body = { name: "On call", kind, url, service, events: ["peak-day.state"] };
  const { id } = await createChannel({ ctx, webhooks: { secret, allowPrivate: false }, input: { body } });
  return async () => {
    const { deliveries } = await listDeliveries({
      ctx,
      input: { parameters: { channel: id, limit: "200" } },
    });
    const bodies = deliveries.toReversed().map((one) => getDelivery({ ctx, input: { id: one.id } }));
    return Promise.all(bodies);
  };
}

async function watchUntil(to: number, from = 0): Promise<number> {
  let told = 0;
  for (let second = from; second <= to; second += 15) {
    const services = at(traffic.world.test.services, second);
    const checked = await checkDayAlerts({ services, webUrl, keepDays });
    expect(checked.failures).toEqual([]);
    told += checked.told;
  }
  return told;
}

it("one message within 90 s of an outage, in the words of the page, and one when it is over", async () => {
  const id = await plan("shop");
  const heard = await listen(null);
  const elsewhere = await listen(null, "webhook", traffic.world.foreign.owner);
  const [ofShop, ofQuiet] = [await listen("shop"), await listen("quiet")];
  const pages = await Promise.all(["pagerduty", "opsgenie"].map((kind) => listen(null, kind)));
  const ctx = at(traffic.world.home.viewer, FAILS + 75);
  expect(await watchUntil(FAILS + 75, 60)).toBe(1);
  const view = await watchPeakDay({ ctx, input: { id, webUrl, keepDays } });
  const [first] = await heard();
  const { lead, rest } = runningHeadline(view);
  expect(lead).toMatch(
    /^(100% of requests fail|All requests (fail|have failed)|\d+(\.\d+)?% of requests fail)/,
  );
  expect(first?.title).toMatch(/^Sale of shop: .* of requests fail/);
  expect(JSON.parse(first?.body ?? "")).toMatchObject({
    type: "peak-day.state",
    peakDay: { id, service: "shop", url: `${webUrl}/peak-days/${id}` },
    state: "errors",
    previous: "calm",
    headline: { rest: expect.stringContaining("req/s in the last minute") },
    simulated: false,
  });
  expect(rest).toContain("req/s in the last minute");

  expect(await getDayAlert({ ctx, input: { id } })).toMatchObject({ state: "errors", channels: 4 });
  const owner = at(traffic.world.home.owner, FAILS + 80);
  const acknowledged = peakDayAlertAnswer.parse(await acknowledgeDayAlert({ ctx: owner, input: { id } }));
  expect(acknowledged).toMatchObject({ state: "errors", acknowledgedBy: expect.any(String) });
  await expect(acknowledgeDayAlert({ ctx, input: { id } })).rejects.toMatchObject({ code: "scope-missing" });

  expect(await watchUntil(WORKS + 240, FAILS + 90)).toBe(1);
  expect(await heard()).toHaveLength(2);
  expect((await heard()).at(-1)?.title).toMatch(/^Sale of shop: Back to normal\. 3.00 req\/s/);
  expect(await getDayAlert({ ctx, input: { id } })).toMatchObject({ state: "calm", acknowledgedAt: null });
  expect([await elsewhere(), await ofQuiet()].flat()).toEqual([]);
  expect(await ofShop()).toHaveLength(2);

  const [pagerduty = [], opsgenie = []] = await Promise.all(pages.map((read) => read()));
  const parsed = (one: { body: string }[]) => one.map(({ body }) => JSON.parse(body) as object);
  const key = `peak-day-${await serviceDayOf(traffic.world.test.services, { workspaceId: ctx.workspaceId, peakDayId: id })}`;
  expect(parsed(pagerduty)).toMatchObject([
    { event_action: "trigger", dedup_key: key, payload: { severity: "critical" } },
    { event_action: "resolve", dedup_key: key },
  ]);
  expect(parsed(opsgenie)).toMatchObject([
    { alias: key, priority: "P1", message: first?.title },
    { alias: key, note: expect.stringContaining("Back to normal") },
  ]);
  // What is stored can be read by everybody who manages: no key is in it.
  expect(JSON.stringify([pagerduty, opsgenie])).not.toMatch(/routing_key|apiKey/);
  await forget(id);
});

it("data that stops is told, and that the day ended meanwhile", async () => {
  const id = await plan("quiet", FAILS + 900);
  const heard = await listen("quiet");
  expect(await watchUntil(FAILS + 105, 60)).toBe(0);
  expect(await watchUntil(FAILS + 180, FAILS + 120)).toBe(1);
  expect((await heard()).map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Sale of quiet: No data for (2m|1\d\d s)/),
  ]);
  expect(await watchUntil(FAILS + 960, FAILS + 885)).toBe(1);
  const last = (await heard()).at(-1);
  expect(last?.title).toBe("Sale of quiet: The day is over. Something was still wrong when it ended.");
  // No all-clear, and nobody's incident is closed by it.
  expect(JSON.parse(last?.body ?? "")).toMatchObject({ state: "silent", previous: "silent" });
  expect(await watchUntil(FAILS + 1_020, FAILS + 975)).toBe(0);
  await forget(id);
});

it("planned work is silent, what is still wrong afterwards is told, and two processes tell it once", async () => {
  const id = await plan("shop");
  const heard = await listen("shop");
  const owner = at(traffic.world.home.owner, 200);
  const set = (body: object, ctx: Context = owner) => setDayAlert({ ctx, input: { id, body } });
  await expect(set({}, at(traffic.world.home.viewer, 200))).rejects.toMatchObject({ code: "scope-missing" });
  await expect(set({}, at(traffic.world.foreign.owner, 200))).rejects.toMatchObject({ code: "not-found" });
  await expect(set({ silencedUntil: iso(200 + 25 * 3_600) })).rejects.toMatchObject({
    field: "silencedUntil",
  });
  expect(await set({ minutes: 2, silencedUntil: iso(FAILS + 200) })).toMatchObject({
    minutes: 2,
    silencedUntil: iso(FAILS + 200),
    silencedBy: expect.any(String),
  });
  expect(await watchUntil(FAILS + 195, 215)).toBe(0);
  const check = () =>
    checkDayAlerts({ services: at(traffic.world.test.services, FAILS + 210), webUrl, keepDays });
  const both = await Promise.all([check(), check()]);
  expect(both.reduce((all, { told }) => all + told, 0)).toBe(1);
  expect(await heard()).toHaveLength(1);
  const audit = await traffic.inHome((tx) =>
    tx.prisma.auditEntry.findMany({ where: { action: "peak-day.alert", subjectId: id } }),
  );
  expect(audit.map(({ detail }) => detail)).toMatchObject([{ minutes: 2, silencedUntil: iso(FAILS + 200) }]);
  await forget(id);
});
