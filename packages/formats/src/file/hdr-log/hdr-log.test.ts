import fc from "fast-check";
import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { decodeHistogram } from "./histogram-decoder.ts";
import { hdrLog } from "./index.ts";

/** Encodes values, each so many times, with HdrHistogram's own library. */
function encoded(
  values: readonly (readonly [value: number, times: number])[],
  digits: 1 | 2 | 3 | 4 | 5 = 3,
): string {
  const histogram = build({ bitBucketSize: 64, numberOfSignificantValueDigits: digits });
  for (const [value, times] of values) histogram.recordValueWithCount(value, times);
  return encodeIntoCompressedBase64(histogram);
}

/** A histogram of these words, as its writer would wrap it. */
function wrapped(
  words: readonly number[] | Buffer,
  { digits = 3, lowest = 1n, length = words.length } = {},
): string {
  const plain = Buffer.alloc(40 + words.length);
  plain.writeUInt32BE(0x1c849313, 0);
  plain.writeUInt32BE(length, 4);
  plain.writeUInt32BE(digits, 12);
  plain.writeBigUInt64BE(lowest, 16);
  plain.set(words, 40);
  const deflated = deflateSync(plain);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(0x1c849314, 0);
  head.writeUInt32BE(deflated.length, 4);
  return Buffer.concat([head, deflated]).toString("base64");
}

const one = encoded([[1_000, 1]]);

function parse(lines: readonly string[], options: Parameters<typeof parseAll>[2] = { unit: "us" }) {
  return parseAll(hdrLog, Buffer.from(`${lines.join("\n")}\n`), options);
}

