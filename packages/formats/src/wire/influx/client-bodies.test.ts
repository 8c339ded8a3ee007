import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { DEFAULT_RULES, rulesOfSources, Sketch, TrafficFold } from "@headroom/core";
import { expect, it } from "vitest";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { decodeInflux } from "./decode-influx.ts";

const fixtures = join(import.meta.dirname, "fixtures");

function decode(body: Uint8Array) {
  const metrics = new RecordedMetrics();
  const result = decodeInflux(body, { precision: "ns" }, metrics);
  return { metrics, result };
}

/** Every body of a k6 run, and the latencies in k6's own raw file of the same run. */
it("agrees with k6's raw file of the same run", () => {
  const folder = join(fixtures, "k6-1.8.1");
  const truth = JSON.parse(readFileSync(join(folder, "truth.json"), "utf8"));
  const { metrics, result } = decode(gunzipSync(readFileSync(join(folder, "all.body.gz"))));
  expect(result).toMatchObject({ lines: truth.points, refused: 0 });
  const latencies = new Map<string, number[]>();
  for (const { series, value } of metrics.numbers) {
    if (series.name !== "http_req_duration" || series.field !== "value") continue;
    const name = new Map(series.tags).get("name") ?? "";
    latencies.set(name, [...(latencies.get(name) ?? []), value]);
  }
  const inOrder = (values: readonly number[]) => values.toSorted((a, b) => a - b);
  expect([...latencies.keys()].sort()).toEqual(Object.keys(truth.http_req_duration).sort());
  for (const [name, values] of latencies) {
    const expected = inOrder(truth.http_req_duration[name]);
    expect(inOrder(values)).toEqual(expected);
    const sketch = Sketch.of(values.map((millis) => Math.round(millis * 1_000)));
    expect(sketch.count).toBe(expected.length);
    for (const q of [0.5, 0.95, 0.99]) {
      const exact = (expected[Math.ceil(q * expected.length) - 1] as number) * 1_000;
      expect(Math.abs((sketch.quantile(q) as number) - exact) / exact).toBeLessThan(0.0051);
    }
  }
});

it("reads what JMeter's backend listener sends", () => {
  const { metrics, result } = decode(readFileSync(join(fixtures, "jmeter-5.6.3", "shop.body")));
  expect(result).toMatchObject({ refused: 0, unused: 0 });
  const all = metrics.numbers.filter(({ series }) => {
    const tags = new Map(series.tags);
    return tags.get("transaction") === "all" && tags.get("statut") === "all";
  });
  expect(Object.fromEntries(all.map(({ series, value }) => [series.field, value]))).toMatchObject({
    count: 226,
    countError: 3,
    avg: 57.080000000000005,
    "pct99.0": 297.96999999999997,
  });
});

it("counts what Micrometer's InfluxDB registry sends, with its means", () => {
  const traffic = new TrafficFold({
    rules: DEFAULT_RULES,
    foldPaths: true,
    nowMicros: 1_796_030_544_000_000,
    keyOf: (text) => text,
    isNews: () => false,
  });
  const body = readFileSync(join(fixtures, "micrometer-1.14.2", "shop.body"));
  expect(decodeInflux(body, { precision: "ms" }, traffic)).toMatchObject({ refused: 0 });
  const { cells, refusals } = traffic.finish();
  const totals = { requests: 0, errors: 0, millis: 0 };
  for (const { rule, cell } of cells) {
    expect(rule).toBe("micrometer-influx");
    totals.requests += cell.requests;
    totals.errors += cell.errors;
    totals.millis += (cell.sumMicros ?? Number.NaN) / 1_000;
  }
  // As the process that sent it had counted: its means are rounded to six digits.
  expect(totals).toMatchObject({ requests: 4_793, errors: 104 });
  expect(totals.millis).toBeCloseTo(261_003, 0);
  expect(new Set(cells.map(({ label }) => label))).toEqual(new Set(["GET /cart", "GET /pay/{id}"]));
  expect(refusals).toBe(0);
});

/** As docs/live-traffic.md shows it. */
it("shows JMeter's own p95 as a gauge to those who add it, and counts the same requests", () => {
  const gauge = rulesOfSources([
    {
      id: "own",
      name: "p95 by JMeter",
      kind: "gauge",
      unit: "ms",
      percent: false,
      parts: [
        {
          metric: "jmeter",
          field: "pct95.0",
          matchers: [
            { tag: "transaction", is: ["all"] },
            { tag: "statut", is: ["all"] },
          ],
        },
      ],
    },
  ]);
  const fold = (rules: typeof DEFAULT_RULES) => {
    const nowMicros = 1_795_254_900_000_000;
    const traffic = new TrafficFold({
      rules,
      foldPaths: true,
      nowMicros,
      keyOf: (text) => text,
      isNews: () => false,
    });
    decodeInflux(readFileSync(join(fixtures, "jmeter-5.6.3", "shop.body")), { precision: "ns" }, traffic);
    return traffic.finish();
  };
  const { gauges, cells } = fold([...gauge, ...DEFAULT_RULES]);
  const [p95] = gauges.filter(({ name }) => name === "p95 by JMeter");
  expect(p95).toMatchObject({ unit: "ms", cell: { count: 1, last: 263.44999999999965 } });
  expect(cells).toEqual(fold(DEFAULT_RULES).cells);
  expect(cells.reduce((sum, { cell }) => sum + cell.requests, 0)).toBe(226);
});
