import { describe, expect, it } from "vitest";
import type { SourceKind } from "@headroom/core";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { ClassicHistograms } from "./classic-histograms.ts";

const AT = 1_795_254_167_468_000;

interface Line {
  name: string;
  tags?: Record<string, string>;
  value: number | null;
  at?: number;
  kind?: SourceKind;
}

/** Gathers lines, where null is the end of a series. */
function gather(...lines: Line[]): RecordedMetrics {
  const metrics = new RecordedMetrics();
  const classic = new ClassicHistograms(metrics);
  for (const { name, tags = {}, value, at = AT, kind = "histogram" } of lines) {
    const sorted = Object.entries(tags).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const series = classic.series({
      name,
      field: null,
      tags: sorted,
      unit: null,
      kind,
      temporality: "cumulative",
    });
    const time = { atMicros: at, startMicros: null };
    if (value === null) classic.stale(series, time);
    else classic.number(series, time, value);
  }
  classic.finish();
  return metrics;
}

function buckets(counts: Record<string, number>, more: Partial<Line> = {}): Line[] {
  return Object.entries(counts).map(([le, value]) => ({
    name: "x_bucket",
    value,
    ...more,
    tags: { ...more.tags, le },
  }));
}

describe("classic histograms", () => {
  it("are gathered from their buckets, sum and count, in any order", () => {
    const metrics = gather({ name: "x_count", value: 9 }, ...buckets({ "+Inf": 9, "0.5": 7, "0.1": 4 }), {
      name: "x_sum",
      value: 3.5,
    });
    expect(metrics.histograms).toEqual([
      {
        series: {
          name: "x",
          field: null,
          tags: [],
          unit: null,
          kind: "histogram",
          temporality: "cumulative",
        },
        time: { atMicros: AT, startMicros: null },
        value: {
          count: 9,
          sum: 3.5,
          min: null,
          max: null,
          buckets: { bounds: [0.1, 0.5], counts: [4, 3, 2] },
        },
      },
    ]);
    expect(metrics.numbers).toEqual([]);
  });

  it.each(["+Inf", "Inf", "inf", "+inf", "Infinity"])("end with le=%s", (last) => {
    const metrics = gather(...buckets({ "1": 1, "2.0": 2, "5e0": 2, [last]: 3 }));
    expect(metrics.histograms[0]?.value.buckets).toEqual({ bounds: [1, 2, 5], counts: [1, 1, 0, 1] });
    expect(metrics.histograms[0]?.value.sum).toBeNull();
  });

  it("are separate by labels and by time", () => {
    const metrics = gather(
      ...buckets({ "1": 1, "+Inf": 1 }, { tags: { path: "/a" } }),
      ...buckets({ "1": 2, "+Inf": 2 }, { tags: { path: "/b" } }),
      ...buckets({ "1": 3, "+Inf": 3 }, { tags: { path: "/a" }, at: AT + 1 }),
    );
    expect(metrics.histograms.map(({ series, value }) => [series.tags[0]?.[1], value.count])).toEqual([
      ["/a", 1],
      ["/a", 3],
      ["/b", 2],
    ]);
    expect(metrics.all).toHaveLength(2);
  });

  it("can come from several bodies, each with some of the series", () => {
    const metrics = new RecordedMetrics();
    const classic = new ClassicHistograms(metrics);
    const send = (le: string, value: number) => {
      const series = classic.series({
        name: "x_bucket",
        field: null,
        tags: [["le", le]],
        unit: null,
        kind: "unknown",
        temporality: "each",
      });
      classic.number(series, { atMicros: AT, startMicros: null }, value);
    };
    // One body, the other, and the first again after a lost answer.
    send("1", 4);
    send("+Inf", 6);
    send("1", 4);
    classic.finish();
    expect(metrics.histograms[0]?.value).toMatchObject({ count: 6, buckets: { counts: [4, 2] } });
  });

  it("end as a whole when their series end", () => {
    const metrics = gather(
      { name: "x_bucket", tags: { le: "+Inf" }, value: null },
      { name: "x_sum", value: null },
    );
    expect(metrics.ended.map(({ series }) => series.name)).toEqual(["x"]);
    expect(metrics.refusals).toEqual([]);
  });
});

describe("series that aren't a classic histogram stay as they are", () => {
  it("a summary's sum and count, and their end", () => {
    const metrics = gather(
      { name: "y_sum", value: 5, kind: "unknown" },
      { name: "y_count", value: 2, kind: "unknown" },
      { name: "y_sum", value: null, kind: "unknown", at: AT + 1 },
    );
    expect(metrics.numbers.map(({ series, value }) => [series.name, value])).toEqual([
      ["y_sum", 5],
      ["y_count", 2],
    ]);
    expect(metrics.ended.map(({ series }) => series.name)).toEqual(["y_sum"]);
  });

  it("a gauge with such a name, and a bucket without a bound or with a strange one", () => {
    const metrics = gather(
      { name: "water_bucket", value: 1 },
      { name: "x_bucket", tags: { le: "much" }, value: 2 },
      { name: "x_bucket", tags: { le: "-Inf" }, value: 3 },
      { name: "x_bucket", tags: { le: "" }, value: 4 },
      { name: "z_count", value: 5, kind: "gauge" },
    );
    expect(metrics.numbers.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5]);
    expect(metrics.histograms).toEqual([]);
  });
});

describe("a classic histogram that can't be used is refused with a reason", () => {
  it.each([
    ["no last bucket", { "1": 1, "2": 2 }, "it has no bucket with le=+Inf"],
    [
      "falling buckets",
      { "1": 3, "2": 2, "+Inf": 4 },
      "the bucket with le=2 counts less than the one below it",
    ],
    [
      "a falling last bucket",
      { "1": 3, "+Inf": 2 },
      "the bucket with le=+Inf counts less than the one below it",
    ],
    ["a negative bucket", { "1": -1, "+Inf": 2 }, "the bucket with le=1 counts less than the one below it"],
    ["two counts for one bound", { "1": 1, "1.0": 2, "+Inf": 2 }, "it has two buckets with le=1"],
  ])("%s", (_name, counts, reason) => {
    const metrics = gather(...buckets(counts));
    expect(metrics.histograms).toEqual([]);
    expect(metrics.refusals).toEqual([{ at: 1, reason: `the histogram x can't be used: ${reason}` }]);
  });
});
