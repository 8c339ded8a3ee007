import fc from "fast-check";
import { TRAFFIC_STEPS } from "@headroom/db";
import { expect, it } from "vitest";
import { coverTotal, coverTraffic } from "./cover-traffic.ts";

it("covers a stretch once, with whole cells, and with none that isn't up to date", () => {
  const steps = fc.constantFrom(...TRAFFIC_STEPS);
  const due = fc.array(fc.record({ step: fc.constantFrom(60 as const, 600 as const), at: fc.nat(40) }), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(
      steps,
      fc.nat(3_000),
      fc.integer({ min: 1, max: 3_000 }),
      due,
      (step, start, length, stale) => {
        const [from, to] = [start * step, (start + length) * step];
        const dueStretches = stale.map((one) => ({ step: one.step, second: one.at * one.step }));
        const segments = coverTotal({ step, from, to }, dueStretches);
        let at = from;
        for (const segment of segments.filter((one) => one.to > one.from)) {
          expect(segment.from).toBe(at);
          expect(segment.from % segment.step).toBe(0);
          expect(segment.to % segment.step).toBe(0);
          at = segment.to;
          for (const { step: width, second } of dueStretches) {
            const isInside = second < segment.to && second + width > segment.from;
            if (isInside && width === 60) expect(segment.step).toBe(1);
            if (isInside && width === 600) expect(segment.step).toBeLessThan(600);
          }
        }
        expect(at).toBe(to);
      },
    ),
  );
  expect(coverTotal({ step: 1, from: 599, to: 1_801 }, [])).toEqual([
    { step: 1, from: 599, to: 600 },
    { step: 600, from: 600, to: 1_800 },
    { step: 1, from: 1_800, to: 1_801 },
  ]);
});

it("takes no time for the centuries in which everything is up to date", () => {
  const end = 9_000_000_000;
  expect(coverTraffic({ step: 600, from: 0, to: end }, [{ step: 60, second: 1_260 }])).toEqual([
    { step: 600, from: 0, to: 1_200 },
    { step: 60, from: 1_200, to: 1_260 },
    { step: 1, from: 1_260, to: 1_320 },
    { step: 60, from: 1_320, to: 1_800 },
    { step: 600, from: 1_800, to: end },
  ]);
  expect(coverTraffic({ step: 1, from: 0, to: end }, [])).toEqual([{ step: 1, from: 0, to: end }]);
});
