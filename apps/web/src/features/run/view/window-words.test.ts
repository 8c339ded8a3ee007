import { expect, it } from "vitest";
import { parseClock, readWindow, windowName, windowTitle } from "./window-words.ts";

it("a window is named by what it is", () => {
  const span = { fromSeconds: 40, toSeconds: 560, durationSeconds: 520 };
  expect(windowName({ kind: "custom", ...span })).toBe("window 0:40–9:20");
  expect(windowTitle({ kind: "steady", ...span })).toBe("steady phase, 0:40–9:20 (8m 40s)");
  expect(
    windowTitle({
      kind: "custom",
      fromSeconds: 14_400,
      toSeconds: 16_200,
      durationSeconds: 1_800,
      grownToSeconds: 1_800,
    }),
  ).toBe("window 4:00:00–4:30:00 (30m), in whole intervals of 30m");
  expect(windowTitle({ kind: "whole", ...span, durationSeconds: 600 })).toBe("whole run (10m)");
  expect(windowTitle({ kind: "whole", ...span, durationSeconds: 0 })).toBe("whole run");
});

it("a moment is read as people write it, and nothing else is", () => {
  expect(["65", "1:05", " 1:05 ", "1:00:05", "0:00", "-3", "12.5", "600:30"].map(parseClock)).toEqual([
    65, 65, 65, 3605, 0, -3, 12.5, 36_030,
  ]);
  expect(["", "x", "1:75", "1:75:00", "1:", ":5", "1e3", "1:2:3:4"].map(parseClock)).toEqual(
    Array(8).fill(null),
  );
});

it("a typed window is read, or the answer says what to change", () => {
  const run = { fromSeconds: 30, toSeconds: 120 };
  expect(readWindow("0:40", "1:30", run)).toEqual({ fromSeconds: 40, toSeconds: 90 });
  expect(readWindow("0:00", "5:00", run)).toEqual({ fromSeconds: 0, toSeconds: 300 });
  expect(readWindow("x", "1:00", run)).toEqual({ problem: "Enter times like 1:30." });
  expect(readWindow("1:00", "1:00", run)).toEqual({ problem: "The end must be after the start." });
  expect(readWindow("0:00", "0:30", run)).toEqual({ problem: "The run starts at 0:30." });
  expect(readWindow("-1:00", "-0:30", run)).toEqual({ problem: "The run starts at 0:30." });
  expect(readWindow("2:00", "3:00", run)).toEqual({ problem: "The run ends at 2:00." });
});
