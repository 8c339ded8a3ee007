import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SECOND_MICROS } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { tsungLog } from "./index.ts";

const text = readFileSync(join(import.meta.dirname, "fixtures/failing.tsung.log"), "utf8");
const parse = (log: string) => parseAll(tsungLog, Buffer.from(log));

describe("the log of Tsung", () => {
  const { recorder } = parse(text);

  it("has intervals from dump to dump, the first as long as the second", () => {
    const intervals = recorder.all.intervals.map(({ startMicros, seconds, cell }) => [
      startMicros / SECOND_MICROS,
      seconds,
      cell.requests,
      cell.errors,
    ]);
    expect(intervals).toEqual([
      [1_700_000_000, 5, 42, 6],
      [1_700_000_005, 5, 50, 0],
      [1_700_000_010, 2, 13, 4],
    ]);
  });

  it("with one or two dumps begins ten seconds before the first", () => {
    const twoDumps = text.slice(0, text.lastIndexOf("# stats"));
    const oneDump = text.slice(0, text.indexOf("# stats", 10));
    for (const log of [oneDump, twoDumps]) {
      expect(parse(log).recorder.all.intervals[0]).toMatchObject({
        startMicros: 1_699_999_995 * SECOND_MICROS,
        seconds: 10,
      });
    }
  });

  it("has extremes of the first stretch and of the whole, as it keeps them since the start", () => {
    const extremes = recorder.all.intervals.map(({ cell }) => cell.maxMicros);
    expect(extremes).toEqual([50_250, null, null]);
    expect(recorder.named[0]).toMatchObject({ name: "tr_log in", kind: "transaction" });
    expect(recorder.named[0]?.total).toMatchObject({ requests: 50, maxMicros: 90_000 });
  });

  it("has the mean of each stretch", () => {
    const means = recorder.all.intervals.map(({ cell }) => (cell.sumMicros ?? Number.NaN) / cell.requests);
    expect(means).toEqual([10_500, 20_000, 5_000]);
  });

  it("says why requests failed", () => {
    expect(Object.fromEntries(recorder.all.failures)).toEqual({
      404: 4,
      503: 1,
      error_connect_econnrefused: 2,
      error_timeout: 3,
    });
  });

  it("counts an answer without a status as failed, and errors of variables not at all", () => {
    const log = text.replace(
      "stats: 503 1 1",
      "stats: error_no_http_status 2 2\nstats: error_json_unparsable 7 7",
    );
    const { recorder: read, report } = parse(log);
    expect(read.all.total).toMatchObject({ requests: recorder.all.total?.requests, errors: 11 });
    expect(report.warnings).toMatchObject([
      { code: "other-errors", detail: expect.stringContaining("error_json_unparsable (7)") },
    ]);
  });

  it("measures users and machines at each dump", () => {
    expect(
      recorder.gauges.map(({ name, unit, values }) => [name, unit, values.map(({ value }) => value)]),
    ).toEqual([
      ["users", null, [7, 9, 0]],
      ["cpu db@shop-1", "%", [41.5, 41.5, 41.5]],
    ]);
  });

  it.each([
    ["stats: request many 1 2 3", 'is not a statistics line: "stats: request many 1 2 3"'],
    ["stats: request 1.5 1 0 2 1 0 0", 'is not a statistics line: "stats: request 1.5 1 0 2 1 0 0"'],
    ["# stats: dump at 1700000012", "is not later than the previous dump"],
    ["# stats: dump at 999999999", null],
    ["stats: request 2 -1.5 0 2 1 0 0", "has latencies that are negative or longer than 30 days: request"],
    ["stats: tr_a 2 9e9 0 9e9 1 0 0", "has latencies that are negative or longer than 30 days: tr_a"],
  ])("refuses %j", (line, reason) => {
    const { report } = parse(`${text}${line}\n`);
    expect(report.refused.count).toBe(1);
    expect(report.accepted).toBe(parse(text).report.accepted);
    expect(report.refused.first[0]?.reason).toBe(reason ?? "is not later than the previous dump");
  });

  it("does not grow with names without end", () => {
    const names = Array.from({ length: 10_010 }, (_, at) => `stats: error_${at} 1 1\n`).join("");
    expect(parse(text + names).report.refused.count).toBeGreaterThanOrEqual(10);
    const others = Array.from({ length: 10_010 }, (_, at) => `stats: other_${at} 1 1\n`).join("");
    expect(parse(text + others).report.refused.count).toBe(0);
  });
});
