import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { k6Ndjson } from "./index.ts";

const TIME = "2026-11-21T09:40:10.942328481Z";
const MICROS = Date.UTC(2026, 10, 21, 9, 40, 10) * 1_000 + 942_328;

interface PointFields {
  metric?: string;
  time?: string;
  value?: unknown;
  tags?: Record<string, string> | null;
}

function point({ metric = "http_req_duration", time = TIME, value = 5.25, tags = {} }: PointFields = {}) {
  return JSON.stringify({ metric, type: "Point", data: { time, value, tags } });
}

function parse(...lines: string[]) {
  return parseAll(k6Ndjson, Buffer.from(`${lines.join("\n")}\n`));
}

const answered = { name: "product", expected_response: "true" };

describe("a request", () => {
  it("is a point of its duration, which ends at the point's time", () => {
    const { recorder, report } = parse(point({ metric: "http_reqs", value: 1 }), point({ tags: answered }));
    expect(report).toMatchObject({ accepted: 1, refused: { count: 0 }, latencyResolutionMicros: 1 });
    expect(recorder.countsOf("request")).toEqual({ product: 1 });
    expect(recorder).toMatchObject({ firstStartMicros: MICROS - 5_250, lastCompletionMicros: MICROS });
  });

  it.each([
    ["2026-11-21T11:40:10.942328481+02:00", MICROS],
    ["2026-11-21T09:40:10.942Z", MICROS - 328],
    ["2026-11-21T09:40:10Z", MICROS - 942_328],
    ["2026-11-21T09:39:60.942328Z", MICROS - 10_000_000],
  ])("may end at %s", (time, micros) => {
    const { recorder } = parse(
      point({ tags: answered }),
      point({ time, tags: answered }),
      point({ time, tags: answered }),
    );
    expect(recorder.requests.all.count).toBe(3);
    expect(Math.min(recorder.lastCompletionMicros, micros)).toBe(micros);
    expect(parse(point({ time, tags: answered })).recorder.lastCompletionMicros).toBe(micros);
  });

  it("is named by its name, else its url, else says that it has none", () => {
    const tags = [{ name: "a", url: "b" }, { name: "", url: "b" }, { url: "b" }, {}, null];
    const { recorder } = parse(...tags.map((of) => point({ tags: of })));
    expect(recorder.countsOf("request")).toEqual({ a: 1, b: 2, "(no name)": 2 });
  });

  it.each([
    [-1, "value is negative: -1"],
    [9e12, "value is longer than 30 days: 9000000000000"],
    ["5", 'value is not a number: "5"'],
    [null, 'value is not a number: "null"'],
  ])("has no duration of %j", (value, reason) => {
    const { report } = parse(point({ tags: answered }), point({ value, tags: answered }));
    expect(report.accepted).toBe(1);
    expect(report.refused).toMatchObject({ count: 1, first: [{ line: 2, column: "value", reason }] });
  });

  it.each(["yesterday", "2026-11-21T09:40:10.942328481", "2026-02-30T09:40:10Z", "1970-01-01T00:00:01Z"])(
    "has no time %s",
    (time) => {
      expect(parse(point({ time })).report.refused).toMatchObject({ count: 1, first: [{ column: "time" }] });
    },
  );
});

