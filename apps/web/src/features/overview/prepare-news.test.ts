import { describe, expect, it } from "vitest";
import type { SinceLastVisit, StaleProof, WorseExperiment } from "@headroom/services";
import { prepareNews } from "./prepare-news.ts";

const now = new Date("2026-11-20T10:00:00Z");
const shop = { slug: "shop", name: "Shop" };
const noSlos = { watched: 0, known: 0, worse: 0, stillBurning: 0, simulated: 0 };
/** Everything could be compared. */
const known = { runs: 3, simulatedRuns: 0, experiments: 2, compared: 2, missed: 0, slos: noSlos };
const found = (more: Partial<SinceLastVisit> = {}): SinceLastVisit => ({
  since: new Date("2026-11-19T10:00:00Z"),
  worse: [],
  worseTotal: 0,
  slos: [],
  evidence: known,
  ...more,
});
const fell: WorseExperiment = {
  experiment: { id: "e", name: "Mix" },
  service: shop,
  run: { id: "r", number: 12 },
  outcome: "misses",
  before: "holds",
  otherTargets: false,
  simulated: false,
  someLabels: false,
};
const none = { stale: [], staleTotal: 0 };
const stale = (endsAt: string): StaleProof => ({
  experiment: { id: "e", name: "Mix" },
  service: shop,
  endsAt: new Date(endsAt),
  ended: new Date(endsAt) <= now,
});

describe("the news of the overview", () => {
  it("are nothing on a first visit, but for what is stale", () => {
    expect(prepareNews(found({ since: null }), none, now)).toBeNull();
    expect(prepareNews(null, none, now)).toBeNull();
    const old = { stale: [stale("2026-11-17T09:00:00Z")], staleTotal: 1 };
    expect(prepareNews(found({ since: null }), old, now)).toMatchObject({
      title: "1 proof needs a new run.",
      lines: [{ words: "Its proof ended 3 days ago, so it proves nothing." }],
    });
  });

  it("say that nothing got worse", () =>
    expect(prepareNews(found(), none, now)).toEqual({
      title: "Nothing got worse.",
      since: "2026-11-19T10:00:00.000Z",
      note: null,
      lines: [],
    }));

  it("never say that of what nobody looked at", () => {
    const title = (evidence: Partial<typeof known>) =>
      prepareNews(found({ evidence: { ...known, ...evidence } }), none, now)?.title;
    expect(title({ runs: 0, experiments: 0, compared: 0 })).toBe("No runs arrived.");
    expect(title({ compared: 0 })).toBe("No run could be compared.");
    expect(title({ compared: 1 })).toBe("Nothing that could be compared got worse.");
  });

  it("say what fell, what regressed and what burns", () => {
    const judged = { ...fell, otherTargets: true, simulated: true };
    expect(prepareNews(found({ worse: [judged], worseTotal: 1 }), none, now)?.lines[0]?.words).toBe(
      "Misses, was holding with other targets. Simulated run 12.",
    );
    const regressed = { ...fell, run: { id: "s", number: 3 }, outcome: "regressed" as const };
    const slo = { id: "o", name: "Fast", service: shop, state: "burning-fast", since: now } as const;
    const news = prepareNews(
      found({
        worse: [fell, regressed],
        worseTotal: 4,
        slos: [slo],
        evidence: { ...known, slos: { ...noSlos, watched: 1, known: 1, worse: 1 } },
      }),
      none,
      now,
    );
    expect(news?.title).toBe("4 experiments and 1 SLO got worse.");
    expect(news?.note).toBe("2 more got worse: Experiments lists them.");
    expect(news?.lines.map(({ words, href, state }) => [words, href, state])).toEqual([
      ["Its error budget is burning fast.", "/services/shop/slos/o", null],
      ["Misses, was holding. Run 12.", "/runs/r", "misses"],
      ["Regressed, was holding. Run 3.", "/runs/s", "regressed"],
    ]);
  });

  it("say which proofs have ended and which end soon", () => {
    const news = prepareNews(
      found(),
      { stale: [stale("2026-11-17T09:00:00Z"), stale("2026-11-20T12:00:00Z")], staleTotal: 9 },
      now,
    );
    expect(news?.title).toBe("Nothing got worse. 9 proofs need a new run.");
    expect(news?.lines.map(({ words }) => words)).toEqual([
      "Its proof ended 3 days ago, so it proves nothing.",
      "Its proof ends in 1 day.",
    ]);
  });
});
