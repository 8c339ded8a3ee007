import { z } from "zod";
import { comparedRun, comparisonAnswer, figureId, JUDGED_SIDES, pairOutcome } from "@headroom/contract";
import type { ComparedRun, ComparisonAnswer, PairJudgementAnswer, PairStatistics } from "@headroom/contract";
import { FIGURES, PAIR_OUTCOME_WORDS } from "@headroom/core";
import type { FindingEffect, PairOutcome } from "@headroom/core";
import { plural } from "@headroom/core/format";
import { figuresLine, figuresOf, inShownUnit, shownUnit, windowFigures } from "../figures.ts";
import { readTool } from "../tool.ts";
import { quoted } from "../untrusted.ts";
import { comparedMetrics, metricChange, metricData, metricLine } from "./compared-metrics.ts";
import { readId, runInput } from "./inputs.ts";

const text = z.string().nullable();
const MAX_LABELS = 20;
const MAX_ONLY = 20;
const MAX_REASONS = 10;
const MAX_CHANGED = 1_000;

const side = z.strictObject({
  runId: z.string(),
  number: z.number(),
  url: z.string(),
  service: z.string(),
  experiment: z.string(),
  status: z.string(),
  commit: text,
  branch: text,
  environment: text,
  window: comparedRun.shape.window.pick({ kind: true }).extend({ from: z.string(), to: z.string() }),
  figures: windowFigures,
  proofGrade: comparedRun.shape.proof.shape.grade,
  proofSource: comparedRun.shape.proof.shape.source,
  proofReasons: z.array(z.string()),
  verdictByItsTargets: comparedRun.shape.verdict,
});

export const compareRuns = readTool({
  name: "compare_runs",
  title: "Compare two runs",
  about:
    "Compares a later run with an earlier one. One label that got worse makes the outcome regressed. Each metric has a verdict with its reason, size and 95% interval; run-to-run noise is taken into account. differs means: they differ, but that may be noise. no-detectable-change doesn't mean equal: see smallestDetectablePercent.",
  input: z.strictObject({
    before: runInput,
    after: runInput,
    judged: z
      .enum(JUDGED_SIDES)
      .optional()
      .describe(
        "Compares them as the judgement of `after` does, like the address that get_run gives: with the level of which `before` is the newest run (level), or with `before` alone (run), and with all runs of the commit of `after`. Without it: the two runs alone.",
      ),
  }),
  output: z.strictObject({
    url: z.string(),
    before: side,
    after: side,
    judged: z
      .strictObject({ levelRuns: z.number(), commitRuns: z.number() })
      .nullable()
      .describe("How many runs each side of the metrics has; null: the two runs alone."),
    state: z.enum(["ready", "working", "failed"]).describe("working: ask again for the verdicts."),
    outcome: pairOutcome.nullable(),
    because: z.array(z.string()),
    vetoes: z.array(z.string()).describe("Why they can't be compared at all."),
    cautions: z.array(z.string()),
    whatChanged: text.describe("What people say was changed: it may be why the metrics differ."),
    unknown: z.array(z.string()).describe("What couldn't be checked, because a run doesn't say."),
    metrics: z
      .array(metricChange)
      .describe(
        "First all requests (label null), then labels that improved, regressed or differ, largest first.",
      ),
    labelsCompared: z.number(),
    labelsWithTooFewRequests: z.number(),
    labelsInOneRunOnly: z.array(z.strictObject({ label: z.string(), state: z.enum(["new", "vanished"]) })),
    trend: z
      .array(
        z.strictObject({
          metric: figureId,
          unit: z.string(),
          levelBefore: z.number(),
          levelAfter: z.number(),
          atRuns: z.array(z.number()),
        }),
      )
      .describe("What the experiment's trend shows between the two."),
    gauges: z.array(z.string()),
  }),
  async run(api, { before, after, judged }) {
    const runs = [readId(before, "run"), readId(after, "run")];
    const query = { runs: runs.join(","), labels: MAX_LABELS, ...(judged === undefined ? {} : { judged }) };
    const answer = await api.until(
      () => api.get(comparisonAnswer, "/v1/comparisons", query),
      ({ statistics }) => statistics.every(({ state }) => state !== "working"),
    );
    const [a, b] = answer.runs;
    if (a === undefined || b === undefined) throw new Error("the comparison has no two runs");
    const view = judged === undefined ? "" : `&judged=${judged}`;
    const url = `${new URL(a.url).origin}/comparisons?runs=${runs.join(",")}${view}`;
    const sides = { before: sideOf(a), after: sideOf(b), judged: countsOf(answer) };
    const gauges = (answer.gauges ?? []).flatMap(({ name, words }) =>
      words === null ? [] : [words.replace(`“${name}”`, () => quoted(name))],
    );
    const data = { url, ...sides, ...checksOf(answer), ...verdictsOf(answer), gauges };
    return { lines: linesOf([a, b], answer, data), data };
  },
});

function sideOf({ window, proof, summary, service, experiment, ...run }: ComparedRun) {
  const { id, number, url, status, commit, branch, environment, verdict } = run;
  return {
    runId: id,
    number,
    url,
    status,
    commit,
    branch,
    environment,
    service: service.name,
    experiment: experiment.name,
    verdictByItsTargets: verdict,
    window: { kind: window.kind, from: window.from, to: window.to },
    figures: figuresOf(summary),
    proofGrade: proof.grade,
    proofSource: proof.source,
    proofReasons: proof.reasons,
  };
}

function countsOf({ judged }: ComparisonAnswer) {
  return judged === null ? null : { levelRuns: judged.level.count, commitRuns: judged.commit.count };
}

