import fc from "fast-check";
import { expect, it } from "vitest";
import { chooseDrawing } from "./choose-drawing.ts";
import { MAX_POINTS } from "./policy.ts";

const stretch = fc
  .record({
    from: fc.integer({ min: -100_000, max: 10_000_000 }),
    length: fc.integer({ min: 1, max: 10_000_000 }),
  })
  .map(({ from, length }) => ({ fromSeconds: from, toSeconds: from + length }));
const finest = fc.constantFrom(1, 10, 60, 600);

it("draws ten minutes second by second and twelve hours in minutes", () => {
  expect(chooseDrawing({ fromSeconds: 0, toSeconds: 600 }, 1)).toEqual({
    stepSeconds: 1,
    pointSeconds: 1,
    fromSeconds: 0,
    toSeconds: 600,
  });
  expect(chooseDrawing({ fromSeconds: 0, toSeconds: 43_200 }, 1)).toMatchObject({
    stepSeconds: 60,
    pointSeconds: 60,
  });
  expect(chooseDrawing({ fromSeconds: 0, toSeconds: 2_000 }, 1)).toMatchObject({
    stepSeconds: 1,
    pointSeconds: 3,
  });
  expect(chooseDrawing({ fromSeconds: 0, toSeconds: 80_000 }, 1)).toMatchObject({
    stepSeconds: 60,
    pointSeconds: 120,
  });
});

it("never goes below the finest step that is kept", () => {
  expect(chooseDrawing({ fromSeconds: 0, toSeconds: 300 }, 60)).toMatchObject({
    stepSeconds: 60,
    pointSeconds: 60,
  });
});

it("keeps to the budget, covers the stretch, and reads few cells", () => {
  fc.assert(
    fc.property(stretch, finest, (wanted, finestStep) => {
      const drawing = chooseDrawing(wanted, finestStep);
      const points = (drawing.toSeconds - drawing.fromSeconds) / drawing.pointSeconds;
      expect(points).toBeLessThanOrEqual(MAX_POINTS);
      expect(drawing.fromSeconds).toBeLessThanOrEqual(wanted.fromSeconds);
      expect(drawing.toSeconds).toBeGreaterThanOrEqual(wanted.toSeconds);
      expect(drawing.pointSeconds % drawing.stepSeconds).toBe(0);
      expect(drawing.stepSeconds).toBeGreaterThanOrEqual(finestStep);
      if (drawing.pointSeconds <= 3_600) {
        expect(drawing.pointSeconds / drawing.stepSeconds).toBeLessThanOrEqual(6);
      }
    }),
  );
});

it("uses at least half of the budget where the stretch has that many steps", () => {
  fc.assert(
    fc.property(stretch, finest, (wanted, finestStep) => {
      const length = wanted.toSeconds - wanted.fromSeconds;
      fc.pre(length >= finestStep * MAX_POINTS);
      const { pointSeconds } = chooseDrawing(wanted, finestStep);
      expect(length / pointSeconds).toBeGreaterThan(MAX_POINTS / 2 - 2);
    }),
  );
});
