import { describe, expect, it } from "vitest";
import type { ReadinessReport } from "@headroom/contract";
import { answerOf, isAboutDay, saidBefore } from "./prepare-answer.ts";

type Day = NonNullable<NonNullable<ReadinessReport["reconciled"]>["day"]>;
const day = (verdict: Day["verdict"], missedSeconds = 0): Day => ({
  verdict,
  missedSeconds,
  unknownSeconds: 0,
  targets: { p99Ms: 200, errorRate: null },
  byTodaysTargets: false,
  imported: null,
});
const before = {
  phase: "before",
  judgedAt: "2026-11-27T09:00:00.000Z",
  verdict: "not-ready",
  sentence: "Mix was proven 50 days ago.",
  verdictSentence: "Mix was proven 50 days ago.",
  reconciled: null,
  peakDay: { startsAt: "2026-11-27T05:00:00.000Z", timeZone: "America/New_York" },
} as unknown as ReadinessReport;
const over = (reconciled: object | null): ReadinessReport => ({
  ...before,
  phase: "after",
  reconciled: reconciled as ReadinessReport["reconciled"],
});
const real = { real: 9_802.4, simulated: false, changesUntil: null };

describe("the headline of a report", () => {
  it("is the verdict until the day is over", () => {
    expect(answerOf(before)).toMatchObject({ word: "Not ready", sentence: "Mix was proven 50 days ago." });
    expect(saidBefore(before)).toBeNull();
  });

  it("is whether the day held, whatever tests say by now", () => {
    expect(answerOf(over({ ...real, day: day("held") }))).toMatchObject({
      word: "Held",
      tone: "good",
      sentence: "Targets were met, with 9,802 req/s in the busiest minute.",
    });
    expect(answerOf(over({ ...real, day: day("held", 120) })).sentence).toBe(
      "Targets were met but for 2m, with 9,802 req/s in the busiest minute.",
    );
    expect(answerOf(over({ ...real, day: day("missed", 2_400) }))).toMatchObject({
      word: "Did not hold",
      tone: "bad",
      sentence: "Targets were missed for 40m.",
    });
    expect(saidBefore(over(null))).toMatchObject({ word: "Not ready" });
  });

  it("is provisional the same evening, and says until when", () => {
    const soFar = { ...real, changesUntil: "2026-11-29T06:00:00.000Z" };
    expect(answerOf(over({ ...soFar, day: day("held") }))).toMatchObject({
      word: "Held so far",
      tone: "good",
      sentence:
        "Targets were met, with 9,802 req/s in the busiest minute. Provisional: late data can change this until 29 Nov 2026, 01:00.",
    });
    expect(answerOf(over({ ...soFar, day: day("missed", 60) })).word).toBe("Did not hold so far");
    expect(answerOf(over({ ...soFar, day: null })).sentence).toMatch(
      /^It isn't known .* until 29 Nov 2026, 01:00\.$/,
    );
    expect(answerOf(over({ ...soFar, simulated: true, day: null })).sentence).not.toContain("Provisional");
  });

  it("claims nothing about a day that shows nothing", () => {
    for (const reconciled of [
      null,
      { ...real, day: null },
      { ...real, day: day("unknown") },
      { ...real, simulated: true, day: day("held") },
    ])
      expect(answerOf(over(reconciled))).toMatchObject({ word: "Over", tone: "neutral" });
  });

  it("leaves out figures of today under a day that is over", () => {
    expect(isAboutDay(before)).toBe(true);
    expect(isAboutDay(over(null))).toBe(true);
    const unrecorded = { ...over(null), judgedAt: null };
    expect(isAboutDay(unrecorded)).toBe(false);
    expect(saidBefore(unrecorded)).toBeNull();
  });
});
