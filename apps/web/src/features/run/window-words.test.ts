import { expect, it } from "vitest";
import { parseClock, windowName, windowTitle } from "./window-words.ts";

it("a window is named by what it is", () => {
  const span = { fromSeconds: 40, toSeconds: 560, durationSeconds: 520 };
  expect(windowName({ kind: "slice", ...span })).toBe("window 0:40 to 9:20");
  expect(windowTitle({ kind: "steady", ...span })).toBe("steady phase, 0:40 to 9:20 (8:40 min)");
  expect(windowTitle({ kind: "whole", ...span, durationSeconds: 600 })).toBe("whole run (10:00 min)");
});

it("a moment is read as people write it, and nothing else is", () => {
  expect(["65", "1:05", " 1:05 ", "1:00:05", "0:00", "-3", "12.5", "600:30"].map(parseClock)).toEqual([
    65, 65, 65, 3605, 0, -3, 12.5, 36_030,
  ]);
  expect(["", "x", "1:75", "1:75:00", "1:", ":5", "1e3", "1:2:3:4"].map(parseClock)).toEqual(
    Array(8).fill(null),
  );
});
