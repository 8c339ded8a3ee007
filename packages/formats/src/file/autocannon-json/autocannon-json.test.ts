import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { autocannonJson } from "./index.ts";

const bytes = readFileSync(join(import.meta.dirname, "fixtures/search.json"));
const search: Record<string, unknown> = JSON.parse(bytes.toString());

function parse(change: Record<string, unknown> = {}) {
  return parseAll(autocannonJson, Buffer.from(JSON.stringify({ ...search, ...change })));
}

describe("an autocannon result", () => {
  it("is one of a closed load, with its start, duration and bytes", () => {
    const { report, recorder } = parse();
    expect(report).toMatchObject({
      loadModel: "closed",
      source: "quoted",
      startedAtMicros: Date.UTC(2026, 10, 21, 9, 58, 36, 831) * 1_000,
      durationSeconds: 6.02,
    });
    expect(recorder.all.total?.bytes).toBe(983_313);
    expect(recorder.all.total?.distribution).toMatchObject({
      micros: { "p99.999": 149_000, "p2.5": 15_000 },
    });
  });

  it("counts connections that failed as requests, beside those that were answered", () => {
    const { recorder } = parse({ errors: 9, timeouts: 4, "5xx": 2, statusCodeStats: { 503: { count: 2 } } });
    expect(recorder.all.total).toMatchObject({ requests: 720, errors: 11 });
    expect(Object.fromEntries(recorder.all.failures)).toEqual({ 503: 2, timeout: 4, "connection error": 5 });
  });

  it("has an open load where it corrected latencies for coordinated omission", () => {
    const latency = { ...(search.latency as object), totalCount: 900 };
    expect(parse({ latency }).report.loadModel).toBe("open");
  });

  it("has no latencies when nothing was answered", () => {
    const { report, recorder } = parse({
      latency: { average: 0, mean: 0, min: 0, max: 0, p50: 0, totalCount: 0 },
      requests: { total: 0 },
      errors: 40,
    });
    expect(report.source).toBe("none");
    expect(recorder.all.total).toMatchObject({ requests: 40, errors: 40, sumMicros: null, minMicros: null });
  });

  it("is refused with the place where it is none", () => {
    expect(() => parse({ requests: { total: -1 } })).toThrow(
      expect.objectContaining({ code: "file-unreadable", field: "requests.total" }),
    );
  });
});
