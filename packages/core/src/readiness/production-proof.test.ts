import { expect, it } from "vitest";
import type { JudgedRun } from "../capacity/tested-capacity.ts";
import { productionInWords, productionText } from "./production-proof.ts";
import type { ProductionProof } from "./production-proof.ts";

const proof: ProductionProof = {
  throughput: 31_000,
  from: new Date("2026-11-16T19:41:00Z"),
  to: new Date("2026-11-16T19:46:00Z"),
  p99Ms: { low: 140, high: 140 },
  errorRate: 0,
  deploy: null,
};
const at = { experiments: [], timeZone: "Europe/Berlin" };
const words = (
  change: Partial<ProductionProof>,
  where: Partial<Parameters<typeof productionInWords>[1]> = {},
) => productionInWords({ ...proof, ...change }, { ...at, ...where });

it("says what production held, when, and how fast", () => {
  expect(words({})).toBe(
    "Production itself held 31,000 req/s on 16 Nov 2026 at 20:41 for 5 minutes, p99 140 ms.",
  );
  expect(words({ p99Ms: { low: 100, high: 150 } }, { timeZone: "UTC" })).toBe(
    "Production itself held 31,000 req/s on 16 Nov 2026 at 19:41 UTC for 5 minutes, p99 100–150 ms.",
  );
  const sentence = words({ p99Ms: null });
  expect(sentence).toBe("Production itself held 31,000 req/s on 16 Nov 2026 at 20:41 for 5 minutes.");
  const deploy = { title: "v42", inside: false };
  expect(productionText({ sentence, deploy })).toBe(`${sentence} That was after the deploy of v42.`);
  expect(productionText({ sentence, deploy: null })).toBe(sentence);
});

it("names a run that missed a target below that in the same sentence", () => {
  const result = {
    text: "p99 <= 200 ms",
    comparator: "<=",
    threshold: 200,
    unit: "ms",
    value: 240,
    range: null,
    verdict: "missed",
  } as const;
  const newest: JudgedRun = {
    id: "run",
    number: 12,
    ranAt: new Date("2026-11-17T08:00:00Z"),
    environment: null,
    otherBranch: null,
    collapse: null,
    verdict: "missed",
    gap: "never-met",
    detail: null,
    throughput: 25_000,
    results: [result],
  };
  const missing = {
    proof: { state: "unproven", experiment: { id: "mix", name: "Mix" }, gap: "never-met", detail: "" },
    newest,
  } as const;
  expect(words({}, { experiments: [missing] })).toBe(
    "Production itself held 31,000 req/s on 16 Nov 2026 at 20:41 for 5 minutes, p99 140 ms, although run 12 of Mix missed p99 <= 200 ms (240 ms) at 25,000 req/s.",
  );
  expect(words({ throughput: 24_000 }, { experiments: [missing] })).not.toContain("although");
});
