import { z } from "zod";
import {
  comparisonVerdict,
  figureId,
  runAnswer,
  runFailures,
  runStatus,
  runVerdictAnswer,
  targetVerdict,
  verdict,
} from "@headroom/contract";
import type { RunAnswer, RunVerdictAnswer } from "@headroom/contract";
import { plural } from "@headroom/core/format";
import { baselineLines, isProvisional } from "../baseline-lines.ts";
import { changePercent, intervalPercent } from "../changes.ts";
import { figuresLine, figuresOf, proofFigures, proofLine, proofOf, windowFigures } from "../figures.ts";
import { pathOf } from "../api.ts";
import { readTool } from "../tool.ts";
import { quoted } from "../untrusted.ts";
import { readId, runInput } from "./inputs.ts";

const text = z.string().nullable();
const MAX_FAILURES = 10;
const MAX_WARNINGS = 20;

const output = z.strictObject({
  run: z.strictObject({
    id: z.string(),
    url: z.string(),
    status: runStatus,
    service: text,
    experiment: text,
    commit: text,
    branch: text,
    tool: z.string(),
    startedAt: z.string(),
    endedAt: z.string(),
  }),
  verdict: verdict.nullable().describe("Null: no targets. unsure is neither a pass nor a failure."),
  doubt: text.describe("Why the run proves nothing about the service: it was an outage, or simulated."),
  targets: z.array(
    targetVerdict.pick({ text: true, verdict: true, value: true, unit: true, interval: true, reason: true }),
  ),
  judgedWindow: z.strictObject({
    kind: z.enum(["steady", "whole"]),
    from: z.string(),
    to: z.string(),
    figures: windowFigures,
  }),
  proof: proofFigures,
  baseline: z
    .strictObject({ runId: z.string(), number: z.number(), url: z.string(), doubt: text })
    .nullable(),
  noBaselineReason: text,
  comparison: z
    .strictObject({
      url: z.string(),
      state: z.enum(["ready", "working", "failed"]),
      provisional: z
        .boolean()
        .describe("The baseline hasn't been compared itself yet, so another run may become the baseline."),
      verdict: comparisonVerdict.nullable(),
      vetoes: z.array(z.string()),
      regressions: z.array(
        z.strictObject({
          metric: figureId,
          label: text.describe("Null: all requests."),
          changePercent: z.number().nullable(),
          interval95Percent: intervalPercent,
        }),
      ),
    })
    .nullable(),
  busiestLabels: z.array(
    z.strictObject({
      label: z.string(),
      requests: z.number(),
      errors: z.number().nullable(),
      throughputPerSecond: z.number().nullable(),
      p50Ms: z.number().nullable(),
      p95Ms: z.number().nullable(),
      p99Ms: z.number().nullable(),
    }),
  ),
  labelsTotal: z.number(),
  failures: z.array(z.strictObject({ label: text, reason: z.string(), times: z.number() })),
  warnings: z.array(z.strictObject({ code: z.string(), count: z.number(), detail: z.string() })),
});
type Data = z.input<typeof output>;

export const getRun = readTool({
  name: "get_run",
  title: "Read a run",
  about:
    "Reads one run: its verdict by each target with the reason, the metrics of the judged window, how far they can be trusted (proof), what regressed from its baseline, its busiest labels (over the whole run), and why requests failed.",
  input: z.strictObject({
    run: runInput,
    labels: z.int().min(0).max(50).default(10).describe("How many of the busiest labels to return."),
  }),
  output,
  async run(api, { run, labels }) {
    const id = readId(run, "run");
    const answer = await api.get(runAnswer, pathOf`/v1/runs/${id}`);
    const judged = await api.until(
      () => api.get(runVerdictAnswer, pathOf`/v1/runs/${id}/verdict`),
      ({ comparison }) => comparison?.state !== "working",
    );
    const { failures } = await api.get(runFailures, pathOf`/v1/runs/${id}/failures`);
    const data = dataOf(answer, judged, labels);
    const most = failures
      .slice(0, MAX_FAILURES)
      .map(({ label, reason, times }) => ({ label, reason, times }));
    return { lines: linesOf(answer, judged, most), data: { ...data, failures: most } };
  },
});

