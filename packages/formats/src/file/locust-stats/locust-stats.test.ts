import { RunAggregation } from "@headroom/core";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { locustFailures } from "../locust-failures/index.ts";
import { locustHistory } from "../locust-history/index.ts";
import { locustStats } from "./index.ts";

const fixture = (path: string) => readFileSync(join(import.meta.dirname, "..", path));
const HEADER =
  "Type,Name,Request Count,Failure Count,Median Response Time,Average Response Time,Min Response Time," +
  "Max Response Time,Average Content Size,Requests/s,Failures/s,50%,99%,99.999%,100%";

function parse(...rows: string[]) {
  return parseAll(locustStats, Buffer.from(`${[HEADER, ...rows].join("\r\n")}\r\n`));
}

describe("a row", () => {
  it("quotes whichever percentiles Locust was told to write", () => {
    const { recorder } = parse(
      "GET,/a,10,1,5,6.5,1.5,90.25,100.5,2.0,0.2,5,80,90,90",
      ",Aggregated,10,1,5,6.5,1,2,3,2.0,0,5,8,9,9",
    );
    expect(recorder.named[0]?.total).toEqual({
      requests: 10,
      errors: 1,
      items: 10,
      bytes: 1_005,
      sumMicros: 65_000,
      minMicros: 1_500,
      maxMicros: 90_250,
      distribution: { kind: "quoted", micros: { p50: 5_000, p99: 80_000, "p99.999": 90_000, p100: 90_000 } },
    });
  });

  it("has no latencies where nothing was answered", () => {
    const { recorder } = parse(",Aggregated,0,0,0,0.0,0,0,0.0,0.0,0.0,N/A,N/A,N/A,N/A");
    expect(recorder.all.total).toMatchObject({
      requests: 0,
      sumMicros: null,
      distribution: { kind: "none" },
    });
  });

  it("may have no type, as of requests that are none of HTTP", () => {
    expect(parse(",checkout,1,0,5,5,5,5,0,1.0,0,5,5,5,5").recorder.named[0]?.name).toBe("checkout");
  });

  it.each([
    ["GET,/a,x,1,5,6.5,1.5,90.25,100.5,2.0,0.2,5,80,90,90", "Request Count is not a whole number"],
    [
      "GET,/a,1,2,5,6.5,1.5,90.25,100.5,2.0,0.2,5,80,90,90",
      "Failure Count is not a whole number, or more than Request Count",
    ],
    ["GET,/a,1", "has 3 of 15 columns"],
  ])("is left out if it cannot be: %s", (row, reason) => {
    expect(parse(row).report.refused).toMatchObject({ count: 1, first: [{ line: 2, reason }] });
  });
});

describe("all requests", () => {
  it("last as long as they take at their rate", () => {
    expect(parse(",Aggregated,10,1,5,6.5,1,2,3,2.0,0,5,8,9,9").report.durationSeconds).toBe(5);
  });

  it("are counted from the labels where their row is missing, without percentiles", () => {
    const label = "GET,/a,10,1,5,6.5,1.5,90.25,100.5,2.0,0.2,5,80,90,90";
    const { recorder, report } = parse(label, label.replace("/a", "/b").replace("80,90,90", "80,95,95"));
    expect(recorder.all.total).toMatchObject({ requests: 20, errors: 2, distribution: { kind: "none" } });
    expect(report.warnings).toMatchObject([{ code: "no-total" }]);
  });
});

it("makes one run with its course and its failures, in any order", () => {
  const files = [
    [locustStats, "locust-stats/fixtures/shop_stats.csv"],
    [locustHistory, "locust-history/fixtures/shop_stats_history.csv"],
    [locustFailures, "locust-failures/fixtures/shop_failures.csv"],
  ] as const;
  for (const order of [files, files.toReversed()]) {
    const run = new RunAggregation();
    for (const [format, path] of order) {
      const parser = format.open(run, {});
      parser.write(fixture(path));
      parser.end();
    }
    const { all, failures, labels, allFinestStepSeconds } = run.finish();
    expect(all).toMatchObject({ requests: 680, errors: 1, distribution: { micros: { p95: 160_000 } } });
    expect(Object.fromEntries(labels.map(({ name, total }) => [name, total.requests]))).toEqual({
      "GET /cached": 208,
      "POST /checkout": 61,
      "GET /product": 258,
      "GET /search": 153,
    });
    expect(failures).toMatchObject([{ times: 1 }]);
    expect(allFinestStepSeconds).toBe(10);
  }
});
