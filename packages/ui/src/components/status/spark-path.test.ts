import { describe, expect, it } from "vitest";
import { sparkShape } from "./spark-path.ts";

const none = { target: null };
const box = { width: 108, height: 28 };

describe("sparkline", () => {
  it("runs from the largest on top to the smallest at the foot, on a log scale", () => {
    expect(sparkShape([1000, 100, 10], none, box)).toEqual({
      line: "M4 4L54 14L104 24",
      last: { x: 104, y: 24 },
      targetY: null,
      markX: null,
    });
  });
  it("keeps the target in sight", () => expect(sparkShape([10, 10], { target: 1000 }, box).targetY).toBe(4));
  it("leaves a gap where a run has no figure", () =>
    expect(sparkShape([100, null, 10], none, box).line).toBe("M4 4M104 24"));
  it("marks a change before its first run, and none that began before what is drawn", () => {
    const markAt = (changeAt: number | null) =>
      sparkShape([10, 10, 20], { target: null, changeAt }, box).markX;
    expect([null, -1, 0, 1, 2, 3].map(markAt)).toEqual([null, null, null, 29, 79, null]);
  });
  it("draws nothing of nothing, and one run as one point at the end", () => {
    expect(sparkShape([], { target: 200 }, box)).toEqual({ line: "", last: null, targetY: 14, markX: null });
    expect(sparkShape([50], none, box).last).toEqual({ x: 104, y: 14 });
    expect(sparkShape([0, null], none, box).last).toBeNull();
  });
});
