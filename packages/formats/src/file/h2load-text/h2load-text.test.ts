import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { h2loadText } from "./index.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
const parse = (text: string) => parseAll(h2loadText, Buffer.from(text));

describe("a report of h2load", () => {
  it("has its duration, bytes and rounding", () => {
    const { report, recorder } = parse(fixture("product.txt"));
    expect(report).toMatchObject({ source: "none", durationSeconds: 1.93 });
    expect(report).toMatchObject({ latencyResolutionMicros: 10, latencyRelativeError: 0.005 });
    expect(recorder.all.total?.bytes).toBe(980_000);
  });

  it("has percentiles where its version prints them, and reasons of failures", () => {
    const { report, recorder } = parse(fixture("failing-percentiles.txt"));
    expect(report.source).toBe("quoted");
    expect(Object.fromEntries(recorder.all.failures)).toEqual({
      "4xx": 20,
      "5xx": 10,
      timeout: 5,
      "no answer": 7,
    });
  });

  it("has no latencies when nothing was answered", () => {
    const text = fixture("product.txt")
      .replace(/2000 done.*/, "2000 done, 0 succeeded, 2000 failed, 2000 errored, 0 timeout")
      .replace(/(time for request: ).*/, "$1 0us 0us 0us 0us 0.00%");
    expect(parse(text).recorder.all.total).toMatchObject({ requests: 2_000, errors: 2_000, sumMicros: null });
  });

  it("without its table is refused", () => {
    const text = fixture("product.txt").replace(/^time for request.*/m, "");
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: "file-unreadable" }));
  });
});
