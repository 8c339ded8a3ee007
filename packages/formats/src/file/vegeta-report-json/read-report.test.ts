import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { vegetaReportJson } from "./index.ts";

const text = readFileSync(join(import.meta.dirname, "fixtures/results.report.json"), "utf8");
const whole: Record<string, unknown> = JSON.parse(text);
const parse = (change: Record<string, unknown> = {}) =>
  parseAll(vegetaReportJson, Buffer.from(JSON.stringify({ ...whole, ...change })));

describe("a JSON report of vegeta", () => {
  it("lasts from its first request to its last answer", () => {
    const { report } = parse();
    expect(report.startedAtMicros).toBe(Date.UTC(2026, 10, 21, 10, 26, 39, 301) * 1_000);
    expect(report.durationSeconds).toBeCloseTo(8.262191, 5);
  });

  it("has failures by status; errors that no status names belong to those never answered", () => {
    const { recorder } = parse({
      status_codes: { "0": 2, "200": 470, "404": 5, "500": 3 },
      errors: ["500 Internal Server Error", 'Get "http://h/": EOF'],
    });
    expect(recorder.all.total?.errors).toBe(10);
    expect(Object.fromEntries(recorder.all.failures)).toEqual({
      EOF: 2,
      "404": 5,
      "500 Internal Server Error": 3,
    });
  });

  it("of no requests has no latencies", () => {
    const { report, recorder } = parse({
      requests: 0,
      status_codes: {},
      errors: null,
      earliest: "0001-01-01T00:00:00Z",
    });
    expect(report).toMatchObject({ source: "none", clock: "none", startedAtMicros: null });
    expect(recorder.all.total).toMatchObject({ requests: 0, sumMicros: null, minMicros: null });
  });

  it("is refused by the place where it is none", () => {
    expect(() => parse({ requests: -1 })).toThrow(
      expect.objectContaining({ code: "file-unreadable", field: "requests" }),
    );
  });
});
