import { describe, expect, it } from "vitest";
import type { ReadinessReport } from "@headroom/contract";
import { readinessWords } from "./readiness-words.ts";

const report = {
  phase: "before",
  now: "2026-11-26T02:40:00.000Z",
  verdict: "at-risk",
  peakDay: {
    name: "Sale",
    startsAt: "2026-11-27T00:00:00Z",
    endsAt: "2026-11-28T00:00:00Z",
    timeZone: "UTC",
  },
  times: 4.108,
  required: 14_703,
  policy: { factor: 1.5 },
  sentence: "Distinct was proven 41 days ago.",
} as unknown as ReadinessReport;
const name = { title: "Readiness for Sale", description: "Whether Shop will hold" };

describe("the picture of a readiness report", () => {
  it("shows the verdict and the headroom beside what is required", () => {
    expect(readinessWords({ report, frozen: null }, name)).toEqual({
      kind: "Readiness report",
      title: "Readiness for Sale",
      context: "Whether Shop will hold · Fri 27 Nov 2026",
      headline: "At risk",
      tone: "unsure",
      figure: { value: "4.11x", beside: "headroom, 1.5x is required (14,703 req/s)" },
      note: "Distinct was proven 41 days ago.",
      foot: "As of 26 Nov 2026, 02:40 UTC",
    });
  });

  it("shows no figure without proof", () => {
    const unproven = { ...report, verdict: "not-ready", times: null, required: null } as ReadinessReport;
    expect(readinessWords({ report: unproven, frozen: null }, name)).toMatchObject({
      headline: "Not ready",
      tone: "bad",
      figure: { value: "Unproven", beside: "headroom, 1.5x is required" },
    });
  });

  it("says when a frozen one was true, and that later runs contradict it", () => {
    const frozen = {
      at: "2026-11-12T10:00:00.000Z",
      changes: [],
      contradicted: ["Distinct misses its targets."],
    };
    const said = readinessWords({ report, frozen }, name);
    expect(said).toMatchObject({
      kind: "Readiness report, frozen",
      foot: "As it was on 12 Nov 2026, 10:00 UTC",
    });
    expect(said.note).toMatch(/^Later runs contradict this report\./);
  });
});