describe("a histogram", () => {
  it("is decoded as its library encodes it: every count, in its bucket", () => {
    const values = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 2 ** 40 }), fc.integer({ min: 1, max: 2 ** 34 })),
      {
        minLength: 1,
        maxLength: 60,
      },
    );
    const digits = fc.constantFrom<1 | 2 | 3 | 4 | 5>(1, 2, 3, 4, 5);
    fc.assert(
      fc.property(values, digits, (given, precision) => {
        const decoded = decodeHistogram(encoded(given, precision), 1);
        if (typeof decoded === "string") throw new Error(decoded);
        const sum = given.reduce((all, [value, times]) => all + value * times, 0);
        const [least, most] = [
          Math.min(...given.map(([value]) => value)),
          Math.max(...given.map(([value]) => value)),
        ];
        expect(decoded.count).toBe(given.reduce((all, [, times]) => all + times, 0));
        expect(Math.abs(decoded.sumMicros - sum)).toBeLessThanOrEqual(
          sum * decoded.relativeError + decoded.count,
        );
        expect(decoded.minMicros).toBeLessThanOrEqual(least);
        expect(decoded.minMicros).toBeGreaterThanOrEqual(least * (1 - 2 * decoded.relativeError) - 1);
        expect(decoded.maxMicros).toBeGreaterThanOrEqual(most);
        expect(decoded.maxMicros).toBeLessThanOrEqual(most * (1 + 2 * decoded.relativeError) + 1);
      }),
      { numRuns: 200 },
    );
  });

  it("of three digits is right to half a thousandth", () => {
    expect(decodeHistogram(encoded([[1_000_000, 1]]), 1)).toMatchObject({
      count: 1,
      minMicros: 999_936,
      maxMicros: 1_000_447,
      relativeError: 1 / 2_048,
    });
  });

  it.each([
    ["AAAA", "it is not a compressed version 2 histogram"],
    [one.slice(0, 40), "it is cut off"],
    [`${one.slice(0, 12)}AAAA${one.slice(16)}`, "its compressed data is corrupt"],
    [wrapped([2], { digits: 6 }), "it has an impossible precision"],
    [wrapped([2], { lowest: 0n }), "it has an impossible precision"],
    [wrapped([2], { length: 9 }), "it ends before its counts"],
    [wrapped([0x82]), "a count is cut off or too large"],
    [wrapped([0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), "a count is cut off or too large"],
    [
      wrapped([0xff, 0xff, 0xff, 0xff, 0x7f, 2]),
      "it contains a latency of more than 30 days; check the unit",
    ],
  ])("that cannot be is refused: %s", (base64, reason) => {
    expect(decodeHistogram(base64, 1)).toBe(reason);
  });

  it("of any bytes is decoded or refused, and never counts what it does not hold", () => {
    const words = fc.uint8Array({ maxLength: 60 });
    const property = fc.property(
      words,
      fc.integer({ min: 0, max: 7 }),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      (bytes, digits, lowest) => {
        const decoded = decodeHistogram(wrapped(Buffer.from(bytes), { digits, lowest }), 0.001);
        if (typeof decoded === "string") expect(decoded).not.toBe("");
        else expect(decoded.sketch.count).toBe(decoded.count);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it("that inflates to much more than it is, is refused before it is whole", () => {
    expect(decodeHistogram(wrapped(Buffer.alloc(64 * 1024 * 1024)), 1)).toBe(
      "it decompresses to more than a histogram can contain",
    );
  });
});

describe("a log", () => {
  it("is not read without its unit, which it does not say", () => {
    expect(() => parse([`1700000000.0,1.0,1.0,${one}`], {})).toThrow(
      expect.objectContaining({ code: "parameter-missing", field: "unit" }),
    );
  });

  it.each([
    ["ns", 1],
    ["us", 1_000],
    ["ms", 1_000_000],
    ["s", 1_000_000_000],
  ] as const)("counts in %s if told so", (unit, micros) => {
    expect(parse([`1700000000.0,1.0,1.0,${one}`], { unit }).recorder.all.intervals[0]?.cell.minMicros).toBe(
      micros,
    );
  });

  it.each([
    ["times are epoch seconds", [], "1700000005.5", 1_700_000_005.5],
    ["a base time is stated", ["#[BaseTime: 1700000000.250 (seconds since epoch)]"], "5.5", 1_700_000_005.75],
    [
      "times lie far before the start",
      ["#[StartTime: 1700000000.000 (seconds since epoch), Tue]"],
      "5.5",
      1_700_000_005.5,
    ],
  ])("has instants if %s", (_, comments, time, seconds) => {
    const { recorder, report } = parse([...comments, `${time},1.0,1.0,${one}`]);
    expect(report.clock).toBe("absolute");
    expect(recorder.all.intervals[0]?.startMicros).toBe(seconds * 1_000_000);
  });

  it("counts from the start that the caller gives if its times are from none", () => {
    const options = { unit: "us", startMicros: 1_600_000_000_000_000 } as const;
    const { recorder, report } = parse([`5.5,1.0,1.0,${one}`], options);
    expect(report.clock).toBe("relative");
    expect(recorder.all.intervals[0]?.startMicros).toBe(1_600_000_005_500_000);
  });

  it("has a label for each tag, whose intervals count in all requests too", () => {
    const { recorder, report } = parse([
      `Tag=a b,1700000000.0,1.0,1.0,${one}`,
      `1700000000.0,1.0,1.0,${one}`,
    ]);
    expect(recorder.named).toMatchObject([{ name: "a b", intervals: [{ seconds: 1 }] }]);
    expect(recorder.all.intervals).toHaveLength(2);
    expect(report.warnings).toMatchObject([{ code: "intervals-without-tag" }]);
  });

  it.each([
    [`x,1.0,1.0,${one}`, "StartTimestamp is not a time in seconds"],
    [`12,1.0,1.0,${one}`, "StartTimestamp is not a time in seconds"],
    [`1700000000.0,0.0,1.0,${one}`, "Interval_Length is not between 0 seconds and 30 days"],
    [
      "1700000000.0,1.0,1.0,AAAA",
      "Interval_Compressed_Histogram cannot be read: it is not a compressed version 2 histogram",
    ],
    ["1700000000.0,1.0", "has 2 of 4 columns"],
  ])("leaves out an interval that cannot be: %s", (line, reason) => {
    const { report } = parse([`1700000000.0,1.0,1.0,${one}`, line]);
    expect(report).toMatchObject({ accepted: 1, refused: { count: 1, first: [{ line: 2, reason }] } });
  });
});
