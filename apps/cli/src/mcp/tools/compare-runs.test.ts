import type { ComparedRun, ComparisonAnswer, PairStatistics } from "@headroom/contract";
import { asGiven, judgePair, JUDGING_POLICY, sayFindings } from "@headroom/core";
import type { ComparedMetric } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { openApi } from "../testing/open-api.ts";
import { compareRuns } from "./compare-runs.ts";

const [A, B] = ["01a2153c-1d7a-73a8-81cb-61cd0b36b70c", "01a2153c-191a-77f4-a8fa-f7602471b1f9"] as const;

function run(letter: string, id: string, number: number): ComparedRun {
  const named = (name: string) => ({ id: name, slug: name, name });
  const [from, to] = ["2026-11-05T03:10:00.000Z", "2026-11-05T03:25:00.000Z"];
  const latency = { min: null, mean: null, max: null, p50: 10, p90: 20, p95: 30, p99: 40, "p99.9": 50 };
  return {
    letter,
    id,
    url: `http://headroom.test/runs/${id}`,
    number,
    service: named("Shop"),
    experiment: named("Mix"),
    status: "finished",
    isBaseline: false,
    tool: "k6",
    toolVersion: null,
    loadModel: "open",
    environment: null,
    commit: null,
    branch: null,
    notes: null,
    price: null,
    configuration: {},
    changed: null,
    startedAt: from,
    window: { kind: "steady", from, to, fromSeconds: 0, toSeconds: 900 },
    summary: {
      requests: 9_000,
      items: null,
      errors: 0,
      errorRate: 0,
      durationSeconds: 900,
      throughput: 10,
      latencyMs: latency,
      latencyIntervalsMs: {},
    },
    achieved: null,
    proof: { grade: "A", source: "samples", reasons: [] },
    outcome: null,
    verdict: null,
    targets: [],
    hasTimeline: true,
    outageSeconds: 0,
  };
}

type Metric = PairStatistics["whole"][number];

function metric(changed: Partial<Metric> & Pick<ComparedMetric, "metric">): Metric {
  return {
    verdict: "no-detectable-change",
    reason: "Within the noise.",
    before: 100,
    after: 101,
    ratio: 1.01,
    interval: { low: 0.95, high: 1.07 },
    smallestDetectable: 0.08,
    pValue: 0.4,
    runsToSettle: null,
    noise: null,
    ...changed,
  };
}

const faster = { verdict: "improved", after: 80, ratio: 0.8, interval: { low: 0.75, high: 0.85 } } as const;
const slower = { after: 150, ratio: 1.5, interval: { low: 1.3, high: 1.7 } } as const;
const even = (["throughput", "p50", "p95"] as const).map((id) => metric({ metric: id }));

type Differences = ComparisonAnswer["comparability"][number]["differences"];

interface Given {
  whole: Metric[];
  pay?: Metric;
  differences?: Differences;
}

const asFound = ({ reason, ...one }: Metric) => ({ ...one, reasons: [asGiven(reason)] });

/** As the server answers it. */
function answerOf({ whole, pay, differences = [] }: Given): ComparisonAnswer {
  const labels = pay === undefined ? [] : [{ label: "POST /pay", kind: "request", metrics: [pay] }];
  const evidence = {
    differences: differences.map(({ words, ...one }) => ({ ...one, reason: asGiven(words) })),
    statistics: {
      whole: whole.map(asFound),
      labels: labels.map(({ label, metrics }) => ({ label, metrics: metrics.map(asFound) })),
      earlierRuns: 8,
    },
    labels: [],
  };
  const { outcome, findings } = judgePair(evidence, JUDGING_POLICY);
  const said = sayFindings(findings, []);
  const method = {
    sliceSeconds: null,
    blockSeconds: null,
    earlierRuns: 8,
    resamples: 999,
    confidence: 0.95,
    falseDiscoveryRate: 0.05,
    relevantShare: 0.01,
  };
  return {
    runs: [run("A", A, 1), run("B", B, 2)],
    reference: 0,
    judged: null,
    ramps: null,
    comparability: [{ run: 1, comparable: true, differences, alike: [], unknown: [] }],
    whole: [],
    costs: [],
    labels: { rows: [], total: 0, sortedAmong: null },
    statistics: [
      {
        before: [A],
        after: [B],
        state: "ready",
        judgement: { outcome, findings: said },
        // What older clients read, and this one doesn't.
        statistics: { verdict: "improved", whole, labels, method },
        costs: [],
        trend: [],
      },
    ],
  };
}

async function compared(answer: ComparisonAnswer, more: { judged?: "level" } = {}) {
  const query = more.judged === undefined ? "" : `&judged=${more.judged}`;
  const { api } = await openApi({ [`GET /v1/comparisons?runs=${A}%2C${B}&labels=20${query}`]: answer });
  const { content, structuredContent } = await compareRuns.answer(api, { before: A, after: B, ...more });
  const [text] = content.map((part) => (part.type === "text" ? part.text : ""));
  const data = structuredContent as {
    outcome: string | null;
    because: string[];
    judged: unknown;
    url: string;
  };
  return { ...data, lines: (text ?? "").split("\n") };
}

