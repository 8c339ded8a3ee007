import fc from "fast-check";
import { expect, it } from "vitest";
import { coverWindow } from "./cover-window.ts";

const cells = (segments: ReturnType<typeof coverWindow>) =>
  segments.reduce((sum, one) => sum + (one.toSeconds - one.fromSeconds) / one.stepSeconds, 0);

it("takes coarse cells inside and finer ones at the edges", () => {
  expect(coverWindow(595, 1_861, 1)).toEqual([
    { stepSeconds: 1, fromSeconds: 595, toSeconds: 600 },
    { stepSeconds: 600, fromSeconds: 600, toSeconds: 1_800 },
    { stepSeconds: 60, fromSeconds: 1_800, toSeconds: 1_860 },
    { stepSeconds: 1, fromSeconds: 1_860, toSeconds: 1_861 },
  ]);
});

it("shrinks to whole steps of a label that is kept coarsely, and grows when there is none inside", () => {
  expect(coverWindow(125, 1_000, 60)).toEqual([{ stepSeconds: 60, fromSeconds: 180, toSeconds: 960 }]);
  expect(coverWindow(61, 62, 60)).toEqual([{ stepSeconds: 60, fromSeconds: 60, toSeconds: 120 }]);
});

it("covers the window exactly once, in order, with few cells", () => {
  const window = fc.tuple(fc.integer({ min: -5_000, max: 100_000 }), fc.integer({ min: 1, max: 100_000 }));
  fc.assert(
    fc.property(window, ([from, length]) => {
      const segments = coverWindow(from, from + length, 1);
      let at = from;
      for (const { stepSeconds, fromSeconds, toSeconds } of segments) {
        expect(fromSeconds).toBe(at);
        expect(toSeconds).toBeGreaterThan(fromSeconds);
        expect(Math.abs(fromSeconds % stepSeconds) + Math.abs(toSeconds % stepSeconds)).toBe(0);
        at = toSeconds;
      }
      expect(at).toBe(from + length);
      expect(cells(segments)).toBeLessThanOrEqual(2 * (9 + 5 + 9) + 2 + length / 600);
    }),
  );
});
