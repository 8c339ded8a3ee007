import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDecimal } from "./decimal.ts";

const read = (text: string) => {
  const bytes = Buffer.from(`x${text}x`);
  return readDecimal(bytes, 1, bytes.length - 1);
};

describe("readDecimal", () => {
  it.each([
    "0",
    "7",
    "-12.034",
    "1.5e-05",
    "0.0001",
    "1795254513.123456",
    "12345678901234567",
    "0.1234567890123456",
  ])("reads %s", (text) => expect(read(text)).toBe(Number(text)));

  it.each([
    "",
    "-",
    ".",
    "1.",
    ".5",
    "1.2.3",
    "1e",
    "NaN",
    "Infinity",
    "0x10",
    " 1",
    "1 ",
    "1,5",
    "--1",
    "1".repeat(41),
  ])("does not take %j for a number", (text) => expect(read(text)).toBeNaN());

  it("reads what JavaScript writes", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) => {
        expect(read(String(value)) + 0).toBe(value + 0);
      }),
    );
  });
});
