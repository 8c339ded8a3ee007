import { isHeadroomError } from "@headroom/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtoWriter } from "@headroom/core/wire";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { decodeOtlp } from "./decode-otlp.ts";
import type { OtlpEncoding } from "./decode-otlp.ts";
import { attributes, encodedRequest } from "./encoded-request.ts";

const AT = 1_544_712_661_300_000_000n;

const PROTOBUF = encodedRequest(
  [
    {
      name: "größe",
      unit: "ms",
      field: 9,
      temporality: 2,
      points: [
        (point) => {
          point.fixed(2, AT).fixed(3, AT).fixed(4, 3).double(5, 4.5).fixeds(6, [1, 2]).doubles(7, [0.5]);
          attributes(point, 9, {
            route: "/a",
            list: (any) => void any.message(5, (list) => list.message(1, (one) => one.int(3, 5))),
          });
        },
      ],
    },
    {
      name: "e",
      field: 10,
      temporality: 1,
      points: [
        (point) => {
          point.fixed(3, AT).fixed(4, 2).sint(6, 3);
          point.message(8, (buckets) => buckets.sint(1, -4).uints(2, [2]));
        },
      ],
    },
    {
      name: "s",
      field: 11,
      points: [(point) => void point.fixed(3, AT).message(6, (q) => q.double(1, 0.5))],
    },
    {
      name: "n",
      field: 7,
      temporality: 1,
      monotonic: true,
      points: [(point) => void point.fixed(3, AT).fixed(6, 5)],
    },
  ],
  { "service.name": "shop" },
  { name: "lib" },
);

const JSON_BODY = Buffer.from(
  JSON.stringify({
    resourceMetrics: [
      {
        resource: { attributes: [{ key: "a", value: { arrayValue: { values: [{ intValue: "5" }] } } }] },
        scopeMetrics: [
          {
            metrics: [
              {
                name: "n",
                sum: { aggregationTemporality: 1, dataPoints: [{ timeUnixNano: "5000", asInt: "5" }] },
              },
              {
                name: "h",
                histogram: {
                  aggregationTemporality: 2,
                  dataPoints: [{ count: "3", bucketCounts: ["1", "2"], explicitBounds: [0.5], sum: 1 }],
                },
              },
            ],
          },
        ],
      },
    ],
  }),
);

/** The code it's refused with, or null if it's read. Any other error fails the test. */
function outcome(body: Uint8Array, encoding: OtlpEncoding): string | null {
  try {
    const metrics = new RecordedMetrics();
    const { points, refused } = decodeOtlp(body, { encoding }, metrics);
    expect(metrics.refusals).toHaveLength(refused);
    const { numbers, histograms, exponentials, summaries, ended } = metrics;
    expect([numbers, histograms, exponentials, summaries, ended].flat()).toHaveLength(points);
    return null;
  } catch (error) {
    if (isHeadroomError(error)) return error.code;
    throw error;
  }
}

describe.each([
  ["protobuf", PROTOBUF],
  ["json", JSON_BODY],
] as const)("hostile OTLP in %s", (encoding, body) => {
  const CODES = [null, "batch-unreadable", "batch-too-large"];

  it("is read whole", () => expect(outcome(body, encoding)).toBeNull());

  it("is read or refused as unreadable wherever it's cut", () => {
    for (let cut = 0; cut < body.length; cut++)
      expect(CODES).toContain(outcome(body.subarray(0, cut), encoding));
  });

  it("is read or refused whatever bytes are changed", () => {
    const change = fc.tuple(fc.nat(body.length - 1), fc.nat(255));
    const property = fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const changed = Uint8Array.from(body);
      for (const [at, byte] of changes) changed[at] = byte;
      expect(CODES).toContain(outcome(changed, encoding));
    });
    fc.assert(property, { numRuns: 500 });
  });

  it("is refused if it's of the other encoding", () => {
    const other = encoding === "json" ? "protobuf" : "json";
    expect(outcome(body, other)).toBe("batch-unreadable");
  });
});

describe("OTLP bodies that are small, but would take much memory or time", () => {
  const wrap = (field: number, inner: Uint8Array) => new ProtoWriter().bytes(field, inner).finish();
  const million = (field: number) => {
    const pair = wrap(field, new Uint8Array());
    return Buffer.alloc(1_000_000 * pair.length, pair);
  };

  it("a million empty points are refused as a whole, a thousand one by one", () => {
    const body = (points: number) => wrap(1, wrap(2, wrap(2, wrap(5, million(1).subarray(0, 2 * points)))));
    expect(outcome(body(1_000_000), "protobuf")).toBe("batch-too-large");
    const metrics = new RecordedMetrics();
    const result = decodeOtlp(body(1_000), { encoding: "protobuf" }, metrics);
    expect(result).toEqual({ points: 0, refused: 1_000 });
    expect(outcome(wrap(1, wrap(2, million(2))), "protobuf")).toBe("batch-too-large");
  });

  it("a summary of a million percentiles is refused before it's held", () => {
    const body = wrap(1, wrap(2, wrap(2, wrap(11, wrap(1, million(6))))));
    expect(outcome(body, "protobuf")).toBe("batch-unreadable");
  });

  it("a million attributes or values of one are refused as a whole", () => {
    const point = (inner: Uint8Array) => wrap(1, wrap(2, wrap(2, wrap(5, wrap(1, inner)))));
    expect(outcome(point(million(7)), "protobuf")).toBe("batch-unreadable");
    expect(outcome(point(wrap(7, wrap(2, wrap(5, million(1))))), "protobuf")).toBe("batch-unreadable");
    expect(outcome(point(wrap(7, wrap(2, wrap(6, million(1))))), "protobuf")).toBe("batch-unreadable");
  });

  it("an attribute that nests too deep is refused", () => {
    let value: Uint8Array = new Uint8Array();
    for (let level = 0; level < 200; level++) value = wrap(5, wrap(1, value));
    const body = wrap(1, wrap(1, wrap(1, wrap(2, value))));
    expect(outcome(body, "protobuf")).toBe("batch-unreadable");
  });
});
