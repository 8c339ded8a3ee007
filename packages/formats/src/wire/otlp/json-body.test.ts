import { isHeadroomError } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { decodeOtlp } from "./decode-otlp.ts";
import { otlpAnswer, otlpFailure } from "./otlp-answer.ts";

const AT = "1544712661300000999";
const AT_MICROS = 1_544_712_661_300_000;

function decode(body: unknown) {
  const metrics = new RecordedMetrics();
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  return { metrics, result: decodeOtlp(bytes, { encoding: "json" }, metrics) };
}

function metric(data: object, resource: object = {}) {
  return {
    resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [{ name: "m", unit: "s", ...data }] }] }],
  };
}

function gauge(point: object) {
  return metric({ gauge: { dataPoints: [{ timeUnixNano: AT, ...point }] } });
}

function errorOf(body: unknown): unknown {
  try {
    decode(body);
  } catch (error) {
    if (isHeadroomError(error)) return { code: error.code, message: error.message, field: error.field };
    throw error;
  }
  return null;
}

describe("OTLP in JSON", () => {
  it("reads 64-bit integers as strings and as numbers", () => {
    const read = (point: object) => decode(gauge(point)).metrics.numbers[0];
    expect(read({ asInt: "7" })).toMatchObject({ value: 7, time: { atMicros: AT_MICROS } });
    expect(read({ asInt: -7, timeUnixNano: 1_544_712_661_300_000_000 })).toMatchObject({
      value: -7,
      time: { atMicros: AT_MICROS },
    });
    expect(read({ asDouble: 0.5 })?.value).toBe(0.5);
    expect(read({ asDouble: "1.5e3" })?.value).toBe(1_500);
  });

  it("reads the values NaN and Infinity, which are strings there", () => {
    for (const asDouble of ["NaN", "Infinity", "-Infinity"]) {
      expect(decode(gauge({ asDouble })).metrics.numbers[0]?.value).toBe(Number(asDouble));
    }
  });

  it("reads the exemplars that have a trace", () => {
    const trace = {
      traceId: "0af7651916cd43dd8448eb211c80319c",
      asDouble: 1.5,
      timeUnixNano: "1544712661300000000",
    };
    const { metrics } = decode(gauge({ asInt: "1", exemplars: [{ asInt: "2" }, trace] }));
    expect(metrics.exemplars).toEqual([
      { series: metrics.all[0], traceId: trace.traceId, value: 1.5, atMicros: AT_MICROS },
    ]);
  });

  it("reads attributes of all types", () => {
    const { metrics } = decode(
      gauge({
        asInt: "1",
        attributes: [
          { key: "a", value: { stringValue: "x" } },
          { key: "b", value: { boolValue: false } },
          { key: "c", value: { intValue: "9007199254740993" } },
          { key: "d", value: { doubleValue: 0.25 } },
          { key: "e", value: { arrayValue: { values: [{ stringValue: "x" }, { intValue: 2 }] } } },
          { key: "f", value: { kvlistValue: { values: [{ key: "k", value: { boolValue: true } }] } } },
          { key: "g", value: { bytesValue: "/+8=" } },
          { key: "h", value: {} },
          { key: "i" },
        ],
      }),
    );
    expect(metrics.all[0]?.tags).toEqual([
      ["a", "x"],
      ["b", "false"],
      ["c", "9007199254740993"],
      ["d", "0.25"],
      ["e", '["x",2]'],
      ["f", '{"k":true}'],
      ["g", "/+8="],
      ["h", ""],
      ["i", ""],
    ]);
  });

  it("reads histograms, exponential histograms and summaries", () => {
    const point = { timeUnixNano: AT, count: "3", sum: 4.5 };
    const { metrics } = decode({
      resourceMetrics: [
        {
          scopeMetrics: [
            {
              scope: { name: "lib" },
              metrics: [
                {
                  name: "h",
                  histogram: {
                    aggregationTemporality: 2,
                    dataPoints: [{ ...point, bucketCounts: ["1", 2], explicitBounds: [0.5], min: 0.1 }],
                  },
                },
                {
                  name: "e",
                  exponentialHistogram: {
                    aggregationTemporality: 1,
                    dataPoints: [
                      { ...point, scale: 3, zeroCount: 1, positive: { offset: -1, bucketCounts: ["2"] } },
                    ],
                  },
                },
                {
                  name: "s",
                  summary: { dataPoints: [{ ...point, quantileValues: [{ quantile: 0.5, value: 1.5 }] }] },
                },
              ],
            },
          ],
        },
      ],
    });
    expect(metrics.histograms[0]?.value).toEqual({
      count: 3,
      sum: 4.5,
      min: 0.1,
      max: null,
      buckets: { bounds: [0.5], counts: [1, 2] },
    });
    expect(metrics.exponentials[0]?.value).toMatchObject({
      scale: 3,
      zeroCount: 1,
      positive: { offset: -1, counts: [2] },
      negative: { offset: 0, counts: [] },
    });
    expect(metrics.summaries[0]?.value).toEqual({ count: 3, sum: 4.5, quantiles: [[0.5, 1.5]] });
    expect(metrics.all.map(({ tags }) => tags)).toEqual(
      Array.from({ length: 3 }, () => [["otel.scope.name", "lib"]]),
    );
  });

  it("ignores unknown fields, takes null as missing, and accepts an empty request", () => {
    expect(decode({ resourceMetrics: null, more: [1] }).result).toEqual({ points: 0, refused: 0 });
    expect(decode({}).result).toEqual({ points: 0, refused: 0 });
    const { metrics } = decode(gauge({ asInt: "1", exemplars: [{}], attributes: null, later: { x: [] } }));
    expect(metrics.numbers).toHaveLength(1);
  });

  it("ends a series at a point without a recorded value", () => {
    expect(decode(gauge({ flags: 1 })).metrics.ended).toHaveLength(1);
  });

  it("doesn't take names that every object has for fields", () => {
    const { metrics } = decode(Buffer.from('{"__proto__":{"resourceMetrics":[{}]},"resourceMetrics":[]}'));
    expect(metrics.all).toEqual([]);
  });
});

