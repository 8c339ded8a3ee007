import { describe, expect, it } from "vitest";
import type { LikenessAnswer } from "@headroom/contract";
import { prepareLikeness } from "./prepare-likeness.ts";

const answer: LikenessAnswer = {
  run: { id: "r", number: 7, experiment: "Peak mix" },
  service: { slug: "shop", name: "Shop" },
  representative: "in-part",
  window: {
    from: "2026-11-27T13:00:00.000Z",
    to: "2026-11-27T14:00:00.000Z",
    chosen: "peak-day",
    peakDay: { id: "d", name: "Black Friday" },
    requests: 1_234_567,
    simulated: null,
  },
  checks: [{ kind: "label-mix", state: "apart", words: "10% differ." }],
  mix: {
    apart: 0.1,
    missing: { labels: 1, share: 0.1 },
    onlyInTest: { labels: 0, share: 0 },
    labelsTotal: 2,
    labels: [
      { label: "/cart", testLabel: "GET /cart", test: 1, live: 0.9, testErrors: null, liveErrors: null },
      { label: '=cmd|"x"', testLabel: null, test: 0, live: 0.1, testErrors: null, liveErrors: null },
    ],
  },
};

describe("a run beside live traffic", () => {
  it("says what it was compared with, and how", () => {
    expect(prepareLikeness(answer)).toMatchObject({
      lead: "Representative in part.",
      compared: "Compared with the busiest hour of Black Friday,",
      requests: "1,234,567 requests",
      checks: [{ title: "Label mix", state: "Differs", words: "10% differ." }],
      rows: [
        { label: "/cart", testLabel: "GET /cart", test: "100.0%", live: "90.0%", difference: "+10.0" },
        { test: "–", live: "10.0%", difference: "\u221210.0" },
      ],
      more: 0,
    });
  });

  it("has the mix of live traffic for a test, safe for spreadsheets", () => {
    const { mix } = prepareLikeness(answer);
    expect(JSON.parse(mix?.json ?? "")).toEqual([
      { label: "/cart", share: 0.9 },
      { label: '=cmd|"x"', share: 0.1 },
    ]);
    expect(mix?.csv).toContain(`"'=cmd|""x""",0.1`);
  });

  it("has nothing to show without live traffic", () => {
    const nothing = { ...answer, representative: "unknown" as const, window: null, checks: [], mix: null };
    expect(prepareLikeness(nothing)).toMatchObject({ compared: null, rows: [], mix: null });
  });
});