describe("the answer to an assistant about a pair", () => {
  it("has how gauges changed, with names that can't close their quotes", async () => {
    const name = 'lag"\n“x”';
    const words = `“${name}” peaked at 29,000, then 7,000 (−75.9%).`;
    const gauges = [
      { name, unit: null, runs: [null, null], words },
      { name: "cpu", unit: "%", runs: [], words: null },
    ];
    const { lines } = await compared({ ...answerOf({ whole: even }), gauges });
    expect(lines.filter((line) => line.startsWith("Gauge, "))).toEqual([
      String.raw`Gauge, not tested: "lag\" “x”" peaked at 29,000, then 7,000 (−75.9%).`,
    ]);
    expect((await compared(answerOf({ whole: even }))).lines.join("\n")).not.toContain("Gauge,");
  });

  it("is that it regressed where one label did, though the whole run improved", async () => {
    const pay = metric({ metric: "p99", verdict: "regressed", ...slower });
    const { outcome, because, lines } = await compared(
      answerOf({ whole: [...even, metric({ metric: "p99", ...faster })], pay }),
    );
    expect(outcome).toBe("regressed");
    expect(because).toEqual([
      'p99 of "POST /pay": 100 ms before, 150 ms now, +50.0% (95% interval +30.0% to +70.0%).',
    ]);
    expect(lines[0]).toBe('Run 2 compared with run 1 of "Mix": REGRESSED (by all requests and 1 label).');
  });

  it("is that it improved or shows no change", async () => {
    const better = await compared(answerOf({ whole: [...even, metric({ metric: "p99", ...faster })] }));
    expect(better.outcome).toBe("improved");
    expect(better.because).toHaveLength(1);
    expect(better.lines[0]).toContain("IMPROVED");
    const same = await compared(answerOf({ whole: even }));
    expect(same.outcome).toBe("no-change");
    expect(same.lines[0]).toContain("NO CHANGE");
  });

  it("is that it is unsure, and why", async () => {
    const differs = await compared(
      answerOf({ whole: [...even, metric({ metric: "p99", verdict: "differs", ...slower })] }),
    );
    expect(differs.outcome).toBe("unsure");
    expect(differs.because[0]).toMatch(/^p99: 100 ms before, 150 ms now/);
    const noisy = await compared(
      answerOf({ whole: even.map((one) => ({ ...one, smallestDetectable: 0.45 })) }),
    );
    expect(noisy.lines[0]).toContain("UNSURE");
    expect(noisy.lines[1]).toMatch(/^Unsure: Too noisy to show a change of 20%/);
    const failed = answerOf({ whole: even });
    const [pair] = failed.statistics;
    if (pair === undefined) throw new Error("there is no pair");
    Object.assign(pair, { state: "failed", statistics: null });
    expect((await compared(failed)).lines[0]).toContain("UNSURE: the comparison could not be computed.");
  });

  it("is that they can't be compared after a veto, or where a run has only totals", async () => {
    for (const kind of ["label-mix", "percentile-source"] as const) {
      const differences: Differences = [{ kind, severity: "veto", words: "The reference has other labels." }];
      const { outcome, because, lines } = await compared(answerOf({ whole: even, differences }));
      expect(outcome).toBe("not-comparable");
      expect(because).toEqual(["comparison: Not comparable: The baseline has other labels."]);
      expect(lines[0]).toContain("NOT COMPARABLE.");
    }
  });

  it("has no changes of metrics over all loads of two ramps", async () => {
    const none = { ratio: null, interval: null, smallestDetectable: null, pValue: null };
    const whole = even.map((one) => ({ ...one, ...none, verdict: "not-comparable" as const }));
    const words = ["p95 <= 1 s: run 31 holds 606 users, run 46 holds 473."];
    const { lines } = await compared({ ...answerOf({ whole }), ramps: { runs: [], words } });
    expect(lines).toContain(words[0]);
    expect(lines.filter((line) => line.startsWith("not-comparable"))).toEqual([]);
    const quoted = even.map((one) => ({ ...one, verdict: "not-comparable" as const }));
    const others = await compared(answerOf({ whole: quoted }));
    expect(others.lines.filter((line) => line.startsWith("not-comparable"))).toHaveLength(even.length);
  });

  it("is of the level and of the runs of a commit, where the judgement is", async () => {
    const side = (count: number) => ({ count, others: [] });
    const answer = { ...answerOf({ whole: even }), judged: { level: side(15), commit: side(2) } };
    const { lines, judged, url } = await compared(answer, { judged: "level" });
    expect(lines[0]).toMatch(
      /^Run 2, with all 2 runs of its commit, compared with the level of 15 good runs up to run 1 of /,
    );
    expect(judged).toEqual({ levelRuns: 15, commitRuns: 2 });
    expect(url).toMatch(/&judged=level$/);
    expect((await compared(answerOf({ whole: even }))).judged).toBeNull();
  });
});
