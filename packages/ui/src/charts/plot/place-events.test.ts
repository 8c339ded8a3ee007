import { expect, it } from "vitest";
import { placeEvents } from "./place-events.ts";

const place = (...events: [number, string][]) =>
  placeEvents({
    events: events.map(([x, text], index) => ({ key: String(index), x, text })),
    left: 0,
    right: 200,
    letterWidth: 6,
    rows: 2,
  }).map(({ words }) => words && [words.row, words.anchor, words.x]);

it("puts words right of their line, and left of it at the edge", () =>
  expect(place([20, "deploy"], [190, "deploy"])).toEqual([
    [0, "start", 26],
    [0, "end", 184],
  ]));
it("takes the next row where words would touch, and gives up after the last", () =>
  expect(place([20, "first deploy"], [40, "second deploy"], [50, "third deploy of three"])).toEqual([
    [0, "start", 26],
    [1, "start", 46],
    null,
  ]));
it("shortens long words", () => {
  const [placed] = placeEvents({
    events: [{ key: "a", x: 0, text: "x".repeat(2000) }],
    left: 0,
    right: 400,
    letterWidth: 6,
    rows: 1,
  });
  expect(placed?.words?.text).toBe(`${"x".repeat(27)}\u2026`);
});
