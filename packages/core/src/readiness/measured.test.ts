import { expect, it } from "vitest";
import type { ExperimentProof } from "../capacity/tested-capacity.ts";
import { changesBetween, contradictions } from "./changes.ts";
import type { ReadinessState } from "./changes.ts";
import { countingProof } from "./counting-proof.ts";
import { readinessOf } from "./readiness.ts";
import type { ReadinessInput } from "./readiness.ts";
import { capacityInWords, readinessSentence, turnsGreen, turnsRed } from "./sentence.ts";

const now = new Date("2022-11-13T14:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const miss = {
  text: "p99 <= 200 ms",
  comparator: "<=" as const,
  threshold: 200,
  unit: "ms",
  value: 240,
  range: null,
};
const accepted = (days: number, throughput: number): ExperimentProof => ({
  state: "accepted",
  experiment: { id: "m", name: "Mix" },
  throughput,
  calibration: null,
  elsewhere: true,
  run: {
    id: "r",
    number: 7,
    ranAt: daysAgo(days),
    environment: "staging",
    otherBranch: "faster",
    collapse: null,
  },
  misses: [{ ...miss, verdict: "missed" }],
  risks: [],
});
const policy = { factor: 1.5, peakEnvironment: "production", proofDays: 45, proofDeploys: 50 };
const input = (proof: ExperimentProof): ReadinessInput => ({
  now,
  startsAt: new Date("2022-11-25T05:00:00Z"),
  endsAt: new Date("2022-11-29T05:00:00Z"),
  timeZone: "UTC",
  experiments: [{ proof, deploys: 60, newest: null, risks: [] }],
  removed: [],
  policy,
  representative: "no",
  actions: [],
  expected: { kind: "typed", throughput: 1_000, source: null },
});
const state = (of: "accepted" | "unproven"): ReadinessState => ({
  verdict: "at-risk",
  capacity: 1_000,
  expected: 1_000,
  experiments: [
    { id: "m", name: "Mix", state: of, newest: { number: of === "accepted" ? 7 : 8, verdict: "missed" } },
  ],
  risks: [],
  actions: [],
});

it("never calls what missed its targets proven, whatever speaks against it", () => {
  const said = [accepted(8, 4_000), accepted(41, 4_000), accepted(8, 1_200), accepted(60, 4_000)].flatMap(
    (proof) => {
      const given = input(proof);
      const found = readinessOf(given);
      const counting = countingProof(proof, policy, now);
      return [
        readinessSentence(found, given),
        capacityInWords(found.headroom.capacity) ?? "",
        ...found.reasons.flatMap(({ words }) => words),
        ...turnsGreen(found),
        ...turnsRed(found, given).map(({ words }) => words),
        counting.state === "unproven" ? counting.detail : "",
      ];
    },
  );
  said.push(...changesBetween(state("accepted"), state("unproven")));
  said.push(...contradictions(state("accepted"), state("unproven")));
  expect(said).toContain("was measured on staging. The peak takes place on production.");
  expect(said).toContain("Run 7 measured it 60 days ago. A proof counts for 45 days.");
  expect(said).toContain("Mix counted with an accepted risk, and now has no proof: run 8 missed.");
  expect(said.filter((words) => /\b(proven|proved|proves)\b/i.test(words))).toEqual([]);
});

it("counts a later run against a proof by its load, and against an accepted risk by how much it misses", () => {
  const risk = { ...miss, id: "a", runId: "r", target: miss.text, reason: "known", acceptedBy: "Ada" };
  const proof = accepted(8, 4_000);
  const risks = [{ ...risk, acceptedAt: daysAgo(1), until: new Date("2022-12-05T05:00:00Z") }];
  const { misses: _, ...rest } = proof as Extract<ExperimentProof, { state: "accepted" }>;
  const counts = [{ ...rest, state: "proven" as const }, { ...proof, risks } as ExperimentProof].map(
    (one) => {
      const given = input(one);
      return turnsRed(readinessOf(given), given)[1]?.words;
    },
  );
  expect(counts).toEqual([
    "A run of Mix that misses its latency or error targets at 4,000 req/s or less.",
    "A run of Mix that misses its latency or error targets by more than is accepted: p99 <= 200 ms (240 ms).",
  ]);
});

it("asks for a run where there is no experiment to mark", () => {
  const [mark, upload] = [true, false].map((hasExperiments) =>
    readinessOf({ ...input(accepted(8, 4_000)), experiments: [], hasExperiments }),
  );
  expect(mark?.reasons[0]?.step).toBe("Mark the experiments that represent the peak.");
  expect(upload?.reasons[0]?.step).toBe("Upload a run.");
});
