import { describe, expect, it } from "vitest";
import { placeLabel } from "./place-label.ts";

const box = { lineY: 100, textWidth: 80, left: 50, right: 550, top: 14, bottom: 300 };
const row = (from: number, to: number, y: number) =>
  Array.from({ length: to - from }, (_, index) => [from + index, y] as const);

describe("the name of a target", () => {
  it("stands above the line at its right end when nothing is there", () =>
    expect(placeLabel({ ...box, drawn: [] })).toEqual({ x: 544, y: 94, anchor: "end" }));
  it("goes under the line when a series runs above it", () =>
    expect(placeLabel({ ...box, drawn: row(50, 550, 92) })).toEqual({ x: 544, y: 115, anchor: "end" }));
  it("goes to the other end when the right one is crowded", () =>
    expect(placeLabel({ ...box, drawn: [...row(400, 550, 92), ...row(400, 550, 112)] })).toMatchObject({
      anchor: "start",
      y: 94,
    }));
  it("stays inside the plot", () => {
    expect(placeLabel({ ...box, lineY: 15, drawn: [] }).y).toBe(30);
    expect(placeLabel({ ...box, lineY: 299, drawn: [] }).y).toBe(293);
  });
});
