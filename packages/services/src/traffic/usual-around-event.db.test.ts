import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MetricStatistic } from "@headroom/contract";
import { engineHere } from "../comparison/engine.ts";
import { getComparison } from "../comparison/get.ts";
import { getComparisonStatistics } from "../comparison/get-statistics.ts";
import { workComparison } from "../comparison/work-comparison.ts";
import { addServiceEvents } from "../service-event/add.ts";
import { TEST_IMPORT_LIMITS as limits } from "../testing/index.ts";
import { bodyOf, now, Traffic, type Value } from "../testing/traffic.ts";
import { compareAroundEvent } from "./compare-around-event.ts";
import { rollUpTraffic } from "./roll-up.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
const webUrl = "https://headroom.example";
const HOUR = 3_600;
const DAY = 24 * HOUR;

let home: Traffic;
let deployed: number;
beforeAll(async () => {
  home = await Traffic.open();
  deployed = Math.floor(now() / 60) * 60 - 80 * 60;
});
afterAll(() => home.world.close());

const iso = (second: number) => new Date(second * 1_000).toISOString();

/** 70 minutes on each side of a moment: a request every ten seconds, of which some have another label afterwards. */
function around(moment: number, { after, share = 0.5 }: { after: number; share?: number }): Value[] {
  return Array.from({ length: 840 }, (_, at) => {
    const isAfter = at >= 420;
    const name = (at % 10) / 10 < (isAfter ? share : 0.5) ? "/cart" : "/pay";
    // Not all the same: there is noise within a stretch, too.
    const value = (isAfter ? after : 20) * (1 + ((at * 7) % 11) / 200);
    return { second: moment + (at - 420) * 10, value, tags: { name, expected_response: "true" } };
  });
}

/** Traffic around the same time on earlier days: it changes by so much on each. */
async function deliverDays(service: string, afters: readonly number[]): Promise<void> {
  for (const [index, after] of afters.entries()) {
    // Only the last 24 hours are accepted, so it arrives as of today and is moved to its day.
    const moment = deployed - 4 * HOUR;
    const id = await home.deliver(service, [bodyOf(around(moment, { after }))]);
    while ((await rollUpTraffic(home.world.test.services)) > 0);
    await move(id, { from: moment - 2 * HOUR, to: moment + 2 * HOUR }, (index + 1) * DAY - 4 * HOUR);
  }
}

async function move(serviceId: string, range: { from: number; to: number }, by: number): Promise<void> {
  const client = new pg.Client(home.world.test.url);
  await client.connect();
  const of = "series_id in (select id from traffic_series where service_id = $1)";
  const within = "at >= to_timestamp($2) and at < to_timestamp($3)";
  const values = [serviceId, range.from, range.to];
  for (const step of [1, 10, 60, 600]) {
    await client.query(
      `insert into traffic_cell_${step} select (jsonb_populate_record(c, jsonb_build_object('at', c.at - make_interval(secs => $4)))).*
       from traffic_cell_${step} c where c.${of} and c.${within}`,
      [...values, by],
    );
    await client.query(`delete from traffic_cell_${step} where ${of} and ${within}`, values);
  }
  await client.end();
}

async function compare(service: string): Promise<{
  whole: (metric: string) => MetricStatistic | undefined;
  label: (name: string) => MetricStatistic | undefined;
  words: readonly string[];
}> {
  const { owner } = home.world.home;
  const ctx = { ...owner, clock: () => new Date() };
  const body = { at: iso(deployed), kind: "deploy", title: "v2" };
  const { events } = await addServiceEvents({ ctx: owner, input: { service, body } });
  const input = { service, eventId: events[0]?.id ?? "", limits, webUrl };
  const { before, after } = await compareAroundEvent({ ctx, uploads: home.world.uploads, keepDays, input });
  const runIds = [before.runId, after.runId];
  await getComparisonStatistics({ ctx: owner, input: { runIds } });
  const rows = await home.world.inHome((tx) =>
    tx.prisma.pairStatistics.findMany({ where: { state: "queued" } }),
  );
  const digests = rows.map(({ digest }) => Buffer.from(digest).toString("hex")).join(" ");
  const payload = { workspaceId: home.world.home.workspaceId, digests };
  const job = { payload, last: true, signal: new AbortController().signal };
  await workComparison({ services: home.world.test.services, job, engine: engineHere(100) });
  const [pair] = (await getComparisonStatistics({ ctx: owner, input: { runIds } })).pairs;
  const { comparability } = await getComparison({ ctx: owner, input: { runIds, webUrl } });
  const statistics = pair?.statistics;
  return {
    whole: (metric) => statistics?.whole.find((one) => one.metric === metric),
    label: (name) =>
      statistics?.labels.find(({ label }) => label === name)?.metrics.find(({ metric }) => metric === "p50"),
    words: comparability.flatMap(({ differences }) => differences.map(({ words }) => words)),
  };
}

/** Every day it rises by about 30% in that hour. */
const RAMPS = [26, 25.8, 26.3, 26.1, 25.9];

describe("a comparison around an event, with earlier days", () => {
  it("takes a change that every day has for none", async () => {
    await deliverDays("Ramp", RAMPS);
    await home.deliver("Ramp", [bodyOf(around(deployed, { after: 26 }))]);
    const { whole, label, words } = await compare("ramp");
    expect(whole("p50")).toMatchObject({ verdict: "no-detectable-change", usual: { days: 5 } });
    expect(whole("p50")?.usual?.low).toBeCloseTo(1.29, 1);
    expect(label("/cart")).toMatchObject({ verdict: "no-detectable-change", usual: { days: 5 } });
    expect(words.join(" ")).toContain("tested against the same hours of 5 earlier days");
  });

  it("finds what changed beyond that, in the whole and in a label", async () => {
    await deliverDays("Slower", RAMPS);
    await home.deliver("Slower", [bodyOf(around(deployed, { after: 34 }))]);
    const { whole, label } = await compare("slower");
    expect(whole("p50")?.verdict).toBe("regressed");
    expect(whole("p50")?.reason).toMatch(/^On 5 earlier days at the same hours it changed by \+/);
    expect(label("/cart")?.verdict).toBe("regressed");
    expect(whole("throughput")).toMatchObject({ verdict: "not-tested", usual: { days: 5 } });
  });

  it("blames no deploy when users asked for other things", async () => {
    await deliverDays("Mix", RAMPS);
    await home.deliver("Mix", [bodyOf(around(deployed, { after: 34, share: 0.9 }))]);
    const { whole, label } = await compare("mix");
    expect(whole("p50")?.verdict).toBe("differs");
    expect(whole("p50")?.reason).toContain("users also asked for other things than on those days");
    expect(label("/cart")?.verdict).not.toBe("no-detectable-change");
  });

  it("leaves out days with an event or a silence, and says nothing with too few others", async () => {
    await deliverDays("Few", RAMPS.slice(0, 4));
    await home.deliver("Few", [bodyOf(around(deployed, { after: 34 }))]);
    const body = { at: iso(deployed - DAY - 1_200), kind: "failure", title: "database away" };
    await addServiceEvents({ ctx: home.world.home.owner, input: { service: "few", body } });
    const { id } = await home.world.inHome((tx) =>
      tx.prisma.service.findFirstOrThrow({ where: { slug: "few" } }),
    );
    const silent = deployed - 2 * DAY;
    await move(id, { from: silent + 1_800, to: silent + HOUR }, 6 * HOUR);
    const { whole, words } = await compare("few");
    expect(whole("p50")).toMatchObject({ verdict: "not-tested", usual: null });
    expect(words.join(" ")).toContain("aren't controlled for");
  });
});
