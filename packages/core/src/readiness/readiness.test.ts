import { describe, expect, it } from "vitest";
import type { AcceptedRisk } from "../capacity/accepted-risk.ts";
import type { ExperimentProof, JudgedRun } from "../capacity/tested-capacity.ts";
import { agoInWords, freshnessOf } from "./freshness.ts";
import { readinessOf } from "./readiness.ts";
import type { RemovedExperiment } from "./removed.ts";
import type { ReadinessExperiment, ReadinessInput } from "./readiness.ts";
import { READINESS_RULES } from "./rules.ts";
import { capacityInWords, readinessSentence, turnsGreen, turnsRed } from "./sentence.ts";

const now = new Date("2022-11-13T14:00:00Z");
const endsAt = new Date("2022-11-29T05:00:00Z");
const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
const policy = { factor: 1.5, peakEnvironment: "production", proofDays: 45, proofDeploys: 50 };

const PLAIN = { otherBranch: null, collapse: null };
const carried = (name: string, throughput: number, days: number, environment: string | null = null) => {
  const run = { id: `${name}-run`, number: 7, ranAt: before(days), environment, ...PLAIN };
  return {
    experiment: { id: name, name },
    throughput,
    calibration: null,
    run,
    elsewhere: environment === "staging",
  };
};
const of = (proof: ExperimentProof, change: Partial<ReadinessExperiment> = {}): ReadinessExperiment => ({
  proof,
  deploys: null,
  newest: null,
  risks: [],
  ...change,
});
const proven = (name: string, throughput: number, days = 8, environment: string | null = null) =>
  of({ state: "proven", ...carried(name, throughput, days, environment) });
const unproven = (name: string) =>
  of({
    state: "unproven",
    experiment: { id: name, name },
    gap: "no-run",
    detail: "It has never been run.",
  });
const miss = {
  text: "p99 <= 200 ms",
  comparator: "<=" as const,
  threshold: 200,
  unit: "ms",
  value: 240,
  range: null,
};
const risk: AcceptedRisk = {
  id: "r",
  runId: "x",
  target: miss.text,
  comparator: "<=",
  threshold: 200,
  unit: "ms",
  value: 240,
  reason: "far above",
  acceptedBy: "Ada",
  acceptedAt: before(7),
  until: new Date("2022-12-05T05:00Z"),
};
const accepted = (name: string, throughput: number, until = risk.until) => {
  const risks = [{ ...risk, until }];
  const misses = [{ ...miss, verdict: "missed" as const }];
  return of({ state: "accepted", ...carried(name, throughput, 8), risks, misses }, { risks });
};

const input = (experiments: ReadinessExperiment[], change: Partial<ReadinessInput> = {}): ReadinessInput => ({
  now,
  startsAt: new Date("2022-11-25T05:00:00Z"),
  endsAt,
  timeZone: "America/New_York",
  experiments,
  removed: [],
  policy,
  representative: null,
  actions: [],
  expected: { kind: "typed", throughput: 9_802, source: null },
  ...change,
});
const golden = (given: ReadinessInput) => {
  const found = readinessOf(given);
  return {
    verdict: found.verdict,
    sentence: readinessSentence(found, given),
    reasons: found.reasons.map(
      ({ rule, experiment, words }) => `${rule}: ${[experiment?.name, words].filter(Boolean).join(" ")}`,
    ),
  };
};

