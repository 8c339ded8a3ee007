import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FoldedReading } from "./fold-readings.ts";
import { FoldedReadingsWriter, readFoldedReadings } from "./folded-readings-codec.ts";

function encode(readings: readonly FoldedReading[]): Uint8Array {
  const writer = new FoldedReadingsWriter(readings);
  for (const reading of readings) writer.add(reading);
  return writer.finish();
}
const decode = (bytes: Uint8Array) => [...readFoldedReadings(bytes)];

const count = fc.integer({ min: 0, max: 1e12 });
const at = {
  atMicros: fc.maxSafeInteger(),
  startMicros: fc.option(fc.maxSafeInteger()),
};
const sumMicros = fc.option(fc.double({ min: 0, max: 1e24, noNaN: true }).map((sum) => sum + 0));
const buckets = fc.array(count, { minLength: 1, maxLength: 15 }).chain((bounds) =>
  fc.record({
    upperBoundsMicros: fc.constant(bounds),
    counts: fc.array(count, { minLength: bounds.length + 1, maxLength: bounds.length + 1 }),
  }),
);
const reading: fc.Arbitrary<FoldedReading["reading"]> = fc.oneof(
  fc.record({ ...at, counted: fc.record({ count, sumMicros, buckets: fc.option(buckets) }) }),
  fc.record({
    ...at,
    count: fc.option(count),
    sumMicros,
    atMost: fc.array(fc.tuple(fc.double({ noNaN: true }), count), { maxLength: 15 }),
  }),
);
const replica = fc.record({
  name: fc.string({ unit: "grapheme", maxLength: 12 }),
  bare: fc.string({ minLength: 1, maxLength: 22 }),
  group: fc.constantFrom("c", "d"),
  sure: fc.boolean(),
  alone: fc.boolean(),
});
const twin = fc.record({ job: fc.constantFrom("e", "f"), place: fc.string({ minLength: 1, maxLength: 22 }) });
const plain = {
  key: fc.string({ minLength: 1, maxLength: 22 }),
  target: fc.option(fc.constantFrom("a", "b")),
  rule: fc.constantFrom("k6", "http-requests-total"),
  label: fc.string({ unit: "grapheme", maxLength: 12 }),
  failed: fc.option(fc.boolean()),
  fromZero: fc.boolean(),
  reading,
};
const folded: fc.Arbitrary<FoldedReading> = fc.oneof(
  fc.record(plain),
  fc.record({ ...plain, replica }),
  fc.record({ ...plain, twin }),
  fc.record({ ...plain, replica, twin }),
  fc.record({ ...plain, joint: fc.constantFrom("g", "h") }),
  fc.record({ ...plain, replica, twin, joint: fc.constantFrom("g", "h") }),
);

describe("the readings of a body in the log", () => {
  it("come back as they were", () => {
    fc.assert(
      fc.property(fc.array(folded, { maxLength: 20 }), (readings) => {
        expect(decode(encode(readings))).toEqual(readings);
      }),
    );
  });

  it("are written as before if there are no replicas, so that a process of the version before reads them", () => {
    fc.assert(
      fc.property(fc.array(fc.record(plain), { maxLength: 5 }), (readings) => {
        expect(encode(readings)[0]).toBe(1);
      }),
    );
  });

  it("are refused if they were cut or written by a newer version", () => {
    const bytes = encode(fc.sample(folded, { numRuns: 3, seed: 7 }));
    for (let length = 0; length < bytes.length; length++)
      expect(() => decode(bytes.subarray(0, length))).toThrow(
        expect.objectContaining({ code: "stored-bytes-broken" }),
      );
    expect(() => decode(Uint8Array.of(9))).toThrow(
      expect.objectContaining({ code: "stored-version-unknown" }),
    );
  });
});
