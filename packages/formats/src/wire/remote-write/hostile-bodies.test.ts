import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isHeadroomError } from "@headroom/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtoWriter } from "@headroom/core/wire";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { decodeSnappy } from "../snappy/decode-snappy.ts";
import { decodeRemoteWrite } from "./decode-remote-write.ts";
import type { RemoteWriteOptions } from "./decode-remote-write.ts";
import { body1, body2 } from "./encoded-body.ts";
import type { EncodedSeries } from "./encoded-body.ts";

const NOW = 1_795_254_167_468;
const CODES = ["batch-unreadable", "batch-too-large"];

const SERIES: EncodedSeries[] = [
  {
    labels: { __name__: "x_bucket", le: "0.5" },
    samples: [[1, NOW]],
    type: 3,
    exemplars: [{ labels: { trace_id: "0af7651916cd43dd" } }],
  },
  { labels: { __name__: "x_bucket", le: "+Inf" }, samples: [[2, NOW]], type: 3 },
  {
    labels: { __name__: "größe", job: "api" },
    unit: "bytes",
    createdMillis: NOW,
    histograms: [
      (message) => {
        message.int(1, 5).double(3, 18.4).sint(4, 1).int(6, 2).int(15, NOW);
        message.message(11, (span) => span.sint(1, 0).int(2, 2)).sints(12, [1, 1]);
      },
    ],
  },
];

const BODIES = [
  ["1.0", body1(SERIES, [["x", 3]])],
  ["2.0", body2(SERIES)],
] as const;

/** The code it's refused with, or null if it's read. Any other error fails the test. */
function outcome(body: Uint8Array, version: RemoteWriteOptions["version"]): string | null {
  try {
    const metrics = new RecordedMetrics();
    decodeRemoteWrite(body, { version }, metrics);
    for (const { time, value } of metrics.numbers) {
      expect(Number.isFinite(value) && Number.isSafeInteger(time.atMicros)).toBe(true);
    }
    return null;
  } catch (error) {
    if (isHeadroomError(error)) return error.code;
    throw error;
  }
}

describe.each(BODIES)("hostile remote write %s", (version, body) => {
  it("is read or refused as unreadable wherever it's cut", () => {
    for (let cut = 0; cut < body.length; cut++) {
      expect([null, ...CODES]).toContain(outcome(body.subarray(0, cut), version));
    }
  });

  it("is read or refused whatever bytes are changed", () => {
    const change = fc.tuple(fc.nat(body.length - 1), fc.nat(255));
    const property = fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const changed = Uint8Array.from(body);
      for (const [at, byte] of changes) changed[at] = byte;
      expect([null, ...CODES]).toContain(outcome(changed, version));
    });
    fc.assert(property, { numRuns: 500 });
  });

  it("is read or refused if it's random", () => {
    const property = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect([null, ...CODES]).toContain(outcome(bytes, version));
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe("what k6 sent, hurt on its way", () => {
  const block = readFileSync(join(import.meta.dirname, "fixtures", "k6-1.8.1", "1.body"));

  it("is refused with a code of ours, compressed or not", () => {
    const body = decodeSnappy(block, 1_000_000);
    for (let cut = 1; cut < block.length; cut += 97) {
      expect(() => decodeSnappy(block.subarray(0, cut), 1_000_000)).toThrow(
        "The body is not a valid Snappy block",
      );
    }
    for (let cut = 1; cut < body.length; cut += 197) {
      expect([null, "batch-unreadable"]).toContain(outcome(body.subarray(0, cut), "1.0"));
    }
    expect(outcome(block, "1.0")).toBe("batch-unreadable");
  });
});

describe("bodies that are small, but would take much memory or time", () => {
  it("a million empty series, values and symbols are refused or bounded", () => {
    const million = (field: number) => {
      const pair = new ProtoWriter().bytes(field, new Uint8Array()).finish();
      return Buffer.alloc(1_000_000 * pair.length, pair);
    };
    expect(outcome(million(1), "1.0")).toBeNull();
    expect(outcome(million(3), "1.0")).toBeNull();
    expect(outcome(million(5), "2.0")).toBeNull();
    expect(outcome(Buffer.concat([million(4), million(4)]), "2.0")).toBe("batch-too-large");
    expect(outcome(new ProtoWriter().bytes(1, million(2)).finish(), "1.0")).toBe("batch-too-large");
  });

  it("a series of a million labels or a histogram of a million spans is refused before it's held", () => {
    const million = (field: number) =>
      Buffer.alloc(2_000_000, new ProtoWriter().bytes(field, new Uint8Array()).finish());
    const wrap = (field: number, inner: Uint8Array) => new ProtoWriter().bytes(field, inner).finish();
    expect(outcome(wrap(1, million(1)), "1.0")).toBe("batch-unreadable");
    expect(outcome(wrap(5, wrap(3, million(11))), "2.0")).toBe("batch-unreadable");
  });

  it("a series of 30,000 equal labels is refused without comparing each with each", () => {
    const label = new ProtoWriter().message(1, (pair) => pair.text(1, "a").text(2, "b")).finish();
    const sample = new ProtoWriter().message(2, (one) => one.double(1, 1).int(2, NOW)).finish();
    const series = Buffer.concat([Buffer.alloc(30_000 * label.length, label), sample]);
    const metrics = new RecordedMetrics();
    decodeRemoteWrite(new ProtoWriter().bytes(1, series).finish(), { version: "1.0" }, metrics);
    expect(metrics.refusals).toEqual([{ at: 1, reason: "the label a is there twice" }]);
  });
});
