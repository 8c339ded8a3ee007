import { mergeAllCells } from "@headroom/core";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { locustJson } from "./index.ts";

const bytes = readFileSync(join(import.meta.dirname, "fixtures/shop.json"));
const entries: Record<string, unknown>[] = JSON.parse(bytes.toString());

function parse(change: Record<string, unknown>) {
  return parseAll(locustJson, Buffer.from(JSON.stringify([{ ...entries[0], ...change }])));
}

describe("a result of locust --json", () => {
  it("has a histogram of each label, whose sum is all requests", () => {
    const { recorder, report } = parseAll(locustJson, bytes);
    const { total } = recorder.all;
    expect(report).toMatchObject({ source: "sketch", latencyRelativeError: 0.05, clock: "absolute" });
    expect(total?.distribution).toMatchObject({ kind: "sketch", failed: null });
    expect(total?.distribution.kind === "sketch" && total.distribution.all.count).toBe(732);
  });

  it("has a course by the second, which adds up to the whole", () => {
    const { recorder, report } = parseAll(locustJson, bytes);
    for (const { total, intervals } of recorder.labels) {
      const { requests, errors } = mergeAllCells(intervals.map(({ cell }) => cell));
      expect({ requests, errors }).toEqual({ requests: total?.requests, errors: total?.errors });
    }
    expect(recorder.all.intervals[0]).toMatchObject({ startMicros: 1_795_254_505_000_000, seconds: 1 });
    expect(report.durationSeconds).toBeCloseTo(8.542, 3);
  });

  it("may have requests without a latency, and then has no more than the others'", () => {
    const { recorder } = parse({
      num_requests: 5,
      num_none_requests: 5,
      response_times: {},
      num_failures: 5,
    });
    expect(recorder.all.total).toMatchObject({
      requests: 5,
      sumMicros: null,
      minMicros: null,
      distribution: { kind: "none" },
    });
  });

  it.each([
    [{ num_requests: -1 }, "0.num_requests"],
    [{ response_times: { "-5": 1 } }, "0.response_times.-5"],
    [{ response_times: { 9999999999: 1 } }, "0.response_times.9999999999"],
    [{ num_reqs_per_sec: { 12: 1 } }, "0.num_reqs_per_sec.12"],
    [{ start_time: 12 }, "0.start_time"],
  ])("is refused with the place where it is none: %j", (change, field) => {
    expect(() => parse(change)).toThrow(expect.objectContaining({ code: "file-unreadable", field }));
  });
});