describe("OTLP in JSON that can't be read is refused with the field", () => {
  const sum = (more: object) => metric({ sum: { dataPoints: [], ...more } });

  it.each<[string, unknown, string | null]>([
    ["a list as the body", [], "the body"],
    ["an object in place of a list", { resourceMetrics: {} }, "resourceMetrics"],
    ["a text in place of an object", { resourceMetrics: ["x"] }, "resourceMetrics"],
    [
      "an enum's name",
      sum({ aggregationTemporality: "AGGREGATION_TEMPORALITY_DELTA" }),
      "aggregationTemporality",
    ],
    ["1 in place of true", sum({ isMonotonic: 1 }), "isMonotonic"],
    ["half an integer", gauge({ asInt: 0.5 }), "asInt"],
    ["hexadecimal digits", gauge({ asInt: "0x10" }), "asInt"],
    ["an integer of a thousand digits", gauge({ asInt: "1".repeat(1_000) }), "asInt"],
    ["a number as text", metric({ name: 5 }), "name"],
    ["a word as number", gauge({ asDouble: "much" }), "asDouble"],
    ["no JSON", Buffer.from("resourceMetrics"), null],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), null],
    ["nothing", Buffer.alloc(0), null],
  ])("%s", (_name, body, field) => {
    expect(errorOf(body)).toMatchObject({ code: "batch-unreadable", field });
  });

  it("if it nests too deep, in an attribute or anywhere", () => {
    let value: object = { stringValue: "x" };
    for (let level = 0; level < 50; level++) value = { arrayValue: { values: [value] } };
    expect(errorOf(gauge({ asInt: "1", attributes: [{ key: "a", value }] }))).toMatchObject({
      field: "value",
    });
    const deep = Buffer.from(`{"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
    expect(errorOf(deep)).toMatchObject({ code: "batch-unreadable" });
  });

  it("if it would take far more memory than its length", () => {
    const wide = Buffer.from(`{"x":[${"{},".repeat(3_000_000)}{}]}`);
    expect(errorOf(wide)).toMatchObject({ code: "batch-too-large" });
  });
});

describe("the answer to an OTLP request", () => {
  it("is empty if all points were read", () => {
    expect(otlpAnswer(0, "", "protobuf")).toHaveLength(0);
    expect(Buffer.from(otlpAnswer(0, "", "json")).toString()).toBe("{}");
  });

  it("counts the refused points and says why", () => {
    expect(Buffer.from(otlpAnswer(300, "no", "protobuf")).toString("hex")).toBe("0a0708ac0212026e6f");
    expect(JSON.parse(Buffer.from(otlpAnswer(3, "no", "json")).toString())).toEqual({
      partialSuccess: { rejectedDataPoints: "3", errorMessage: "no" },
    });
  });

  it("is a status if it failed", () => {
    expect(Buffer.from(otlpFailure("no", "protobuf")).toString("hex")).toBe("12026e6f");
    expect(Buffer.from(otlpFailure("no", "json")).toString()).toBe('{"message":"no"}');
  });
});
