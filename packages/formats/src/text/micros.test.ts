import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MICRO_SHIFT, readMicros } from "./micros.ts";

function micros(text: string, unit: keyof typeof MICRO_SHIFT): number {
  const bytes = Buffer.from(`9${text}9`);
  return readMicros(bytes, 1, bytes.length - 1, MICRO_SHIFT[unit]);
}

describe("microseconds of a decimal number", () => {
  it.each([
    ["12", "ms", 12_000],
    ["0.5", "ms", 500],
    ["12.3456", "ms", 12_346],
    ["0.0000125", "s", 13],
    ["1795255890.159167", "s", 1_795_255_890_159_167],
    ["1795255890159", "ms", 1_795_255_890_159_000],
    ["1795255890159167", "us", 1_795_255_890_159_167],
    ["1795255890159167499", "ns", 1_795_255_890_159_167],
    ["1795255890159167500", "ns", 1_795_255_890_159_168],
    ["499", "ns", 0],
    ["500", "ns", 1],
    ["5", "ns", 0],
    ["1500.7", "ns", 2],
    ["1e3", "us", 1_000],
    ["1.5e-05", "s", 15],
    ["-12", "ms", -12_000],
    ["00000000000000000000012", "us", 12],
  ] as const)("%s %s is %d", (text, unit, expected) => {
    expect(micros(text, unit)).toBe(expected);
  });

  it.each(["", "-", ".5", "5.", "1.2.3", "1,5", "NaN", "Infinity", "0x10", "12ms", " 1"])(
    "%j is none",
    (text) => {
      expect(micros(text, "ms")).toBeNaN();
    },
  );

  it("are those of the number, in every unit", () => {
    const property = fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.integer({ min: 0, max: 999_999 }),
      fc.constantFrom("s", "ms", "us", "ns"),
      (whole, parts, unit) => {
        const exact = BigInt(whole) * 1_000_000n + BigInt(parts);
        const digit = 10n ** BigInt(-MICRO_SHIFT[unit] + 6);
        const expected = (exact * 2n + digit) / (2n * digit);
        const text = `${whole}.${String(parts).padStart(6, "0")}`;
        expect(micros(text, unit as "s")).toBe(Number(expected));
      },
    );
    fc.assert(property);
  });
});
