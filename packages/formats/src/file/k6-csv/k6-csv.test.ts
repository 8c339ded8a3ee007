import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { k6Csv } from "./index.ts";

const HEADER =
  "metric_name,timestamp,metric_value,error,error_code,expected_response,name,status,url,extra_tags";

interface Row {
  metric?: string;
  time?: string;
  value?: string;
  error?: string;
  errorCode?: string;
  expected?: string;
  name?: string;
  status?: string;
  url?: string;
}

function row(of: Row = {}): string {
  const {
    metric = "http_req_duration",
    time = "1795200000",
    value = "5.250000",
    error = "",
    errorCode = "",
  } = of;
  const { expected = "true", name = "home", status = "200", url = "http://x/" } = of;
  return [metric, time, value, error, errorCode, expected, name, status, url, ""].join(",");
}

function parse(...rows: string[]) {
  return parseAll(k6Csv, Buffer.from([HEADER, ...rows, ""].join("\n")));
}

describe("a request", () => {
  it.each([
    ["1795200000", 0],
    ["1795200000123", 123_000],
    ["1795200000123456", 123_456],
    ["1795200000123456499", 123_456],
    ["2026-11-20T18:40:00Z", 0],
    ["2026-11-20T18:40:00.5Z", 500_000],
    ["2026-11-20T20:40:00.123456789+02:00", 123_456],
  ])("may end at %s", (time, micros) => {
    expect(parse(row({ time })).recorder.lastCompletionMicros).toBe(1_795_200_000_000_000 + micros);
  });

  it.each([
    [{ time: "yesterday" }, 'timestamp: timestamp is not a time between 2000 and 2100: "yesterday"'],
    [{ time: "17952" }, 'timestamp: timestamp is not a time between 2000 and 2100: "17952"'],
    [
      { time: "2026-11-20T18:40:00" },
      'timestamp: timestamp is not a time between 2000 and 2100: "2026-11-20T18:40:00"',
    ],
    [{ value: "-1.000000" }, 'metric_value: metric_value is negative: "-1.000000"'],
    [{ value: "NaN" }, 'metric_value: metric_value is not a number: "NaN"'],
    [{ value: "9000000000000" }, 'metric_value: metric_value is longer than 30 days: "9000000000000"'],
    [{ name: "a,b" }, "null: has 11 of 10 columns"],
  ])("is left out with %j", (of, reason) => {
    const { report } = parse(row(), row(of), row());
    expect(report).toMatchObject({ accepted: 2, refused: { count: 1 } });
    const [first] = report.refused.first;
    expect(first).toMatchObject({ line: 3, byte: HEADER.length + row().length + 2 });
    expect(`${first?.column}: ${first?.reason}`).toBe(reason);
  });

  it("is named by its name, else its url, and by nothing where a script leaves both out", () => {
    const { recorder } = parse(
      row(),
      row({ name: "" }),
      row({ name: "", url: "" }),
      row({ name: '"a, ""b""\nc"' }),
    );
    expect(recorder.countsOf("request")).toEqual({ home: 1, "http://x/": 1, "(no name)": 1, 'a, "b"\nc': 1 });
  });

  it("that fails says why: by its status, by k6's error where there was no answer", () => {
    const expected = "false";
    const { recorder } = parse(
      row({ expected, status: "503", errorCode: "1503" }),
      row({ expected, status: "0", error: "dial: connection refused", errorCode: "1212" }),
      row({ expected, status: "0", errorCode: "1050" }),
      row({ expected, status: "0" }),
      row({ metric: "grpc_req_duration", expected: "", status: "14" }),
      row({ status: "500" }),
    );
    expect(recorder.requests.errors).toBe(5);
    expect(Object.fromEntries(recorder.named[0]?.failures ?? [])).toEqual({
      503: 1,
      "dial: connection refused": 1,
      "k6 error 1050": 1,
      "no answer": 1,
      "gRPC status 14": 1,
    });
  });

  it("without expected_response fails by its own http_req_failed, or by its status", () => {
    const of = { expected: "", status: "" };
    const failed = row({ ...of, metric: "http_req_failed", value: "1.000000", error: "reset" });
    const { recorder, report } = parse(row(of), failed, row({ ...of, status: "404" }), row(of));
    expect(Object.fromEntries(recorder.named[0]?.failures ?? [])).toEqual({ reset: 1, 404: 1 });
    expect(report.warnings.map(({ code }) => code)).toEqual(["failures-by-status", "failures-untold"]);
  });
});

describe("a file", () => {
  it("of which no request says whether it failed has no errors, rather than none", () => {
    const untold = row({ expected: "", status: "" });
    expect(parse(untold, untold).report.absent).toEqual(["errors"]);
    expect(parse(row(), untold).report).toMatchObject({
      absent: [],
      warnings: [{ code: "failures-untold" }],
    });
    expect(parse(untold, row({ metric: "http_req_failed", value: "0" })).report.absent).toEqual([]);
  });

  it("says how many users there were, and that iterations were dropped", () => {
    const users = ["3.000000", "5.000000"].map((value) => row({ metric: "vus", value }));
    const { recorder, report } = parse(
      row(),
      ...users,
      row({ metric: "dropped_iterations", value: "2.000000" }),
    );
    expect(recorder.gauges).toMatchObject([{ name: "users", values: [{ value: 5 }] }]);
    expect(report).toMatchObject({ loadModel: "unknown", warnings: [{ code: "dropped-iterations" }] });
  });

  it("may end within a row, of whichever metric", () => {
    const { report } = parseAll(
      k6Csv,
      Buffer.from(`${HEADER}\n${row()}\n${row({ metric: "checks" }).slice(0, 20)}`),
    );
    expect(report).toMatchObject({ accepted: 1, refused: { count: 1, first: [{ line: 3 }] } });
    expect(report.refused.first[0]?.reason).toMatch(/^the last line is incomplete/);
  });

  it("of another kind is refused", () => {
    expect(() => parseAll(k6Csv, Buffer.from("a,b\n1,2\n"))).toThrow(
      expect.objectContaining({ code: "format-unknown", line: 1 }),
    );
  });

  it("says if it has no request at all", () => {
    expect(parse(row({ metric: "checks" })).report.warnings).toMatchObject([{ code: "other-metrics" }]);
  });
});

describe("the quick and the careful way", () => {
  const metric = fc.constantFrom(
    "http_req_duration",
    "http_req_failed",
    "grpc_req_duration",
    "vus",
    "vus_max",
    "http_reqs",
  );
  const drawn = fc.record({
    metric,
    time: fc.integer({ min: 1_500_000_000, max: 1_500_000_003 }).map(String),
    value: fc.nat({ max: 5_000_000 }).map((micros) => (micros / 1_000).toFixed(6)),
    expected: fc.constantFrom("", "true", "false"),
    name: fc.constantFrom("a", "b", "c d", "Ü"),
    status: fc.constantFrom("", "0", "200", "503"),
    error: fc.constantFrom("", "reset"),
  });

  it("read the same of any rows, quoted or not", () => {
    const property = fc.property(fc.array(drawn, { minLength: 1, maxLength: 30 }), (rows) => {
      const quick = parse(...rows.map((of) => row(of)));
      const quotedRows = rows.map((of) =>
        row(of)
          .split(",")
          .map((field) => `"${field}"`)
          .join(","),
      );
      const careful = parse(...quotedRows);
      expect(careful.report).toEqual(quick.report);
      expect(careful.recorder.trace).toBe(quick.recorder.trace);
      expect(careful.recorder.labels).toEqual(quick.recorder.labels);
    });
    fc.assert(property, { numRuns: 300 });
  });
});
