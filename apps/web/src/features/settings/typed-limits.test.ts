import { describe, expect, it } from "vitest";
import { readLimits, writeLimits } from "./typed-limits.ts";

const none = { keepRunsDays: null, maxLabels: null, maxBadLinesShare: null, targetConfidence: null };

describe("the limits of a workspace", () => {
  it.each([
    none,
    { keepRunsDays: 30, maxLabels: 2_000, maxBadLinesShare: 0.001, targetConfidence: 0.95 },
    { keepRunsDays: 1, maxLabels: 1, maxBadLinesShare: 0, targetConfidence: 0.5 },
    { ...none, maxBadLinesShare: 0.07 },
  ])("are read as they were written: %o", (settings) => {
    expect(readLimits(writeLimits(settings))).toEqual({ ok: true, settings });
  });

  it("that are invalid are each reported at their field", () => {
    const wrong = (field: keyof typeof none, text: string) => {
      const read = readLimits({ ...writeLimits(none), [field]: text });
      return read.ok ? [] : Object.keys(read.wrong);
    };
    for (const text of ["0", "-1", "2.5", "3651", "ten", "1e3", "0x10"])
      expect(wrong("keepRunsDays", text), text).toEqual(["keepRunsDays"]);
    expect(wrong("maxLabels", "1000001")).toEqual(["maxLabels"]);
    for (const text of ["101", "1,5", "%"])
      expect(wrong("maxBadLinesShare", text), text).toEqual(["maxBadLinesShare"]);
  });
});