describe("failure", () => {
  const failed = (value: number, time = TIME) => point({ metric: "http_req_failed", value, time, tags: {} });
  const codesOf = ({ report }: ReturnType<typeof parse>) => report.warnings.map(({ code }) => code);

  it("is what the tag says, whatever comes later", () => {
    const read = parse(point({ tags: { expected_response: "false" } }), failed(0));
    expect(read.recorder.requests.errors).toBe(1);
    expect(codesOf(read)).toEqual([]);
  });

  it("is what the request's own http_req_failed says where there is no tag", () => {
    const other = "2026-11-21T09:40:11.000000000Z";
    const lines = [
      point({ tags: { name: "a" } }),
      failed(1),
      point({ time: other, tags: { name: "b" } }),
      failed(0, other),
    ];
    const { recorder, report } = parse(...lines);
    expect(recorder.named.map(({ name, recorded }) => [name, recorded.errors])).toEqual([
      ["a", 1],
      ["b", 0],
    ]);
    expect(report.warnings).toEqual([]);
  });

  it("is not what the http_req_failed of another request says", () => {
    const read = parse(point({ tags: { name: "a" } }), failed(1, "2026-11-21T09:40:11.000000000Z"));
    expect(read.recorder.requests).toMatchObject({ errors: 0 });
    expect(codesOf(read)).toEqual(["failures-untold"]);
  });

  it("is told by the status where there is neither", () => {
    const tags = ["200", "399", "400", "503", "0"].map((status) => ({ status }));
    const read = parse(...tags.map((of) => point({ tags: of })));
    expect(read.recorder.requests).toMatchObject({ errors: 3 });
    expect(codesOf(read)).toEqual(["failures-by-status"]);
    expect(codesOf(parse(point({ tags: {} })))).toEqual(["failures-untold"]);
  });
});

it("counts status codes from 400 on with k6's own word", () => {
  const tags = (status: string, expected: boolean) => ({
    name: "a",
    status,
    expected_response: String(expected),
  });
  const { recorder } = parse(
    point({ tags: tags("500", true) }),
    point({ tags: tags("503", false) }),
    point({ tags: tags("200", true) }),
  );
  expect(recorder.codes).toEqual({ "500": [1, 0], "503": [1, 1] });
  expect(recorder.requests.errors).toBe(1);
});

describe("why a request failed", () => {
  const reasonsOf = (...lines: string[]) =>
    parse(...lines).recorder.named.map(({ failures }) => Object.fromEntries(failures));

  it.each([
    [{ status: "503", error_code: "1503" }, "503"],
    [{ status: "0", error: "dial: connection refused", error_code: "1212" }, "dial: connection refused"],
    [{ status: "0", error_code: "1050" }, "k6 error 1050"],
    [{ error: 'read "x" \n reset' }, 'read "x" \n reset'],
  ])("%j", (tags, reason) => {
    const failed = { name: "a", expected_response: "false", ...tags };
    expect(reasonsOf(point({ tags: failed }), point({ tags: answered }), point({ tags: failed }))).toEqual([
      { [reason]: 2 },
      {},
    ]);
  });

  it("is told by the line that says that it failed", () => {
    const failed = point({ metric: "http_req_failed", value: 1, tags: { status: "0", error: "timeout" } });
    expect(reasonsOf(point({ tags: { name: "a", status: "0" } }), failed)).toEqual([{ timeout: 1 }]);
    expect(reasonsOf(point({ tags: { name: "a", status: "404" } }))).toEqual([{ 404: 1 }]);
    const grpc = { name: "a", status: "14" };
    expect(reasonsOf(point({ metric: "grpc_req_duration", tags: grpc }))).toEqual([{ "gRPC status 14": 1 }]);
  });
});

describe("users", () => {
  it("are k6's virtual users, at most one value a second", () => {
    const values = [3, 5, 4].map((value) => point({ metric: "vus", value }));
    const later = point({ metric: "vus", value: 1, time: "2026-11-21T09:40:11.942328481Z", tags: null });
    const { recorder } = parse(point({ tags: answered }), ...values, later);
    expect(recorder.gauges).toMatchObject([
      { name: "users", unit: null, values: [{ atMicros: MICROS, value: 5 }, { value: 1 }] },
    ]);
  });
});

