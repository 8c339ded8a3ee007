import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { narrowestWidth } from "./time-widths.ts";

const atLeast = (least: number) => narrowestWidth((width) => width >= least);

describe("the widths that time is divided into", () => {
  it("use at least half of any budget", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (least) => {
        expect(atLeast(least)).toBeLessThan(2 * least);
      }),
    );
  });

  it("hold whole points of any two others, so that runs can be overlaid", () => {
    const width = fc.integer({ min: 1, max: 1e6 }).map(atLeast);
    fc.assert(
      fc.property(width, width, (one, other) => {
        const common = narrowestWidth((wide) => wide % one === 0 && wide % other === 0);
        expect(common).toBeLessThanOrEqual(Math.max(one * other, 7_200));
      }),
    );
  });

  it("refuse what nothing fits", () => {
    expect(() => narrowestWidth(() => false)).toThrow(RangeError);
  });
});
