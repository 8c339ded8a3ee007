import fc from "fast-check";
import { expect, it } from "vitest";
import { formatHgrm } from "./hgrm.ts";
import { Sketch } from "./sketch.ts";

const rowsOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => /^\s+\d/.test(line))
    .map((line) => line.trim().split(/\s+/).map(Number));

it("each row counts exactly the values that are no larger, and the last one all of them", () => {
  const micros = fc.array(fc.integer({ min: 0, max: 100_000_000 }), { minLength: 1, maxLength: 500 });
  fc.assert(
    fc.property(micros, (values) => {
      const rows = rowsOf(formatHgrm(Sketch.of(values)));
      let before = 0;
      for (const [value = 0, share = 0, total = 0] of rows) {
        expect(total).toBe(values.filter((one) => one <= Math.round(value * 1_000)).length);
        expect(total).toBeGreaterThanOrEqual(
          Math.min(values.length, Math.ceil(share * values.length - 1e-6)),
        );
        expect(share).toBeGreaterThanOrEqual(before);
        before = share;
      }
      expect(rows.at(-1)?.slice(0, 3)).toEqual([Math.max(...values) / 1_000, 1, values.length]);
    }),
  );
});

it("prints values of the tool's own grid", () => {
  const whole = Sketch.of([1_000, 2_000, 2_000, 15_000, 40_000]);
  const values = rowsOf(formatHgrm(Sketch.decode(whole.encode(), 1_000))).map(([value]) => value);
  expect([...new Set(values)]).toEqual([1, 2, 15, 40]);
});

it("reads as HdrHistogram prints it", () => {
  const text = formatHgrm(Sketch.of([1_000, 2_000, 3_000, 4_000]));
  expect(text.split("\n").slice(0, 3)).toEqual([
    "       Value     Percentile TotalCount 1/(1-Percentile)",
    "",
    "       1.002 0.000000000000          1            1.00",
  ]);
  expect(text).toMatch(
    / 4\.000 1\.000000000000 {10}4\n#\[Mean {4}= {8}2\.500, StdDeviation {3}= {8}1\.11\d\]\n/,
  );
  expect(text).toMatch(/#\[Max {5}= {8}4\.000, Total count {4}= {12}4\]\n$/);
  expect(formatHgrm(new Sketch())).toContain("Total count    =            0");
});
