import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseNumberText } from "./number-text.ts";

describe("a number as people write it", () => {
  it.each([
    ["1,250", 1250],
    ["1 250.5", 1250.5],
    ["  ", null],
    ["\u22125", -5],
    [".5", 0.5],
    ["5.", 5],
    ["2e3", 2000],
    ["12 ms", undefined],
    ["1.2.3", undefined],
    ["Infinity", undefined],
    ["1e999", undefined],
    ["0x10", undefined],
  ])("%s", (text, value) => expect(parseNumberText(text)).toBe(value));

  it("reads every finite number that it is given back", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseNumberText(String(value))).toBe(value === 0 ? Number(String(value)) : value);
      }),
    );
  });
});