describe("a file", () => {
  it("says that iterations were dropped, which scenarios of either load model do", () => {
    const dropped = point({ metric: "dropped_iterations", value: 1 });
    const { report } = parse(point({ tags: answered }), dropped);
    expect(report).toMatchObject({ loadModel: "unknown", warnings: [{ code: "dropped-iterations" }] });
  });

  it("says if it has no request at all", () => {
    const { report } = parse(point({ metric: "iteration_duration" }), point({ metric: "vus", value: 3 }));
    expect(report).toMatchObject({ accepted: 0, warnings: [{ code: "other-metrics", count: 1 }] });
    expect(parse(point({ metric: "grpc_req_duration", tags: { status: "0" } })).report.warnings).toEqual([]);
  });

  it.each([
    ["{", null, 'is not a JSON object: "{"'],
    ["[]", null, 'is not a JSON object: "[]"'],
    ['{"type":"Row"}', "type", 'is neither "Point" nor "Metric"'],
    ['{"type":"Point","metric":1}', "metric", "is not a string"],
    ['{"type":"Point","metric":"http_req_duration"}', "data", "is not an object"],
  ])("has no line %s", (line, column, reason) => {
    const { report } = parse(point(), "", line, point());
    expect(report).toMatchObject({
      accepted: 2,
      refused: { count: 1, first: [{ line: 3, column, reason }] },
    });
  });

  it("may end within a line, which is left out and named", () => {
    const text = `${point()}\n${point().slice(0, -9)}`;
    const { report } = parseAll(k6Ndjson, Buffer.from(text));
    expect(report).toMatchObject({
      accepted: 1,
      refused: { count: 1, first: [{ line: 2, byte: point().length + 1 }] },
    });
    expect(report.refused.first[0]?.reason).toMatch(/^the last line is incomplete/);
  });

  it.each([1, 1_000, 1_000_000])(
    "loses a line longer than the limit and no other, in chunks of %i bytes",
    (size) => {
      const long = point({ tags: { name: "x".repeat(9_000) } });
      const text = Buffer.from([point(), long, point(), ""].join("\n"));
      const { report } = parseAll(k6Ndjson, text, { maxLineBytes: 4_096 }, () => size);
      expect(report).toMatchObject({ accepted: 2, refused: { count: 1, first: [{ line: 2 }] } });
    },
  );
});

describe("the quick way and JSON.parse", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.constantFrom("product", 'say "no"', "a\\b", "Ü\u2028", "a=1&b=2", "\t", "500", "true"),
  );
  const key = fc.oneof(fc.constantFrom("name", "url", "status", "expected_response", "group"), text);
  const fields = fc.record({
    metric: fc.constantFrom("http_req_duration", "grpc_req_duration", "http_req_failed", "http_reqs", "vus"),
    second: fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }),
    fraction: fc.constantFrom("", ".5", ".123456", ".123456789"),
    zone: fc.constantFrom("Z", "Z", "+05:30", "-08:00"),
    value: fc.oneof(
      fc.nat({ max: 100_000_000 }).map((micros) => micros / 1_000),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      fc.constantFrom(0, 1, 1e-7, 0.0005, 1.0005, 123456.7890125),
    ),
    tags: fc.dictionary(key, text, { maxKeys: 6, noNullPrototype: true }),
  });

  /** The same line in a spelling that k6 never uses, which only JSON.parse reads. */
  const respelt = (line: string): string => {
    const { metric, type, data }: Record<string, unknown> = JSON.parse(line);
    return ` ${JSON.stringify({ data, type, metric })}`;
  };

  it("read the same samples from any line", () => {
    const property = fc.property(fc.array(fields, { minLength: 1, maxLength: 20 }), (drawn) => {
      const lines = drawn.map(({ second, fraction, zone, ...of }) =>
        point({ ...of, time: `${new Date(second * 1_000).toISOString().slice(0, 19)}${fraction}${zone}` }),
      );
      const quick = parse(...lines);
      const careful = parse(...lines.map(respelt));
      expect(careful.report).toEqual(quick.report);
      expect(careful.recorder.trace).toBe(quick.recorder.trace);
      expect(careful.recorder.labels).toEqual(quick.recorder.labels);
    });
    fc.assert(property, { numRuns: 500 });
  });
});