/** Whether the two can be compared. */
function checksOf({ comparability, labels }: ComparisonAnswer) {
  const differences = comparability.flatMap((one) => one.differences);
  return {
    vetoes: differences.flatMap(({ severity, words }) => (severity === "veto" ? [words] : [])),
    whatChanged: comparability[0]?.whatChanged?.words ?? null,
    cautions: differences.flatMap(({ severity, words }) => (severity === "veto" ? [] : [words])),
    unknown: comparability.flatMap(({ unknown }) =>
      unknown.map(({ kind, side: whose }) => `${kind}: ${whose}`),
    ),
    labelsInOneRunOnly: labels.rows
      .flatMap(({ label, state }) => (state === "shared" ? [] : [{ label, state }]))
      .slice(0, MAX_ONLY),
  };
}

function labelsOf(found: PairStatistics | null) {
  const { compared, tooFew } = found?.screen ?? { compared: found?.labels.length ?? 0, tooFew: 0 };
  return { labelsCompared: compared, labelsWithTooFewRequests: tooFew };
}

function verdictsOf({ statistics: [pair] }: ComparisonAnswer) {
  const found = pair?.statistics ?? null;
  return {
    state: pair?.state ?? "failed",
    ...outcomeOf(pair?.judgement ?? null),
    metrics: found === null ? [] : comparedMetrics(found).map(metricData),
    ...labelsOf(found),
    trend: (pair?.trend ?? []).map(({ metric, before, after, runs }) => ({
      metric,
      unit: shownUnit(metric, FIGURES[metric].unit),
      atRuns: runs,
      levelBefore: inShownUnit(metric, before),
      levelAfter: inShownUnit(metric, after),
    })),
  };
}

const DECIDES: Record<PairOutcome, FindingEffect> = {
  regressed: "fail",
  unsure: "unsure",
  improved: "pass",
  "no-change": "pass",
  "not-comparable": "unsure",
};

function outcomeOf(judgement: PairJudgementAnswer | null) {
  if (judgement === null) return { outcome: null, because: [] };
  const { outcome, findings } = judgement;
  const decisive = findings.filter(
    ({ effect, code }) => effect === DECIDES[outcome] && (outcome !== "improved" || code === "improved"),
  );
  return {
    outcome,
    because: decisive.slice(0, MAX_REASONS).map(({ about, words }) => `${about}: ${words}`),
  };
}

type Data = ReturnType<typeof checksOf> &
  ReturnType<typeof verdictsOf> & { url: string; judged: ReturnType<typeof countsOf>; gauges: string[] };

function linesOf([a, b]: [ComparedRun, ComparedRun], answer: ComparisonAnswer, data: Data): string[] {
  const { vetoes, cautions, whatChanged, unknown, trend } = data;
  const found = answer.statistics[0]?.statistics ?? null;
  const known =
    found === null
      ? []
      : comparedMetrics(found).filter(
          ({ statistic: { verdict, before, after, ratio } }) =>
            (before !== null || after !== null) && (verdict !== "not-comparable" || ratio !== null),
        );
  return [
    `${sidesText([a, b], data)} of ${quoted(b.experiment.name)}: ${outcomeText(data)}`,
    ...(answer.ramps?.words ?? []),
    ...(whatChanged === null ? [] : [`What was changed: ${quoted(whatChanged, MAX_CHANGED)}`]),
    ...openLines(answer),
    ...vetoes.map((words) => `Not comparable: ${words}`),
    ...cautions.map((words) => `Keep in mind: ${words}`),
    ...(unknown.length === 0 ? [] : [`Not checked, because a run doesn't say: ${unknown.join(", ")}.`]),
    ...known.map(metricLine),
    ...trend.map(
      ({ metric, unit, levelBefore, levelAfter, atRuns }) =>
        `Trend: the level of ${metric} went from ${levelBefore} to ${levelAfter} ${unit}${atRuns.length === 0 ? "" : ` at run ${atRuns.join(", ")}`}.`,
    ),
    ...data.gauges.map((words) => `Gauge, not tested: ${words}`),
    ...[a, b].map(
      (run) =>
        `Run ${run.number}, ${run.window.kind}: ${figuresLine(run.summary)}. Proof grade ${run.proof.grade}. ${run.proof.reasons.join(" ")}`,
    ),
    data.url,
  ];
}

/** "Run 13 compared with the level of 15 good runs up to run 12" */
function sidesText([a, b]: [ComparedRun, ComparedRun], { judged }: Data): string {
  const { levelRuns, commitRuns } = judged ?? { levelRuns: 1, commitRuns: 1 };
  const after = `Run ${b.number}${commitRuns > 1 ? `, with all ${commitRuns} runs of its commit,` : ""}`;
  const level = levelRuns > 1 ? `the level of ${levelRuns} good runs up to ` : "";
  return `${after} compared with ${level}run ${a.number}`;
}

/** Metrics that are unsure have lines of their own, and a comparison that failed is said first. */
function openLines({ statistics: [pair] }: ComparisonAnswer): string[] {
  const findings = pair?.judgement?.outcome === "unsure" ? pair.judgement.findings : [];
  return findings
    .filter(({ effect, kind, code }) => effect === "unsure" && kind !== "change" && code !== "not-computed")
    .map(({ words }) => `Unsure: ${words}`);
}

function outcomeText({ state, outcome, vetoes, labelsCompared }: Data): string {
  if (vetoes.length > 0) return "NOT COMPARABLE.";
  if (state === "working") return "the verdicts are still being computed. Ask again.";
  if (state === "failed" || outcome === null) return "UNSURE: the comparison could not be computed.";
  return `${PAIR_OUTCOME_WORDS[outcome].toUpperCase()} (by all requests and ${plural(labelsCompared, "label")}).`;
}
