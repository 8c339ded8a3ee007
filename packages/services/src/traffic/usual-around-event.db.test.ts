import { ALL_LABEL, DAY_SECONDS, HOUR_SECONDS, mergeAllCells } from "@headroom/core";
import { findTrafficSeries, writeTrafficCells } from "@headroom/db";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MetricStatistic } from "@headroom/contract";
import { engineHere } from "../comparison/engine.ts";
import { getComparison } from "../comparison/get.ts";
import { getComparisonStatistics } from "../comparison/get-statistics.ts";
import { workComparison } from "../comparison/work-comparison.ts";
import { addServiceEvents } from "../service-event/add.ts";
import { TEST_IMPORT_LIMITS as limits } from "../testing/index.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import type { Value } from "../testing/traffic.ts";
import { compareAroundEvent } from "./compare-around-event.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
const webUrl = "https://headroom.example";

let home: Traffic;
let client: pg.Client;
let deployed: number;
/** The service with the days that become the earlier ones of others. */
let earlier: string;
beforeAll(async () => {
  home = await Traffic.open();
  deployed = Math.floor(now() / 60) * 60 - 80 * 60;
  earlier = await deliverDays();
  client = new pg.Client(home.world.test.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await home.world.close();
});

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

/** What earlier days have after that hour, in turn: it rises by about 30%. */
const RAMPS = [26.2, 25.8];
const DAYS = 5;

/** When the earlier days are delivered: only the last 24 hours are accepted. */
const deliveredAt = (ramp: number) => deployed - (ramp + 1) * 4 * HOUR_SECONDS;

async function deliverDays(): Promise<string> {
  const days = RAMPS.map((after, ramp) => bodyOf(around(deliveredAt(ramp), { after })));
  const id = await home.deliver("Earlier days", days);
  for (const label of [ALL_LABEL, "/cart", "/pay"]) await addUp(id, label);
  return id;
}

/** Writes the coarser cells of a label, all at once: the product does so minute by minute, which takes seconds for a day. */
async function addUp(service: string, label: string): Promise<void> {
  const cells = await home.cellsOf(service, 1, label);
  const [series] = await home.inHome((tx) => findTrafficSeries(tx, service, [{ kind: "requests", label }]));
  const seriesId = series?.id;
  if (typeof seriesId !== "number") throw new RangeError(`Nothing was delivered of ${label}.`);
  await home.world.test.db.asJobs(async (tx) => {
    for (const step of [10, 60, 600] as const) {
      const stretches = Map.groupBy(cells, ({ second }) => Math.floor(second / step) * step);
      const rows = [...stretches].map(([second, own]) => {
        return { seriesId, second, cell: mergeAllCells(own.map(({ cell }) => cell)) };
      });
      await writeTrafficCells(tx, step, rows);
    }
  });
}

/** Gives a service its traffic around the event, and so many earlier days. Returns its ID. */
async function deliver(
  service: string,
  { days = DAYS, ...today }: { after: number; share?: number; days?: number },
): Promise<string> {
  const id = await home.deliver(service, [bodyOf(around(deployed, today))]);
  for (let day = 1; day <= days; day += 1) {
    const from = deliveredAt(day % RAMPS.length);
    await copyCells({ from: earlier, to: id }, aroundHours(from), deployed - day * DAY_SECONDS - from);
  }
  return id;
}

interface Range {
  from: number;
  to: number;
}

const aroundHours = (moment: number): Range => ({
  from: moment - 2 * HOUR_SECONDS,
  to: moment + 2 * HOUR_SECONDS,
});

const FIGURES =
  "requests, errors, items, bytes, sum_us, min_us, max_us, dist_kind, dist, dist_failed, without_outcome";

/** Copies the cells of one service to another, so many seconds later. */
async function copyCells(service: { from: string; to: string }, range: Range, by: number): Promise<void> {
  for (const step of STEPS)
    await client.query(
      `insert into traffic_cell_${step} (series_id, at, ${FIGURES})
       select own.id, c.at + make_interval(secs => $5), ${FIGURES}
       from traffic_cell_${step} c join traffic_series theirs on theirs.id = c.series_id
       join traffic_series own on own.service_id = $2 and (own.kind, own.label) = (theirs.kind, theirs.label)
       where theirs.service_id = $1 and c.at >= to_timestamp($3) and c.at < to_timestamp($4)`,
      [service.from, service.to, range.from, range.to, by],
    );
}

/** Removes the cells of a stretch, as if the service had been silent. */
async function silence(service: string, range: Range): Promise<void> {
  for (const step of STEPS)
    await client.query(
      `delete from traffic_cell_${step} where series_id in (select id from traffic_series where service_id = $1)
         and at >= to_timestamp($2) and at < to_timestamp($3)`,
      [service, range.from, range.to],
    );
}

const STEPS = [1, 10, 60, 600];

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

describe("a comparison around an event, with earlier days", () => {
  it("takes a change that every day has for none", async () => {
    await deliver("Ramp", { after: 26 });
    const { whole, label, words } = await compare("ramp");
    expect(whole("p50")).toMatchObject({ verdict: "no-detectable-change", usual: { days: 5 } });
    expect(whole("p50")?.usual?.low).toBeCloseTo(1.29, 1);
    expect(label("/cart")).toMatchObject({ verdict: "no-detectable-change", usual: { days: 5 } });
    expect(words.join(" ")).toContain("tested against the same hours of 5 earlier days");
  });

  it("finds what changed beyond that, in the whole and in a label", async () => {
    await deliver("Slower", { after: 34 });
    const { whole, label } = await compare("slower");
    expect(whole("p50")?.verdict).toBe("regressed");
    expect(whole("p50")?.reason).toMatch(/^On 5 earlier days at the same hours it changed by \+/);
    expect(label("/cart")?.verdict).toBe("regressed");
    expect(whole("throughput")).toMatchObject({ verdict: "not-tested", usual: { days: 5 } });
  });

  it("blames no deploy when users asked for other things", async () => {
    await deliver("Mix", { after: 34, share: 0.9 });
    const { whole, label } = await compare("mix");
    expect(whole("p50")?.verdict).toBe("differs");
    expect(whole("p50")?.reason).toContain("users also asked for other things than on those days");
    expect(label("/cart")?.verdict).not.toBe("no-detectable-change");
  });

  it("leaves out days with an event or a silence, and says nothing with too few others", async () => {
    const id = await deliver("Few", { after: 34, days: 4 });
    const body = { at: iso(deployed - DAY_SECONDS - 1_200), kind: "failure", title: "database away" };
    await addServiceEvents({ ctx: home.world.home.owner, input: { service: "few", body } });
    const silent = deployed - 2 * DAY_SECONDS;
    await silence(id, { from: silent + 1_800, to: silent + HOUR_SECONDS });
    const { whole, words } = await compare("few");
    expect(whole("p50")).toMatchObject({ verdict: "not-tested", usual: null });
    expect(words.join(" ")).toContain("aren't controlled for");
  });
});
