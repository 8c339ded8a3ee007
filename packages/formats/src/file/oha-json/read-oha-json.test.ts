import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { ohaJson } from "./index.ts";

const read = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, "fixtures", name), "utf8"));
const parse = (report: Record<string, unknown>) => parseAll(ohaJson, Buffer.from(JSON.stringify(report)));

describe("a report of oha", () => {
  it("has its duration, bytes and every percentile", () => {
    const { report, recorder } = parse(read("product.json"));
    expect(report.durationSeconds).toBe(1.8023250979999998);
    expect(recorder.all.total?.bytes).toBe(666_000);
    expect(recorder.all.total?.distribution).toMatchObject({
      micros: { p25: expect.any(Number), "p99.99": expect.any(Number) },
    });
  });

  it("counts failures without an answer, and not what its end cut off", () => {
    const { recorder } = parse(read("time-and-failures.json"));
    expect(Object.fromEntries(recorder.all.failures)).toEqual({
      404: 20,
      500: 10,
      "connection closed before message completed": 15,
      timeout: 5,
    });
  });

  it("has no latencies when nothing was answered", () => {
    const { report, recorder } = parse({
      ...read("product.json"),
      summary: { successRate: 0, total: 1, slowest: null, fastest: null, average: null, totalData: 0 },
      latencyPercentiles: { p50: null, p99: null },
      statusCodeDistribution: {},
      errorDistribution: { "Connection refused (os error 111)": 12 },
    });
    expect(report.source).toBe("none");
    expect(recorder.all.total).toMatchObject({ requests: 12, errors: 12, sumMicros: null });
  });

  it("is refused by the place where it is none", () => {
    expect(() => parse({ ...read("product.json"), statusCodeDistribution: { 200: -1 } })).toThrow(
      expect.objectContaining({ code: "file-unreadable", field: "statusCodeDistribution.200" }),
    );
  });
});
