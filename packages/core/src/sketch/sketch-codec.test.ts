import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HeadroomError } from "../problem.ts";
import { Sketch } from "./sketch.ts";

const values = fc.array(fc.oneof(fc.nat(3_000), fc.nat(2_000_000_000), fc.constantFrom(0, 4e9, 9e12)), {
  maxLength: 300,
});

function codeOf(bytes: Uint8Array): string {
  try {
    Sketch.decode(bytes);
    return "read";
  } catch (error) {
    return error instanceof HeadroomError ? error.code : `unexpected: ${String(error)}`;
  }
}

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];

describe("the stored form of a sketch", () => {
  it("gives back the same sketch, to the byte", () => {
    fc.assert(
      fc.property(values, (drawn) => {
        const sketch = Sketch.of(drawn);
        const read = Sketch.decode(sketch.encode());
        expect([read.count, read.sum, read.min, read.max]).toEqual([
          sketch.count,
          sketch.sum,
          sketch.min,
          sketch.max,
        ]);
        expect(read.bucketsForDrawing()).toEqual(sketch.bucketsForDrawing());
        expect(read.encode()).toEqual(sketch.encode());
        expect(read.merge(sketch).encode()).toEqual(Sketch.of([...drawn, ...drawn]).encode());
      }),
    );
  });

  it("stays as it was written: a golden sketch", () => {
    const golden = Sketch.of([1_000, 1_000, 2_500, 40_000]).encode();
    expect([...golden]).toEqual([1, 4, 212, 219, 2, 232, 7, 216, 176, 2, 0, 179, 5, 2, 1, 0, 184, 1, 170, 4]);
  });

  it("is small: about two bytes a used bucket, less where buckets lie close", () => {
    const lonely = Sketch.of(Array.from({ length: 40 }, (_, at) => Math.round(1.3 ** at)));
    expect(lonely.encode().length).toBeLessThan(2 * 40 + 16);
    const close = Sketch.of(Array.from({ length: 5_000 }, (_, at) => 10_000 + at));
    expect(close.encode().length).toBeLessThan(1.4 * close.bucketsForDrawing().length + 16);
  });

  it("of an unknown version is refused", () => {
    const bytes = Sketch.of([5, 6]).encode();
    for (const version of [0, 2, 255]) {
      bytes[0] = version;
      expect(codeOf(bytes)).toBe("stored-version-unknown");
    }
  });

  it("cut short anywhere, or with a byte too many, is refused", () => {
    fc.assert(
      fc.property(values, fc.nat(255), (drawn, extra) => {
        const bytes = Sketch.of(drawn).encode();
        for (let length = 0; length < bytes.length; length++) {
          expect(codeOf(bytes.slice(0, length))).toBe("stored-bytes-broken");
        }
        expect(codeOf(Uint8Array.of(...bytes, extra))).toBe("stored-bytes-broken");
      }),
      { numRuns: 30 },
    );
  });

  it("of any bytes is read or refused, and what is read is a whole sketch", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (tail) => {
        const bytes = Uint8Array.of(1, ...tail);
        const code = codeOf(bytes);
        expect(["read", "stored-bytes-broken"]).toContain(code);
        if (code !== "read") return;
        const sketch = Sketch.decode(bytes);
        expect(sketch.bucketsForDrawing().reduce((sum, { count }) => sum + count, 0)).toBe(sketch.count);
      }),
      { numRuns: 3_000 },
    );
  });

  it("with one byte changed is read or refused", () => {
    fc.assert(
      fc.property(values, fc.nat(), fc.nat(255), (drawn, at, byte) => {
        const bytes = Sketch.of([7, ...drawn]).encode();
        bytes[1 + (at % (bytes.length - 1))] = byte;
        expect(["read", "stored-bytes-broken"]).toContain(codeOf(bytes));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ["more buckets than there are", [1, 2, 10, 5, 0, 0, 162, ...varint(9_000)]],
    ["a number that never ends", [1, ...new Array<number>(40).fill(255)]],
    ["a count past 2^53", [1, ...varint(2 ** 60)]],
    ["buckets out of order", [1, 2, 10, 5, 0, 0, 162, 1, 1, 0, 0]],
    ["an unknown form", [1, 1, 5, 5, 0, 2, 162, 1, 0, 0]],
    ["a dense span past the grid", [1, 1, 5, 5, 0, 1, ...varint(2_202), ...varint(2_000), 1]],
    ["a sum that the values cannot have", [1, 1, 99, 5, 0, 0, ...varint(162), 0, 0]],
    ["fewer values than it says", [1, 2, 10, 5, 0, 0, ...varint(162), 0, 0]],
    ["a padded number", [1, 129, 0, 5, 5, 0, 0, ...varint(162), 0, 0]],
  ])("with %s is refused", (_, bytes) => {
    expect(codeOf(Uint8Array.from(bytes))).toBe("stored-bytes-broken");
  });
});
