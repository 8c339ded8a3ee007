import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeSourceState,
  decodeTargetState,
  encodeSourceState,
  encodeTargetState,
} from "./source-state-codec.ts";

const count = fc.integer({ min: 0, max: 1e12 });
const at = { atMicros: fc.maxSafeInteger(), startMicros: fc.option(fc.maxSafeInteger()) };
const sumMicros = fc.option(fc.double({ min: 0, max: 1e24, noNaN: true }).map((sum) => sum + 0));
const buckets = fc.array(count, { minLength: 1, maxLength: 15 }).chain((bounds) =>
  fc.record({
    upperBoundsMicros: fc.constant(bounds),
    counts: fc.array(count, { minLength: bounds.length + 1, maxLength: bounds.length + 1 }),
  }),
);
const counted = fc.record({ count, sumMicros, buckets: fc.option(buckets) });
const atMost = fc.array(fc.tuple(fc.double({ noNaN: true }), count), { maxLength: 15 });
const source = fc.record({
  last: fc.option(fc.record({ ...at, counted })),
  pending: fc.array(fc.record({ ...at, count: fc.option(count), sumMicros, atMost }), { maxLength: 8 }),
});
const micros = fc.maxSafeInteger();
const target = fc.record({
  sinceMicros: micros,
  steps: fc.array(fc.record({ fromMicros: micros, toMicros: micros, everyMicros: micros }), { maxLength: 8 }),
  waiting: fc.array(
    fc.record({
      key: fc.string(),
      rule: fc.string(),
      label: fc.string({ unit: "grapheme" }),
      failed: fc.option(fc.boolean()),
      atMicros: micros,
      counted,
    }),
    { maxLength: 3 },
  ),
});
const asJson = (state: unknown) => new TextEncoder().encode(JSON.stringify(state));

describe("what is remembered about sources and targets", () => {
  it("comes back as it was", () => {
    fc.assert(
      fc.property(source, target, (one, other) => {
        expect(decodeSourceState(encodeSourceState(one))).toEqual(one);
        expect(decodeTargetState(encodeTargetState(other))).toEqual(other);
      }),
    );
  });

  it("is read as earlier builds stored it", () => {
    const last = { atMicros: 5e6, startMicros: null, counted: { count: 2, sumMicros: 7.5, buckets: null } };
    const one = { last, pending: [] };
    expect(decodeSourceState(asJson({ ...one, target: "a" }))).toMatchObject(one);
    const other = { sinceMicros: 1, steps: [{ fromMicros: 1, toMicros: 2 }], waiting: [] };
    const steps = [{ fromMicros: 1, toMicros: 2, everyMicros: 1 }];
    expect(decodeTargetState(asJson(other))).toEqual({ ...other, steps });
    // Of the build before this one: 2, since, how many steps, from and to of each.
    const bytes = Buffer.alloc(26);
    bytes.writeUInt8(2, 0);
    bytes.writeDoubleBE(1, 1);
    bytes.writeUInt8(1, 9);
    bytes.writeDoubleBE(5, 10);
    bytes.writeDoubleBE(9, 18);
    expect(decodeTargetState(bytes)).toEqual({
      sinceMicros: 1,
      steps: [{ fromMicros: 5, toMicros: 9, everyMicros: 4 }],
      waiting: [],
    });
  });

  it("is refused if it was cut, written by a newer build, or is of the other kind", () => {
    const [state] = fc.sample(
      source.filter(({ last, pending }) => last !== null && pending.length > 0),
      { numRuns: 1, seed: 7 },
    );
    const bytes = encodeSourceState(state ?? { last: null, pending: [] });
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeSourceState(bytes.subarray(0, length))).toThrow(
        expect.objectContaining({ code: "stored-bytes-broken" }),
      );
    const unknown = expect.objectContaining({ code: "stored-version-unknown" });
    expect(() => decodeTargetState(bytes)).toThrow(unknown);
    expect(() => decodeSourceState(Uint8Array.of(9))).toThrow(unknown);
  });
});
