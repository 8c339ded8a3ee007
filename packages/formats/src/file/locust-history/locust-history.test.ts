import { mergeAllCells } from "@headroom/core";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { locustHistory } from "./index.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name));
const HEADER = fixture("long_stats_history.csv").toString().split("\r\n")[0] ?? "";
const START = 1_795_276_900;

/** A row of all requests, `at` seconds after the start. */
function row(
  at: number,
  requests: number,
  { errors = 0, p99 = "40", rate = "10.0", mean = "10.0" } = {},
): string {
  const percentiles = ["10", "10", "10", "10", "20", "20", "30", p99, "40", "40", "40"];
  const fields = [START + at, 5, "", "Aggregated", rate, "0.0", ...percentiles, requests, errors];
  return [...fields, 9, mean, 1.5, 40.25, 100].join(",");
}

function parse(...rows: string[]) {
  return parseAll(locustHistory, Buffer.from(`${[HEADER, ...rows].join("\r\n")}\r\n`));
}

function intervalsOf(...rows: string[]) {
  return parse(...rows).recorder.all.intervals.map(({ startMicros, seconds, cell }) => ({
    from: startMicros / 1_000_000 - START,
    seconds,
    requests: cell.requests,
    p99: cell.distribution.kind === "quoted" ? cell.distribution.micros.p99 : null,
  }));
}

describe("the course of a run", () => {
  it("is one of ten seconds each, with what was counted in them and the percentiles at their ends", () => {
    const rows = [
      row(0, 0),
      row(5, 50, { p99: "70" }),
      row(10, 100),
      row(15, 140, { p99: "80" }),
      row(20, 180, { p99: "90" }),
    ];
    expect(intervalsOf(...rows)).toEqual([
      { from: 0, seconds: 10, requests: 100, p99: 40_000 },
      { from: 10, seconds: 10, requests: 80, p99: 90_000 },
    ]);
  });

  it("ends with what is left, without percentiles that reach back into the interval before", () => {
    expect(intervalsOf(row(0, 0), row(10, 100), row(13, 130), row(14, 140)).at(-1)).toEqual({
      from: 10,
      seconds: 4,
      requests: 40,
      p99: null,
    });
  });

  it("keeps the percentiles of a run that is shorter than their window", () => {
    expect(intervalsOf(row(0, 0), row(4, 40))).toEqual([{ from: 0, seconds: 4, requests: 40, p99: 40_000 }]);
  });

  it("has no percentiles where Locust has not made its window yet", () => {
    expect(intervalsOf(row(0, 0), row(4, 40, { rate: "0.0" }))).toMatchObject([{ p99: null }]);
  });

  it("goes on where Locust began to count anew, and warns", () => {
    const { recorder, report } = parse(row(0, 0), row(10, 100), row(20, 30));
    expect(recorder.all.intervals.map(({ cell }) => cell.requests)).toEqual([100, 30]);
    expect(report.warnings).toMatchObject([{ code: "counts-reset", count: 1, lines: [4] }]);
  });

  it.each(["long_stats_history.csv", "aggregated-only_stats_history.csv"])(
    "adds up to the totals of %s",
    (name) => {
      const { recorder } = parseAll(locustHistory, fixture(name));
      for (const { total, intervals } of recorder.labels) {
        const sum = mergeAllCells(intervals.map(({ cell }) => cell));
        expect(sum).toMatchObject({ requests: total?.requests, errors: total?.errors });
        expect(sum.sumMicros).toBeCloseTo(total?.sumMicros ?? Number.NaN, 1);
        expect(Math.abs(sum.bytes - (total?.bytes ?? Number.NaN))).toBeLessThanOrEqual(intervals.length);
      }
      expect(recorder.all.intervals.map(({ seconds }) => seconds).slice(0, -1)).toEqual([10, 10, 10]);
    },
  );
});

it("takes names with commas, quotes and newlines", () => {
  const named = row(1, 5).replace(",,Aggregated", ',GET,"a, ""b""\nc"');
  expect(parse(row(0, 0), named).recorder.named[0]).toMatchObject({
    name: 'GET a, "b"\nc',
    total: { requests: 5 },
  });
});

it("measures users once a row of all requests", () => {
  const { recorder } = parse(row(0, 0), row(1, 10));
  expect(recorder.gauges).toEqual([
    {
      name: "users",
      unit: null,
      values: [
        { atMicros: START * 1_000_000, value: 5 },
        { atMicros: (START + 1) * 1_000_000, value: 5 },
      ],
    },
  ]);
});

describe("a row that cannot be", () => {
  it.each([
    [row(-2_000_000_000, 1), "Timestamp is not an epoch second between 2000 and 2100"],
    [row(2, 1.5), "Total Request Count is not a whole number"],
    [row(2, 1, { errors: 2 }), "Total Failure Count is not a whole number, or more than Total Request Count"],
    [row(-5, 1), "Timestamp is earlier than in a previous row"],
    ["1795276901,5", "has 2 of 24 columns"],
  ])("is left out: %s", (line, reason) => {
    const { report } = parse(row(0, 0), line, row(3, 3));
    expect(report).toMatchObject({ accepted: 2, refused: { count: 1, first: [{ line: 3, reason }] } });
  });
});
