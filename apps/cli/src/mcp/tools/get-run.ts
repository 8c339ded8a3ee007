import { z } from "zod";
import {
  figureId,
  pairOutcome,
  runAnswer,
  runFailures,
  runOutcome,
  runSetup,
  runStatus,
  runVerdictAnswer,
  targetVerdict,
  verdict,
} from "@headroom/contract";
import type { RunAnswer, RunVerdictAnswer } from "@headroom/contract";
import { configurationTexts, NOT_JUDGED_WORDS } from "@headroom/core";
import { formatFigure, plural } from "@headroom/core/format";
import { baselineLines, isProvisional } from "../baseline-lines.ts";
import { changePercent, intervalPercent } from "../changes.ts";
import {
  figuresLine,
  figuresOf,
  percentileRanges,
  proofFigures,
  proofLine,
  proofOf,
  rangesOf,
  windowFigures,
} from "../figures.ts";
import { pathOf } from "../api.ts";
import type { Api } from "../api.ts";
import { readTool } from "../tool.ts";
import { quoted } from "../untrusted.ts";
import { readId, runInput } from "./inputs.ts";

const text = z.string().nullable();
const MAX_FAILURES = 10;
const MAX_WARNINGS = 20;
const MAX_CHANGED = 500;

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
  outcome: runOutcome.nullable().describe("Null: not decided yet, ask again."),
  verdict: verdict.nullable().describe("Of its targets alone."),
  setup: runSetup
    .nullable()
    .describe("What was running and what was changed, as people say it, and the load it was meant to send."),
  setAside: text.describe("Why it counts for nothing."),
  accepted: text.describe("Why later runs are compared with it, though it got worse."),
  doubt: text.describe("Why the run proves nothing about the service: it was an outage, or simulated."),
  targets: z.array(
    targetVerdict.pick({ text: true, verdict: true, value: true, unit: true, interval: true, reason: true }),
  ),
  next: text.describe("What would settle an unsure outcome."),
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
      outcome: pairOutcome.nullable(),
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
      percentileRangesMs: percentileRanges,
    }),
  ),
  labelsTotal: z.number(),
  failures: z.array(
    z.strictObject({
      label: text,
      reason: z.string(),
      times: z.number(),
      when: text,
    }),
  ),
  gauges: z.array(z.string()),
  warnings: z.array(z.strictObject({ code: z.string(), count: z.number(), detail: z.string() })),
});
type Data = z.input<typeof output>;

export const getRun = readTool({
  name: "get_run",
  title: "Read a run",
  about:
    "Reads one run: its outcome, its verdict by each target with the reason, the metrics of the judged window, how far they can be trusted (proof), what regressed from its baseline, its busiest labels (over the whole run), and why requests failed.",
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
      ({ retryAfterSeconds, run: { status } }) => retryAfterSeconds === null || status === "receiving",
    );
    const { failures } =
      answer.run.status === "receiving"
        ? { failures: [] }
        : await api.get(runFailures, pathOf`/v1/runs/${id}/failures`);
    const gauges = answer.run.status === "receiving" ? [] : await gaugesOf(api, id);
    const data = dataOf(answer, judged, labels);
    const most = failures.slice(0, MAX_FAILURES).map(({ label, reason, times, firstAt, lastAt }) => ({
      label,
      reason,
      times,
      when: between(firstAt, lastAt),
    }));
    return {
      lines: [...linesOf(answer, judged, most), ...gauges.map((words) => `Gauges: ${words}`)],
      data: { ...data, failures: most, gauges },
    };
  },
});

const gaugesSaid = z.object({
  gauges: z.array(
    z.object({
      name: z.string(),
      words: z.array(z.string()).default([]),
      besideLoad: z.object({ share: z.object({ of: z.string().nullable() }).nullish() }).default({}),
    }),
  ),
  meanwhile: z.array(z.object({ words: z.array(z.string()) })).default([]),
});

/** Names in sentences are quoted again, so that none of them ends its own quotes. */
async function gaugesOf(api: Api, id: string): Promise<string[]> {
  const { gauges, meanwhile } = await api.get(gaugesSaid, pathOf`/v1/runs/${id}/gauges`);
  const names = gauges.flatMap(({ name, besideLoad: { share } }) => [name, share?.of ?? []].flat());
  const requoted = (sentence: string) =>
    names.reduce((said, name) => said.replaceAll(`“${name}”`, () => quoted(name)), sentence);
  return [
    ...meanwhile.flatMap(({ words }) => words.map(requoted)),
    ...gauges.flatMap(({ name, words }) => words.map((sentence) => `${quoted(name)}: ${requoted(sentence)}`)),
  ];
}

function dataOf(
  answer: RunAnswer,
  judged: RunVerdictAnswer,
  labels: number,
): Omit<Data, "failures" | "gauges"> {
  const { run, summary, steady, proof, warnings } = answer;
  const { service, experiment, commit, branch } = judged.run;
  const { id, url, status, tool, startedAt, endedAt } = run;
  const { baseline } = judged;
  return {
    run: { id, url, status, service, experiment, commit, branch, tool, startedAt, endedAt },
    ...verdictsOf(answer, judged),
    setup: answer.setup,
    ...marksOf(answer),
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
      .map(({ label, requests, errors, throughput, latencyMs, latencyIntervalsMs }) => ({
        label,
        requests,
        errors,
        throughputPerSecond: throughput,
        p50Ms: latencyMs.p50,
        p95Ms: latencyMs.p95,
        p99Ms: latencyMs.p99,
        percentileRangesMs: rangesOf({ latencyIntervalsMs }),
      })),
    labelsTotal: summary.labelsTotal,
    warnings: warnings.slice(0, MAX_WARNINGS).map(({ code, count, detail }) => ({ code, count, detail })),
  };
}