describe("readiness", () => {
  it("is ready when the lowest proof covers the expected peak times the factor", () => {
    expect(golden(input([proven("Cached", 317_474), proven("Distinct", 40_269)]))).toEqual({
      verdict: "ready",
      sentence: "Tests have proven 4.11x the expected peak. 1.5x is required.",
      reasons: [],
    });
  });

  it("stays ready with an accepted risk that lasts, and says so", () => {
    const given = input([accepted("Distinct", 40_269), proven("Campaign", 258_640)]);
    expect(golden(given)).toEqual({
      verdict: "ready",
      sentence: "Tests measured 4.11x the expected peak, with an accepted risk. 1.5x is required.",
      reasons: [],
    });
    expect(capacityInWords(readinessOf(given).headroom.capacity)).toBe(
      "40,269 req/s, missed p99 <= 200 ms (240 ms), accepted",
    );
  });

  it("is at risk when an accepted risk ends before the day does", () => {
    expect(golden(input([accepted("Distinct", 40_269, new Date("2022-11-28T00:00Z"))]))).toEqual({
      verdict: "at-risk",
      sentence:
        "Tests measured 4.11x the expected peak, with an accepted risk. 1.5x is required. One thing puts that at risk.",
      reasons: [
        "risk-ends-before: Distinct counts only because of an accepted risk, which ends before the peak day is over.",
      ],
    });
  });

  it("is not ready while an experiment has no proof, whatever the others held", () => {
    expect(golden(input([proven("Cached", 317_474), unproven("Complex"), unproven("Mixed")]))).toEqual({
      verdict: "not-ready",
      sentence: "2 of 3 experiments that represent the peak have no proof that counts.",
      reasons: [
        "no-proof: Complex has no proof. It has never been run.",
        "no-proof: Mixed has no proof. It has never been run.",
      ],
    });
  });

  it("is not ready while one of 200 experiments has no proof, and names that one", () => {
    const many = Array.from({ length: 199 }, (_, at) => proven(`Mix ${at}`, 40_000));
    expect(golden(input([...many, unproven("Zoom")]))).toEqual({
      verdict: "not-ready",
      sentence: "1 of 200 experiments that represent the peak has no proof that counts.",
      reasons: ["no-proof: Zoom has no proof. It has never been run."],
    });
    expect(golden(input(many)).verdict).toBe("ready");
  });

  it("is not ready without an experiment or an expected peak", () => {
    expect(golden(input([], { expected: null }))).toEqual({
      verdict: "not-ready",
      sentence: "No experiment represents the peak.",
      reasons: [
        "no-experiment: No experiment represents the peak.",
        "no-expected-peak: Nobody has said how high the peak will be.",
      ],
    });
  });

  it("is not ready below the required factor", () => {
    expect(golden(input([proven("Mix", 14_000)]))).toEqual({
      verdict: "not-ready",
      sentence: "Tests have proven 14,000 req/s, 1.43x the expected peak. 1.5x is required.",
      reasons: ["short: Tests have proven 14,000 req/s, 1.43x the expected peak. 1.5x is required."],
    });
    // 1.4996 of 1.5 isn't 1.50x.
    expect(golden(input([proven("Mix", 14_698)])).sentence).toContain(
      "1.49x the expected peak. 1.5x is required.",
    );
    expect(golden(input([proven("Mix", 14_703)])).verdict).toBe("ready");
    // What has to be tested, and not what that is worth.
    const calibration = { factor: 0.6, peakDay: { id: "last", name: "Sale 2025" } };
    const worthLess = of({ state: "proven", ...carried("Mix", 12_000, 8, null), calibration });
    expect(readinessOf(input([worthLess])).reasons[0]).toMatchObject({
      words:
        "Tests have proven 20,000 req/s, worth 12,000 req/s as Sale 2025 showed, 1.22x the expected peak. 1.5x is required.",
      step: "Prove 24,505 req/s with Mix.",
    });
  });

  it("is at risk when a proof ends before the day, and not ready once it has ended", () => {
    expect(golden(input([proven("Mix", 40_000, 41)]))).toMatchObject({
      verdict: "at-risk",
      reasons: [
        "ends-before: Mix was proven 41 days ago. A proof counts for 45 days, and this one ends before the peak day is over.",
      ],
    });
    expect(golden(input([proven("Mix", 40_000, 45)]))).toMatchObject({
      verdict: "not-ready",
      sentence: "1 of 1 experiment that represents the peak has no proof that counts.",
      reasons: ["outdated: Mix was proven 45 days ago. A proof counts for 45 days."],
    });
    const { headroom } = readinessOf(input([proven("Mix", 40_000, 45), proven("Other", 50_000)]));
    expect(headroom).toMatchObject({
      times: null,
      capacity: {
        state: "unproven",
        missing: [{ gap: "outdated", detail: "Run 7 proved it 45 days ago. A proof counts for 45 days." }],
        measured: 50_000,
      },
    });
  });

  it("is at risk after too many deploys", () => {
    const experiment = { ...proven("Mix", 40_000), deploys: 51 };
    expect(golden(input([experiment])).reasons).toEqual([
      "deploys: Mix was proven 8 days and 51 deploys ago. The limit is 50 deploys.",
    ]);
    expect(golden(input([{ ...experiment, deploys: 50 }])).verdict).toBe("ready");
    expect(golden(input([experiment], { policy: { ...policy, proofDeploys: null } })).verdict).toBe("ready");
  });

  it("never uses a proof of another environment silently", () => {
    const experiments = [proven("Mix", 40_000, 8, "staging")];
    expect(golden(input(experiments)).reasons).toEqual([
      "elsewhere: Mix was proven on staging. The peak takes place on production.",
    ]);
  });

  const newestRun = (change: Partial<JudgedRun>): JudgedRun => ({
    id: "n",
    number: 9,
    ranAt: before(1),
    environment: null,
    ...PLAIN,
    verdict: "missed",
    gap: null,
    detail: null,
    throughput: 40_000,
    results: [{ ...miss, verdict: "missed" }],
    ...change,
  });

  it("is at risk when the newest run doesn't show whether it meets its targets", () => {
    const results = [
      { ...miss, verdict: "unsure" as const, value: null, range: { low: 150, high: 300 } },
      { ...miss, verdict: "met" as const, text: "error rate <= 0.1%", unit: "%", value: 0 },
    ];
    const withNewest = (change: Partial<JudgedRun>) => {
      const newest = newestRun({ verdict: "unsure", results, ...change });
      return golden(input([{ ...proven("Mix", 40_000), newest }]));
    };
    expect(withNewest({ gap: "never-met" })).toMatchObject({
      verdict: "at-risk",
      reasons: ["unsure: Mix is unsure about p99 <= 200 ms (150–300 ms) in its newest run, 9."],
    });
    // A ramp proves a capacity and is unsure as a whole. A short run says nothing.
    for (const gap of [null, "too-short", "simulated"] as const)
      expect(withNewest({ gap }).verdict).toBe("ready");
  });

  it("is at risk when the newest run, or the one behind the proof, collapsed after it held its load", () => {
    const collapse = { held: 700, throughput: 0.25, seconds: 300 };
    const one = proven("Mix", 40_000);
    const newest = newestRun({ verdict: "met", collapse });
    expect(golden(input([{ ...one, newest }])).reasons).toEqual([
      "collapsed: Mix held 700 req/s in run 9, and then fell to 0.25 req/s for 5m.",
    ]);
    const behind = carried("Mix", 40_000, 8);
    const proof: ExperimentProof = { state: "proven", ...behind, run: { ...behind.run, collapse } };
    expect(golden(input([of(proof)])).reasons).toEqual([
      "collapsed: Mix held 700 req/s in run 7, and then fell to 0.25 req/s for 5m.",
    ]);
  });

  it("names the branch of a proof that is of no default branch", () => {
    const behind = carried("Mix", 40_000, 8);
    const proof: ExperimentProof = {
      state: "proven",
      ...behind,
      run: { ...behind.run, otherBranch: "faster" },
    };
    expect(golden(input([of(proof)]))).toMatchObject({
      verdict: "at-risk",
      reasons: ["unmerged: Mix was proven only on the branch faster, which isn't the default one."],
    });
  });

  it("is at risk when the newest run missed what nobody accepted", () => {
    const newest = newestRun({});
    const experiment = { ...proven("Mix", 40_000), newest };
    expect(golden(input([experiment])).reasons).toEqual([
      "missed: Mix missed p99 <= 200 ms (240 ms) in its newest run, 9.",
    ]);
    expect(golden(input([{ ...experiment, risks: [risk] }])).verdict).toBe("ready");
  });

  it("is at risk when what represented the peak was removed, until a member accepts that", () => {
    const one = proven("Fast", 317_474);
    const gone: RemovedExperiment = {
      experiment: { id: "m", name: "Mix" },
      at: new Date("2022-11-13T02:00:00Z"),
      how: "deleted",
      by: "Ada",
      shown: { state: "proven", throughput: 300 },
      acceptedUntil: null,
    };
    const reasons = (change: Partial<RemovedExperiment>) =>
      golden(input([one], { removed: [{ ...gone, ...change }] })).reasons;
    expect(golden(input([one], { removed: [gone] }))).toEqual({
      verdict: "at-risk",
      sentence: "Tests have proven 32.4x the expected peak. 1.5x is required. One thing puts that at risk.",
      reasons: ["removed: Mix was removed on 12 Nov 2022 by Ada; it held 300 req/s."],
    });
    expect(reasons({ how: "unmarked", shown: { state: "accepted", throughput: 300 } })).toEqual([
      "removed: Mix was unmarked as representing the peak on 12 Nov 2022 by Ada; it measured 300 req/s, with an accepted risk.",
    ]);
    expect(reasons({ shown: { state: "unproven", detail: "Run 3 missed p99 <= 200 ms (400 ms)." } })).toEqual(
      [
        "removed: Mix was removed on 12 Nov 2022 by Ada; it had no proof. Run 3 missed p99 <= 200 ms (400 ms).",
      ],
    );
    expect(reasons({ acceptedUntil: endsAt })).toEqual([]);
    expect(reasons({ acceptedUntil: before(-1) })).toEqual([
      "removed: Mix was removed on 12 Nov 2022 by Ada; it held 300 req/s. That is accepted, but not until the peak day is over.",
    ]);
    expect(turnsGreen(readinessOf(input([one], { removed: [gone] })))).toEqual([
      "Have a member accept that Mix no longer counts.",
    ]);
  });

  it("is at risk when the only test was unlike live traffic, or an action is overdue", () => {
    const one = proven("Mix", 40_000);
    expect(golden(input([one], { representative: "no" })).reasons).toEqual([
      "unlike: Mix was not like live traffic.",
    ]);
    expect(golden(input([one, proven("Other", 50_000)], { representative: "no" })).verdict).toBe("ready");
    const actions = [
      { title: "Scale up", dueAt: before(1) },
      { title: "Later", dueAt: endsAt },
      { title: "Some day", dueAt: null },
    ];
    expect(golden(input([one], { actions })).reasons).toEqual(["overdue: “Scale up” is overdue."]);
  });

  it("is at risk when an earlier day speaks against the expected peak", () => {
    const below = { earlier: { id: "e", name: "2021" }, low: 11_000, high: 12_000, crosses: null };
    const expected = { kind: "typed" as const, throughput: 9_802, source: null, below };
    expect(golden(input([proven("Mix", 40_000)], { expected }))).toMatchObject({
      verdict: "at-risk",
      reasons: [
        "contradicted-peak: The expected peak of 9,802 req/s is below what 2021 and the expected growth come to, 11,000–12,000 req/s.",
      ],
    });
  });

  it("says where a simulated day decides how high the peak will be", () => {
    const expected = {
      kind: "growth" as const,
      throughput: 9_000,
      peak: 4_500,
      growth: 2,
      simulated: true,
      earlier: { id: "e", name: "2021" },
    };
    expect(golden(input([proven("Mix", 40_000)], { expected })).reasons).toEqual([
      "simulated-peak: The expected peak comes from 2021, whose traffic was simulated.",
    ]);
  });

  it("says what would turn it green, and red", () => {
    const given = input([proven("Mix", 52_399, 41), proven("Fast", 317_474, 1), unproven("Complex")]);
    expect(turnsGreen(readinessOf(given))).toEqual([
      "Run Complex until it meets its targets for 5 minutes.",
      "Run Mix again.",
    ]);
    expect(turnsRed(readinessOf(given), given)).toEqual([]);
    const untargeted = of({
      state: "unproven",
      experiment: { id: "Bare", name: "Bare" },
      gap: "no-limit",
      detail: "No target limits latency or errors, so any throughput would pass.",
    });
    expect(turnsGreen(readinessOf(input([untargeted])))).toEqual([
      "Add a latency or error target to Bare, and run it until it meets its targets for 5 minutes.",
    ]);
    const whole = input([accepted("Mix", 52_399), proven("Fast", 317_474, 20)]);
    expect(turnsRed(readinessOf(whole), whole)).toEqual([
      {
        words: "An expected peak above 34,933 req/s: 1.5x that is more than tests have shown.",
        at: null,
      },
      {
        words:
          "A run of Mix that misses its latency or error targets by more than is accepted: p99 <= 200 ms (240 ms).",
        at: null,
      },
      { words: "Without a new run, the proof of Fast ends", at: new Date("2022-12-08T14:00:00Z") },
      { words: "The accepted risk of Mix ends", at: risk.until },
    ]);
    const missed = input([accepted("Mix", 52_399)]);
    expect(turnsRed(readinessOf(missed), missed).map(({ words }) => words)).toContain(
      "Without a new run, what Mix measured stops counting",
    );
  });

  it("has words for every rule", () => {
    for (const { words } of Object.values(READINESS_RULES)) expect(words).toMatch(/^[A-Z].*\.$/);
  });
});

describe("the freshness of a proof", () => {
  const state = (days: number, deploys: number | null = null) =>
    freshnessOf({ ranAt: before(days), deploys }, policy, now).state;

  it("fades on its own", () => {
    expect([0, 29.9, 30, 44.9, 45, 400].map((days) => state(days))).toEqual([
      "fresh",
      "fresh",
      "ageing",
      "ageing",
      "outdated",
      "outdated",
    ]);
    expect([state(1, 50), state(1, 51)]).toEqual(["fresh", "ageing"]);
  });

  it("says how long ago it was", () => {
    expect(agoInWords({ days: 41, deploys: 37 })).toBe("41 days and 37 deploys ago");
    expect(agoInWords({ days: 1, deploys: 0 })).toBe("1 day ago");
    expect(agoInWords({ days: 0, deploys: null })).toBe("today");
    expect(agoInWords({ days: 0, deploys: 2 })).toBe("2 deploys ago");
  });
});
