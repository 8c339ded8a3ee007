import { expect, it } from "vitest";
import { prepareGates } from "./prepare-gates.ts";
import type { GateDecision } from "./prepare-gates.ts";

const now = new Date("2026-11-28T11:37:00Z");
const decision = (more: Partial<GateDecision> = {}): GateDecision => ({
  id: "r",
  number: 47,
  branch: "cache",
  commit: "3b90d14aa0",
  publishedAt: new Date("2026-11-28T11:11:00Z"),
  ranAt: new Date("2026-11-28T10:11:00Z"),
  experiment: { id: "e", name: "Mix" },
  service: { slug: "shop", name: "Shop" },
  outcome: "no-change",
  words: "No change: p99 107 ms → 108 ms",
  isAsked: false,
  reference: { id: "b", number: 46, runs: 1 },
  ...more,
});
const counts = { passed: 41, failed: 2, unsure: 1, notJudged: 3 };
const rowOf = (more: Partial<GateDecision>) =>
  prepareGates({ decisions: [decision(more)], days: 30, counts }, now, "UTC")?.rows[0];

it("says what gates report for each build, and how many got which answer", () => {
  expect(prepareGates({ decisions: [decision()], days: 30, counts }, now, "UTC")).toEqual({
    counts: "last 30 days: 41 passed, 2 failed, 1 unsure, 3 not judged",
    rows: [
      {
        id: "r",
        href: "/runs/r",
        pill: { word: "Passes", icon: "met", tone: "good" },
        run: "Mix, run 47",
        service: "Shop",
        branch: "cache",
        commit: "3b90d14",
        words: "No change: p99 107 ms → 108 ms",
        against: "run 46",
        age: "26m ago",
        ran: null,
      },
    ],
  });
  expect(prepareGates({ decisions: [], days: 30, counts }, now, "UTC")).toBeNull();
});

it("fails what misses or regressed, and says when nothing is decided yet", () => {
  expect(rowOf({ outcome: "misses" })?.pill.word).toBe("Fails");
  expect(rowOf({ outcome: "regressed" })?.pill.word).toBe("Fails");
  expect(rowOf({ outcome: "holds" })?.pill.word).toBe("Passes");
  expect(rowOf({ outcome: "unsure" })?.pill.tone).toBe("unsure");
  expect(rowOf({ outcome: null, words: null, reference: null })).toMatchObject({
    pill: { word: "Being judged" },
    words: "The answer follows in a moment.",
    against: "",
  });
});

it("says what a build was compared with, and by whose options", () => {
  expect(rowOf({ reference: { id: "b", number: 46, runs: 14 } })?.against).toBe("level of 14 good runs");
  expect(rowOf({ reference: null, isAsked: true })?.against).toBe("its targets, with the gate's own options");
});

it("says on which day a run ran that was uploaded later", () => {
  expect(rowOf({ ranAt: new Date("2026-11-18T10:00:00Z") })).toMatchObject({
    age: "26m ago",
    ran: "run of 18 Nov 2026",
  });
});
