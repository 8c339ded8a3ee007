import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatHgrm, Sketch } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { hgrm } from "./index.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name));
const HEADER = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n";

function parse(rows: string, unit: "ns" | "us" | "ms" | "s" = "ms") {
  return parseAll(hgrm, Buffer.from(HEADER + rows), { unit });
}

function bucketsOf(rows: string) {
  return parse(rows).recorder.all.total?.distribution;
}

describe("a percentile distribution", () => {
  it("is the buckets between its rows, each with exactly what lies in it", () => {
    expect(bucketsOf("1.5 0.0 1 1.00\n2.5 0.5 6 2.00\n2.5 0.55 6 2.22\n9.0 1.0 10\n")).toEqual({
      kind: "buckets",
      upperBoundsMicros: [1_500, 2_500, 9_000],
      counts: [1, 5, 4, 0],
      listedMicros: { p50: 2_500, p55: 2_500, p95: 9_000, p99: 9_000, "p99.9": 9_000, p100: 9_000 },
    });
  });

  it("states the percentiles of its rows, and no others", () => {
    const { distribution } = parseAll(hgrm, fixture("dist.hgrm"), { unit: "ms" }).recorder.all.total ?? {};
    if (distribution?.kind !== "buckets") throw new Error("no buckets");
    expect(distribution.listedMicros).toMatchObject({ p50: 9_087, p75: 12_927, p90: 18_111, p95: 22_863 });
    expect(distribution.listedMicros).not.toHaveProperty("p99");
  });

  it("states the percentiles whose rank a row's share and count cover", () => {
    // Rank 18 of 20 is the p90.
    const listed = (rows: string) => {
      const distribution = bucketsOf(rows);
      return distribution?.kind === "buckets" ? Object.keys(distribution.listedMicros ?? {}) : [];
    };
    expect(listed("1 0.1 1\n2.5 0.5 17\n9.0 0.95 20\n9.0 1.0 20\n")).toContain("p50");
    expect(listed("1 0.1 1\n2.5 0.5 18\n9.0 0.95 20\n9.0 1.0 20\n")).toContain("p90");
    expect(listed("1 0.1 1\n2.5 0.5 17\n9.0 0.95 20\n9.0 1.0 20\n")).not.toContain("p90");
  });

  it("that we wrote ourselves is read back, with every percentile between its bounds", () => {
    const sketch = Sketch.of(Array.from({ length: 5_000 }, (_, at) => 1_000 + at * 37));
    const { total } = parseAll(hgrm, Buffer.from(formatHgrm(sketch)), { unit: "ms" }).recorder.all;
    expect(total?.requests).toBe(5_000);
    const { distribution } = total ?? {};
    if (distribution?.kind !== "buckets") throw new Error("a percentile distribution is read as buckets");
    for (const q of [0.5, 0.9, 0.99, 0.999]) {
      let seen = 0;
      const at = distribution.counts.findIndex((count) => (seen += count) >= Math.ceil(q * 5_000));
      const [low, high] = [
        distribution.upperBoundsMicros[at - 1] ?? 0,
        distribution.upperBoundsMicros[at] ?? 0,
      ];
      const exact = 1_000 + (Math.ceil(q * 5_000) - 1) * 37;
      expect(low).toBeLessThan(exact);
      expect(high).toBeGreaterThanOrEqual(exact);
    }
  });

  it("has bounds of whole microseconds, as they are stored, with no less below them", () => {
    const bounds = (value: string, unit: "ns" | "ms") => {
      const distribution = parse(`${value} 1.0 10\n`, unit).recorder.all.total?.distribution;
      return distribution?.kind === "buckets" ? distribution.upperBoundsMicros : null;
    };
    expect(bounds("1.219", "ms")).toEqual([1_219]);
    expect(bounds("1500", "ns")).toEqual([2]);
    expect(() => bounds("9000000000", "ms")).toThrow(/more than 30 days\. Check the unit/);
  });

  it.each([
    ["dist.hgrm", "ms", { 0.5: 9_083, 0.9: 18_108, 0.95: 22_849, 0.99: 75_322, 0.999: 173_638 }],
    ["csv-us.hgrm", "us", { 0.5: 8_099, 0.9: 19_871, 0.95: 25_455, 0.99: 41_151, 0.999: 72_575 }],
  ] as const)("of %s holds the percentiles of its values between two bounds", (name, unit, percentiles) => {
    const { total } = parseAll(hgrm, fixture(name), { unit }).recorder.all;
    if (total?.distribution.kind !== "buckets") throw new Error("no buckets");
    const { upperBoundsMicros, counts } = total.distribution;
    for (const [share, micros] of Object.entries(percentiles)) {
      const rank = Math.ceil(Number(share) * total.requests);
      let seen = 0;
      const at = counts.findIndex((count) => (seen += count) >= rank);
      // Values are printed as the highest of their bucket, half a thousandth above their own at most.
      expect(upperBoundsMicros[at]).toBeGreaterThanOrEqual(micros);
      expect(upperBoundsMicros[at - 1]).toBeLessThanOrEqual(micros * 1.001);
    }
  });

  it("has the count, mean and extremes that are stated", () => {
    const { recorder, report } = parseAll(hgrm, fixture("dist.hgrm"), { unit: "ms" });
    expect(recorder.all.total).toMatchObject({ requests: 20_000, minMicros: 1_219, maxMicros: 296_703 });
    expect((recorder.all.total?.sumMicros ?? 0) / 20_000).toBeCloseTo(11_692, 6);
    expect(report).toMatchObject({
      source: "buckets",
      latencyRelativeError: 1 / 2_048,
      latencyResolutionMicros: 1,
    });
  });

  it("may lack what stands below its rows", () => {
    const { recorder, report } = parse("1.5 0.0 1 1.00\n9.0 1.0 10 inf\n");
    expect(recorder.all.total).toMatchObject({ requests: 10, sumMicros: null, maxMicros: 9_000 });
    expect(report.latencyRelativeError).toBe(0);
  });

  it("is not read without its unit, which it does not say", () => {
    expect(() => parseAll(hgrm, fixture("dist.hgrm"))).toThrow(
      expect.objectContaining({ code: "parameter-missing", field: "unit" }),
    );
  });

  it.each([
    ["1.5 0.0 1 1.00\n2.5 0.5 6 2.00\n", "file-truncated", "ends before its last percentile"],
    [
      "9.0 1.0 10\n#[Max     =        9.000, Total count    =            11]\n",
      "file-unreadable",
      "10 values in its rows, but a total of 11",
    ],
    [
      "2.5 0.5 6 2.00\n1.5 1.0 10\n",
      "file-unreadable",
      "at line 4: value, percentile and count must not decrease",
    ],
    ["2.5 0.5\n", "file-unreadable", "at line 3: it is not a value, percentile and count"],
    ["-2.5 1.0 4\n", "file-unreadable", "at line 3: it is not a value, percentile and count"],
  ])("that cannot be is refused: %j", (rows, code, message) => {
    expect(() => parse(rows)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });
});