function marksOf({ setAside, accepted }: RunAnswer) {
  return { setAside: setAside?.reason ?? null, accepted: accepted?.reason ?? null };
}

function linesOfMarks({ setAside, accepted }: RunAnswer): string[] {
  return [
    ...(setAside === null ? [] : [`It is set aside, and counts for nothing: ${quoted(setAside.reason)}`]),
    ...(accepted === null
      ? []
      : [`Its change was accepted, and later runs are compared with it: ${quoted(accepted.reason)}`]),
  ];
}

function linesOfSetup({ setup }: RunAnswer): string[] {
  if (setup === null) return [];
  const keys = configurationTexts(setup.configuration);
  return [
    ...(setup.changed === null ? [] : [`What was changed for it: ${quoted(setup.changed, MAX_CHANGED)}`]),
    ...(keys.length === 0 ? [] : [`Configuration: ${keys.map((key) => quoted(key)).join(", ")}`]),
    ...(setup.load.isOther ? ["It was meant to send another load than its experiment defines."] : []),
  ];
}

/** Its throughput is judged by them. */
function linesOfCounted({ phase }: RunAnswer): string[] {
  const { throughput = null } = phase?.counted ?? {};
  return throughput === null ? [] : [`Throughput of its steady phase: ${formatFigure(throughput)} req/s.`];
}

function verdictsOf({ verdict: said }: RunAnswer, { judgement }: RunVerdictAnswer) {
  return { outcome: judgement?.outcome ?? null, verdict: said, next: judgement?.next?.words ?? null };
}

function comparisonOf(judged: RunVerdictAnswer): Data["comparison"] {
  const { comparison } = judged;
  if (comparison === null) return null;
  const { url, state, outcome = null, vetoes, regressions } = comparison;
  return {
    url,
    state,
    provisional: isProvisional(judged),
    outcome,
    vetoes,
    regressions: regressions.map(({ metric, label, ...change }) => ({
      metric,
      label,
      ...changePercent(change),
    })),
  };
}

const OUTCOMES: Record<NonNullable<Data["outcome"]>, string> = {
  misses: "MISSES: it misses at least one target",
  regressed: "REGRESSED: it got worse than its baseline",
  unsure: "UNSURE: the results don't settle whether it holds",
  holds: "HOLDS: it meets every target, and nothing shows that it got worse",
  "no-change": "NO CHANGE: it has no targets, and nothing shows that it got worse",
  "not-judged": "NOT JUDGED",
};

function outcomeLine({ judgement }: RunVerdictAnswer, isRunning: boolean): string {
  if (isRunning) return "NOT JUDGED YET: it is in progress.";
  if (judgement === null) return "NOT JUDGED YET: it is still being compared, ask again.";
  const { outcome, reason } = judgement;
  return reason === null ? `${OUTCOMES[outcome]}.` : `${OUTCOMES[outcome]}: ${NOT_JUDGED_WORDS[reason]}`;
}

/** Null: unknown. */
function between(firstAt: string | null, lastAt: string | null): string | null {
  if (firstAt === null || lastAt === null) return null;
  return firstAt === lastAt ? `at ${firstAt}` : `between ${firstAt} and ${lastAt}`;
}

function linesOf(answer: RunAnswer, judged: RunVerdictAnswer, failures: Data["failures"]): string[] {
  const { run, summary, steady, proof, warnings } = answer;
  const { service, experiment } = judged.run;
  const of = experiment === null ? "" : ` of ${quoted(experiment)}, service ${quoted(service ?? "")}`;
  return [
    `Run ${run.id}${of}, ${run.status}. ${outcomeLine(judged, run.status === "receiving")}`,
    ...(judged.judgement?.next ? [`What to do: ${judged.judgement.next.words}`] : []),
    ...linesOfMarks(answer),
    ...linesOfSetup(answer),
    ...(judged.doubt === null ? [] : [`It proves nothing about the service. ${judged.doubt}`]),
    ...judged.targets.map(({ verdict: one, text: target, reason }) => `${one}: ${target}. ${reason}`),
    `${steady === null ? "The whole run" : "Steady phase"}: ${figuresLine(steady?.summary ?? summary)}.`,
    ...linesOfCounted(answer),
    proofLine(proof),
    ...baselineLines(judged),
    ...failures.map(
      ({ label, reason, times, when }) =>
        `Failed ${plural(times, "time")}${label === null ? "" : ` in ${quoted(label)}`}${when === null ? "" : ` ${when}`}: ${quoted(reason)}`,
    ),
    ...warnings.slice(0, MAX_WARNINGS).map(({ code, detail }) => `Warning ${code}: ${detail}`),
    run.url,
  ];
}
