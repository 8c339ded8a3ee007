import { expect, it } from "vitest";
import { plotBox } from "../plot/plot-box.ts";
import { wordBox } from "../plot/placed-word.ts";
import type { PlacedWord } from "../plot/placed-word.ts";
import { overlap } from "../plot/place-names.ts";
import { placeLevels } from "./place-levels.ts";

const level = (x1: number, low: number) => ({
  key: "a",
  x1,
  x2: 580,
  value: low + 5,
  usual: { low, high: low + 10 },
  text: "level 132 ms, 14 runs",
  short: "132 ms",
});
const same = (value: number) => value;
const place = (x1: number, lines: readonly number[], width = 640, words: readonly PlacedWord[] = []) =>
  placeLevels({
    levels: [level(x1, 150)],
    box: plotBox({ width, height: 300 }, 16),
    x: same,
    y: (value) => 300 - value,
    lines,
    words,
  })[0];

it("a level is named below its range, and above it if a line is there", () => {
  const below = place(60, []);
  expect(below).toMatchObject({ text: "level 132 ms, 14 runs", anchor: "start" });
  expect(below?.y).toBeGreaterThan(150);
  expect(place(60, [140])?.y).toBeLessThan(140);
});

it("a level at the end of the plot ends with it, and a narrow plot names the value alone", () => {
  expect(place(560, [])).toMatchObject({ anchor: "end", x: 580 });
  expect(place(60, [], 320)?.text).toBe("132 ms");
});

it("a level isn't named where the name of a target is", () => {
  const free = place(60, []);
  const target = {
    key: "target",
    text: "target p99 ≤ 120 ms",
    x: (free?.x ?? 0) + 20,
    y: (free?.y ?? 0) + 4,
    anchor: "start",
    weight: 600,
    fill: "var(--ink)",
  } as const;
  const moved = place(60, [], 640, [target]);
  expect(moved).toMatchObject({ text: "level 132 ms, 14 runs" });
  if (moved === undefined || free === undefined) throw new Error("no words");
  expect(overlap(wordBox(free), wordBox(target))).toBe(true);
  expect(overlap(wordBox(moved), wordBox(target))).toBe(false);
});