function dataOf(answer: RunAnswer, judged: RunVerdictAnswer, labels: number): Omit<Data, "failures"> {
  const { run, summary, steady, proof, warnings } = answer;
  const { service, experiment, commit, branch } = judged.run;
  const { id, url, status, tool, startedAt, endedAt } = run;
  const { baseline } = judged;
  return {
    run: { id, url, status, service, experiment, commit, branch, tool, startedAt, endedAt },
    verdict: answer.verdict,
    doubt: judged.doubt,
    targets: judged.targets,
    judgedWindow: {
      kind: steady === null ? "whole" : "steady",
      from: steady?.from ?? startedAt,
      to: steady?.to ?? endedAt,
      figures: figuresOf(steady?.summary ?? summary),
    },
    proof: proofOf(proof),
    baseline:
      baseline === null
        ? null
        : { runId: baseline.id, number: baseline.number, url: baseline.url, doubt: baseline.doubt },
    noBaselineReason: judged.noBaseline?.reason ?? null,
    comparison: comparisonOf(judged),
    busiestLabels: summary.labels
      .slice(0, labels)
      .map(({ label, requests, errors, throughput, latencyMs }) => ({
        label,
        requests,
        errors,
        throughputPerSecond: throughput,
        p50Ms: latencyMs.p50,
        p95Ms: latencyMs.p95,
        p99Ms: latencyMs.p99,
      })),
    labelsTotal: summary.labelsTotal,
    warnings: warnings.slice(0, MAX_WARNINGS).map(({ code, count, detail }) => ({ code, count, detail })),
  };
}

function comparisonOf(judged: RunVerdictAnswer): Data["comparison"] {
  const { comparison } = judged;
  if (comparison === null) return null;
  const { url, state, verdict: said, vetoes, regressions } = comparison;
  return {
    url,
    state,
    provisional: isProvisional(judged),
    verdict: said,
    vetoes,
    regressions: regressions.map(({ metric, label, ...change }) => ({
      metric,
      label,
      ...changePercent(change),
    })),
  };
}

const VERDICTS: Record<NonNullable<RunAnswer["verdict"]> | "untargeted", string> = {
  met: "MET: it meets every target",
  missed: "MISSED: it misses at least one target",
  unsure: "UNSURE: the results don't settle whether it meets its targets",
  "no-baseline": "NOT JUDGED: its targets need a baseline",
  untargeted: "NO VERDICT: it has no targets",
};

function linesOf(answer: RunAnswer, judged: RunVerdictAnswer, failures: Data["failures"]): string[] {
  const { run, summary, steady, proof, verdict: said, warnings } = answer;
  const { service, experiment } = judged.run;
  const of = experiment === null ? "" : ` of ${quoted(experiment)}, service ${quoted(service ?? "")}`;
  const isRunning = run.status === "receiving";
  return [
    `Run ${run.id}${of}, ${run.status}. ${isRunning ? "NOT JUDGED YET: it is in progress" : VERDICTS[said ?? "untargeted"]}.`,
    ...(judged.doubt === null ? [] : [`It proves nothing about the service. ${judged.doubt}`]),
    ...judged.targets.map(({ verdict: one, text: target, reason }) => `${one}: ${target}. ${reason}`),
    `${steady === null ? "The whole run" : "Steady phase"}: ${figuresLine(steady?.summary ?? summary)}.`,
    proofLine(proof),
    ...baselineLines(judged),
    ...failures.map(
      ({ label, reason, times }) =>
        `Failed ${plural(times, "time")}${label === null ? "" : ` in ${quoted(label)}`}: ${quoted(reason)}`,
    ),
    ...warnings.slice(0, MAX_WARNINGS).map(({ code, detail }) => `Warning ${code}: ${detail}`),
    run.url,
  ];
}
