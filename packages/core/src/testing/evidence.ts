import { readFileSync } from "node:fs";
import type { ComparedMetric, PairEvidence, ReferenceEvidence, RunEvidence } from "../judgement/evidence.ts";
import { asGiven } from "../judgement/reason.ts";
import type { Reason } from "../judgement/reason.ts";
import type { Difference } from "../comparison/fingerprint.ts";

/** What is known about a run without anything to talk about. */
export const RUN: RunEvidence = {
  status: "finished",
  simulated: false,
  copy: null,
  outage: null,
  targets: [],
  pool: null,
  warnings: [],
  short: null,
  codes: null,
  requests: 10_000,
  holes: [],
  hangs: [],
  rise: null,
  leftOut: null,
  askLoad: null,
  misplacedDays: null,
  generators: { uploaded: 1, expected: null },
  trend: { of: "default", steps: [] },
};

export const DEAD = { fromSeconds: 540, toSeconds: 661, shape: "end" } as const;
export const SHORT = { by: "workload", seconds: 45, expectedSeconds: 300, onPurpose: false } as const;
export const RISE: NonNullable<RunEvidence["rise"]> = {
  of: "requests",
  load: 20,
  figures: [
    { metric: "p50", beforeMs: 80, afterMs: 310 },
    { metric: "p99", beforeMs: 310, afterMs: 1_309 },
  ],
  window: { from: "2026-11-21T12:00:00.000Z", to: "2026-11-21T12:10:00.000Z", kind: "steady" },
};
export const KNOWN_STEP: RunEvidence["trend"] = {
  of: "default",
  steps: [{ metric: "p99", before: 120, after: 129.6, run: { id: "run-26", number: 26 }, isKnown: true }],
};

export const COPY: NonNullable<RunEvidence["copy"]> = {
  reason: { code: "same-samples", number: 12, experiment: null },
  run: { id: "r12", number: 12 },
};

/** A third of its requests were answered with the code 500, and the tool called them successes. */
export const CODES: NonNullable<RunEvidence["codes"]> = {
  server: { requests: 1_000, share: 0.33, codes: [500], span: { fromSeconds: 0, toSeconds: 60 } },
  client: null,
  countedBy: "tool",
  wanted: null,
  isOpen: true,
};

export function target(verdict: RunEvidence["targets"][number]["verdict"]): RunEvidence["targets"][number] {
  const figures = {
    value: 150,
    unit: "ms",
    threshold: 200,
    interval: { low: 140, high: 160 },
    window: null,
    doubt: null,
    confidence: 0.9,
  };
  return {
    text: "p99 <= 200 ms",
    label: null,
    verdict,
    ...figures,
    reasons: [asGiven("p99 is 150 ms.")],
  };
}

export function metric(changed: Partial<ComparedMetric> = {}): ComparedMetric {
  return {
    metric: "p99",
    verdict: "no-detectable-change",
    reasons: [asGiven("Within the noise.")],
    before: 100,
    after: 101,
    ratio: 1.01,
    interval: { low: 0.95, high: 1.07 },
    smallestDetectable: 0.08,
    runsToSettle: null,
    ...changed,
  };
}

export const even = (smallestDetectable = 0.08) =>
  (["throughput", "p50", "p95"] as const).map((id) => metric({ metric: id, smallestDetectable }));
export const slower = (verdict: ComparedMetric["verdict"]) =>
  metric({ verdict, after: 134, ratio: 1.34, interval: { low: 1.2, high: 1.5 } });

export function pair(whole: readonly ComparedMetric[], changed: Partial<PairEvidence> = {}): PairEvidence {
  return { differences: [], statistics: { whole, labels: [], earlierRuns: 8 }, labels: [], ...changed };
}

export function against(
  evidence: PairEvidence,
  doubt: Reason | null = null,
): Extract<ReferenceEvidence, { found: true }> {
  return { found: true, doubt, level: [], stays: false, pair: evidence };
}

export const NO_REFERENCE: Extract<ReferenceEvidence, { found: false }> = {
  found: false,
  why: [asGiven("It is the first.")],
  code: "first",
  asked: false,
};

/** The rows of a table of the documentation by the words of their first cell. */
export function tableUnder(heading: string): Map<string, Record<string, string>> {
  const page = readFileSync(new URL("../../../../docs/judgement.md", import.meta.url), "utf8");
  const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? "";
  const [names = [], , ...rows] = section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return new Map(
    rows.map((cells) => [
      cells[0] ?? "",
      Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])),
    ]),
  );
}
/** A label that may have another name. */
export const RENAMED: Difference = {
  kind: "renamed-labels",
  severity: "warn",
  reason: { code: "labels-renamed", labels: [{ before: "GET /old", after: "GET /new" }] },
};
