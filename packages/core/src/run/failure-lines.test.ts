import { describe, expect, it } from "vitest";
import { codeOfReason, failureLines } from "./failure-lines.ts";

const over = (stepSeconds: number, ...counts: [slot: number, times: number][]) => [
  { stepSeconds, counts: counts.map(([slot, times]) => ({ slot, times })) },
];

describe("the code of a reason", () => {
  it("is the status it begins with, and nothing that only looks like one", () => {
    expect(
      ["503", "503 Service Unavailable", "5033", "503ms", "timeout after 503", "42"].map(codeOfReason),
    ).toEqual(["503", "503", null, null, null, null]);
  });
});

describe("failures over time", () => {
  const grid = { offsets: [0, 10, 20], pointSeconds: 10 };

  it("are drawn by code, whatever message follows it, and by reason without one", () => {
    const lines = failureLines(
      [
        { reason: "503 Service Unavailable", over: over(1, [3, 2], [12, 4]) },
        { reason: "503", over: over(1, [13, 1]) },
        { reason: "connection reset", over: over(1, [29, 1], [30, 9]) },
        { reason: "no times", over: [] },
      ],
      grid,
    );
    expect(lines).toEqual([
      { name: "503", counts: [2, 5, 0] },
      { name: "connection reset", counts: [0, 0, 1] },
    ]);
  });

  it("share a step that is longer than a point among its points", () => {
    expect(failureLines([{ reason: "500", over: over(60, [0, 12]) }], grid)).toEqual([
      { name: "500", counts: [2, 2, 2] },
    ]);
  });

  it("join all but the most frequent", () => {
    const failures = Array.from({ length: 9 }, (_, at) => ({
      reason: `reason ${at}`,
      over: over(1, [0, 10 - at]),
    }));
    const lines = failureLines(failures, grid);
    expect(lines).toHaveLength(7);
    expect(lines.at(-1)).toEqual({ name: "other reasons", counts: [4 + 3 + 2, 0, 0] });
  });
});
