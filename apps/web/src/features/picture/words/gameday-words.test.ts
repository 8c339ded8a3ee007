import { describe, expect, it } from "vitest";
import type { GamedayAnswer } from "@headroom/contract";
import { gamedayWords } from "./gameday-words.ts";

const name = { title: "Dress rehearsal", description: "A gameday of Shop" };
const finding: GamedayAnswer["findings"][number] = {
  id: "f",
  title: "Alert came late",
  severity: "high",
  owner: null,
  dueAt: null,
  step: null,
  createdAt: "2026-11-19T20:20:00.000Z",
  closedAt: null,
};
const report = { at: "2026-11-19T21:10:00.000Z", by: "Ada", findings: [finding], changes: [] };
const gameday: GamedayAnswer = {
  id: "g",
  name: name.title,
  timeZone: "UTC",
  service: { slug: "shop", name: "Shop" },
  peakDay: null,
  startsAt: "2026-11-19T20:00:00.000Z",
  endsAt: "2026-11-19T21:00:00.000Z",
  phase: "closed",
  url: "",
  counts: { met: 2, missed: 0, unsure: 0, open: 0 },
  sentence: "",
  steps: [],
  others: [],
  isCut: false,
  environment: null,
  lead: null,
  roles: [],
  notes: null,
  now: "2026-11-26T02:40:00.000Z",
  version: 1,
  plannedLate: false,
  overlapping: [],
  findings: [finding],
  updatedAt: "2026-11-19T21:10:00.000Z",
  closed: report,
};

describe("the picture of a gameday", () => {
  it("says how its steps went, what was found, and when it was closed", () => {
    expect(gamedayWords(gameday, name)).toEqual({
      kind: "Gameday report",
      title: name.title,
      figure: null,
      context: "A gameday of Shop · 19 Nov 2026, 20:00–21:00 (UTC)",
      headline: "2 as planned",
      tone: "good",
      note: "1 finding, still open.",
      foot: "Closed on 19 Nov 2026, 21:10 UTC",
    });
  });

  it("is green only if every step was run and went as planned", () => {
    const toneOf = (counts: Partial<GamedayAnswer["counts"]>) =>
      gamedayWords({ ...gameday, counts: { ...gameday.counts, ...counts } }, name).tone;
    expect(toneOf({ missed: 1 })).toBe("bad");
    expect(toneOf({ open: 1 })).toBe("unsure");
    expect(toneOf({ unsure: 1 })).toBe("unsure");
    expect(toneOf({ met: 0 })).toBe("neutral");
  });

  it("says that something changed since, and what was done", () => {
    const closed = { ...finding, closedAt: "2026-11-20T00:00:00.000Z" };
    const changes = ["Mixed would now be missed."];
    const later = { ...gameday, findings: [closed, closed], closed: { ...report, changes } };
    expect(gamedayWords(later, name).note).toBe(
      "2 findings, all closed. Later changes don't show in this report.",
    );
    expect(gamedayWords({ ...gameday, findings: [closed] }, name).note).toBe("1 finding, closed.");
    expect(gamedayWords({ ...gameday, findings: [closed, finding] }, name).note).toBe("2 findings, 1 open.");
    expect(gamedayWords({ ...gameday, findings: [] }, name).note).toBe("Nothing was noted.");
  });
});
