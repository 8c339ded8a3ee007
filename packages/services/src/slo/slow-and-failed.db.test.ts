import { ALL_LABEL, tallyOf } from "@headroom/core";
import type { MetricSeries } from "@headroom/core";
import { sloReport } from "@headroom/contract";
import { readTrafficCells } from "@headroom/db";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TEST_WEB_URL as webUrl } from "../testing/importing.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { rollUpTraffic } from "../traffic/roll-up.ts";
import { createSlo } from "./create.ts";
import { getSloReport } from "./get-report.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };

let traffic: Traffic;
beforeAll(async () => {
  traffic = await Traffic.open();
});
afterAll(() => traffic.world.close());

/** Requests of up to 250 ms, up to 500 ms, and slower ones, by status. */
function scraped(second: number, byCode: Record<string, readonly [number, number, number]>) {
  const fold = bodyOf([]);
  const put = (suffix: string, value: number, tags: MetricSeries["tags"]) => {
    const unknown = { field: null, unit: null, kind: "unknown", temporality: "each" } as const;
    const series = fold.series({ name: `http_request_duration_seconds${suffix}`, ...unknown, tags });
    fold.number(series, { atMicros: second * 1e6, startMicros: null }, value);
  };
  for (const [code, [fast, medium, slow]] of Object.entries(byCode)) {
    const tags = [
      ["code", code],
      ["path", "/a"],
    ] as const;
    put("_bucket", fast, [...tags, ["le", "0.25"]]);
    put("_bucket", fast + medium, [...tags, ["le", "0.5"]]);
    put("_bucket", fast + medium + slow, [...tags, ["le", "+Inf"]]);
  }
  return fold;
}

it("requests that are slow and failed are bad once, exactly, where the source separates them", async () => {
  const from = Math.floor((now() - 3_600) / 600) * 600;
  // In each 15 s: 1,000 that succeed, 60 of them slow, and 40 that fail, 25 of them slow.
  const bodies = Array.from({ length: 41 }, (_, at) =>
    scraped(from + at * 15, { "200": [at * 900, at * 40, at * 60], "500": [at * 10, at * 5, at * 25] }),
  );
  const serviceId = await traffic.deliver("Shop", bodies);
  while ((await rollUpTraffic(traffic.world.test.services)) > 0);
  const good = { kind: "fast-without-error", latencyMicros: 500_000 } as const;
  const bad = 40 * (60 + 40);
  for (const step of [1, 10, 60, 600] as const) {
    const segment = { step, from: from - 600, to: now() };
    const cells = await traffic.inHome((tx) => readTrafficCells(tx, serviceId, segment, [ALL_LABEL]));
    const tallies = cells.map(({ cell }) => tallyOf(cell, good));
    const sum = (which: "badLow" | "badHigh") => tallies.reduce((all, tally) => all + tally[which], 0);
    expect([step, sum("badLow"), sum("badHigh")]).toEqual([step, bad, bad]);
  }
  const ctx = { ...traffic.world.home.owner, clock: () => new Date() };
  const body = {
    service: "shop",
    name: "Fast",
    objectivePercent: 99,
    latencyMs: 500,
    window: { kind: "rolling", days: 7 },
  };
  const { id } = await createSlo({ ctx, input: { body, webUrl } });
  const report = sloReport.parse(await getSloReport({ ctx, keepDays, input: { id } }));
  expect(report).toMatchObject({ requests: 40 * 1_040, bad: { low: bad, high: bad } });
});
