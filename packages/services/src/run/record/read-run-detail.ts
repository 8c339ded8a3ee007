import { LABELS_IN_SUMMARY } from "@headroom/contract";
import type { LabelSummary, RunAnswer, WindowSummary } from "@headroom/contract";
import { doubtReasons, formatTarget, phaseWords, reasonWords, withWords } from "@headroom/core";
import type { FigureRange, JudgedTarget, JudgedWindow, StatedLoad, TargetVerdict } from "@headroom/core";
import { readLabels, readListedRuns, readRun, readSetAside } from "@headroom/db";
import type { LabelsPage, RunLabel, RunRead, WorkspaceTx } from "@headroom/db";
import { acceptRefusal } from "./accept-refusal.ts";
import { readDetailParts } from "./detail-parts.ts";
import type { RunPart } from "./detail-parts.ts";
import { readJudgements } from "./judgement-answer.ts";
import type { RunJudgements } from "./judgement-answer.ts";
import { readReparse } from "./reparse-state.ts";
import { namesOf } from "./names-of.ts";
import { readLabelRanges } from "./label-ranges.ts";
import type { LatencyRanges } from "./label-ranges.ts";
import { configurationOf } from "./metadata.ts";
import { runCostOf } from "./run-cost.ts";
import { setupOf } from "./run-setup.ts";
import { readRunHosts } from "./run-hosts.ts";
import type { KnownHosts } from "./run-hosts.ts";
import { runSpanOf } from "./run-span.ts";
import type { SecondsSpan } from "./run-span.ts";
import { readAccepted } from "./run-marks.ts";
import { runUrl } from "./run-url.ts";
import { storedSteadyByHand } from "./steady-by-hand.ts";
import {
  labelFilterAnswer,
  storedCodes,
  storedComparison,
  storedPhase,
  storedProof,
  storedSteady,
  storedSummary,
  storedTarget,
  storedWarnings,
} from "./stored.ts";
import type { StoredPhase } from "./stored.ts";
import { statedLoadOf, workloadOf, workloadOfRun } from "./workload.ts";
import { readPersonName } from "../../member/person-name.ts";
import type { Workload } from "./workload.ts";

/** A run as the API returns it, and what its page shows in addition. */
export interface RunDetail {
  answer: RunAnswer;
  number: number;
  service: RunRead["service"];
  experiment: { id: string; slug: string; name: string };
  /** What was expected of it: by what is said about the run, and otherwise by its experiment. */
  workload: Workload;
  /** What its experiment expects of a run. */
  defined: Workload;
  /** What is said about the run alone. */
  stated: StatedLoad;
  /** The run is its experiment's baseline. */
  isBaseline: boolean;
  /** Its latency rises, and only who ran it knows whether its load did: what they said. Null: that is no question. */
  constantLoad: { answer: boolean | null } | null;
  environment: string | null;
  commit: string | null;
  branch: string | null;
  ciUrl: string | null;
  /** "0.004 USD/s" */
  price: string | null;
  notes: string | null;
  /** What was running, as people say it. */
  configuration: Record<string, string>;
  /** What was changed for it. */
  changed: string | null;
  loadModel: string;
  /** The canonical text of each target, in the order of `answer.targets`. */
  targetTexts: string[];
  /** In seconds from the origin, with the method that found it. */
  steady: { fromSeconds: number; toSeconds: number; method: string; reason: string } | null;
  /** Where the seconds of its windows count from. */
  origin: Date | null;
  /** The whole seconds that the run touches, from its origin; null if the source has no times. */
  span: SecondsSpan | null;
  /** Gauges that were measured during the run. */
  gaugesTotal: number;
  parts: RunPart[];
  /** Who set the steady phase by hand, and when; null: it was detected. The name is null for a token and for former members. */
  steadyByHand: { by: string | null; at: string } | null;
  /** Null: the run counts. The name is null for a token and for former members; guests see neither it nor the reason. */
  setAside: { reason: string | null; at: string; by: string | null } | null;
  /** The run with the same samples, which counts in its place. Guests don't see which. */
  copyOf: { id: string; number: number } | null;
  /** It got worse, and a member may accept that. */
  isAcceptable: boolean;
  /** When its details were last edited. */
  editedAt: Date | null;
  publishedAt: Date;
  judgements: RunJudgements;
}

/** What one generator contributed to the run. */

export async function readRunDetail(
  tx: WorkspaceTx,
  { runId, webUrl }: { runId: string; webUrl: string },
): Promise<RunDetail | null> {
  const read = await readRun(tx, runId);
  if (read === null) return null;
  const { run, service, experiment, verdicts, parts } = read;
  const steady = storedSteady(run.steady);
  const answer = await readRunAnswer(tx, read, { webUrl, isNew: false });
  const { setAside } = answer;
  return {
    answer,
    number: run.number,
    service,
    experiment: { id: experiment.id, slug: experiment.slug, name: experiment.name },
    workload: workloadOfRun(run, experiment),
    defined: workloadOf(experiment),
    stated: statedLoadOf(run),
    isBaseline: experiment.baselineRunId === run.id,
    constantLoad: constantLoadOf(run, experiment.constantLoad),
    environment: run.environment,
    commit: run.commitSha,
    branch: run.branch,
    ciUrl: run.ciUrl,
    price: run.price,
    notes: run.notes,
    configuration: configurationOf(run),
    changed: run.changed,
    loadModel: run.loadModel,
    targetTexts: verdicts.map(({ text }) => text),
    steady:
      steady === null
        ? null
        : {
            fromSeconds: steady.fromSeconds,
            toSeconds: steady.toSeconds,
            method: steady.method,
            reason: phaseWords(steady.reason),
          },
    origin: run.origin,
    span: runSpanOf(run),
    gaugesTotal: await tx.prisma.series.count({ where: { runId, kind: "gauge" } }),
    parts: await readDetailParts(tx, runId, parts),
    steadyByHand: await readByHand(tx, run),
    setAside: setAside === null ? null : { ...setAside, by: await readPersonName(tx, run.setAsideBy) },
    copyOf: await readOriginal(tx, run),
    isAcceptable: await readAcceptable(tx, run, experiment),
    editedAt: run.editedAt,
    publishedAt: run.publishedAt ?? run.createdAt,
    judgements: await readJudgements(tx, run),
  };
}

type AnsweredRun = Omit<RunRead, "service">;

/** A run as the API returns it. A new one was just published: nobody can have asked for anything of it. */
export async function readRunAnswer(
  tx: WorkspaceTx,
  read: AnsweredRun,
  { webUrl, isNew, hosts }: { webUrl: string; isNew: boolean; hosts?: KnownHosts },
): Promise<RunAnswer> {
  const { run } = read;
  const page = await readLabels(tx, { runId: run.id, limit: LABELS_IN_SUMMARY });
  const ranges = await readLabelRanges(tx, run.id, page.labels);
  const counts = run.setAsideAt === null && run.copyOf === null;
  return {
    ...toAnswer(read, { ...page, ranges }, webUrl),
    hosts: await readRunHosts(tx, run, hosts),
    setAside: counts ? null : await readSetAside(tx, run.id),
    accepted: await readAccepted(tx, run),
    reparse: isNew ? null : await readReparse(tx, run.id),
  };
}

async function readByHand(
  tx: WorkspaceTx,
  { steadyByHand }: RunRead["run"],
): Promise<RunDetail["steadyByHand"]> {
  const stored = storedSteadyByHand(steadyByHand);
  if (stored === null) return null;
  const names = await namesOf(tx, [stored.by]);
  return { by: stored.by === null ? null : (names.get(stored.by) ?? null), at: stored.at };
}

function readOriginal(tx: WorkspaceTx, { copyOf }: RunRead["run"]): Promise<RunDetail["copyOf"]> {
  if (copyOf === null) return Promise.resolve(null);
  return tx.prisma.run.findUnique({ where: { id: copyOf }, select: { id: true, number: true } });
}

async function readAcceptable(
  tx: WorkspaceTx,
  { id, acceptedAt }: RunRead["run"],
  { baselineRunId }: RunRead["experiment"],
): Promise<boolean> {
  const [listed] = await readListedRuns(tx, { serviceId: null, id, limit: 1 });
  if (listed === undefined || acceptedAt !== null) return false;
  return acceptRefusal(listed, { isPinned: baselineRunId !== null }) === null;
}

function toAnswer(
  read: AnsweredRun,
  { labels, total: labelsTotal, ranges }: LabelsPage & { ranges: ReadonlyMap<number, LatencyRanges> },
  webUrl: string,
): Omit<RunAnswer, "reparse" | "accepted" | "setAside" | "hosts"> {
  const { run, verdicts } = read;
  const summary = storedSummary(run.summary);
  const steady = storedSteady(run.steady);
  const proof = storedProof(run.proof);
  if (summary === null || proof === null || run.startedAt === null || run.endedAt === null) {
    throw new Error(`the published run ${run.id} was not judged`);
  }
  const { grade, source, errorBound, exact, beyond, reasons, overrides } = proof;
  const verdict = run.copyOf === null || run.verdict === null ? run.verdict : "unsure";
  return {
    run: {
      id: run.id,
      url: runUrl(webUrl, run.id),
      status: run.status as RunAnswer["run"]["status"],
      tool: run.tool ?? "unknown",
      toolVersion: run.toolVersion,
      format: run.format ?? "unknown",
      startedAt: run.startedAt.toISOString(),
      endedAt: run.endedAt.toISOString(),
      finestStepSeconds: read.finestStepSeconds,
    },
    summary: {
      ...inOrder(summary),
      labelsTotal,
      labels: labels.map((label) => toLabelSummary(label, { allItems: summary.items, ranges })),
    },
    steady: steady === null ? null : { from: steady.from, to: steady.to, summary: inOrder(steady.summary) },
    phase: inPhaseOrder(storedPhase(run.phase)),
    proof: { grade, source, errorBound, exact, beyond, reasons, overrides },
    verdict: verdict as RunAnswer["verdict"],
    outcome: run.outcome as RunAnswer["outcome"],
    targets: run.copyOf === null ? verdicts.map(toTarget) : verdicts.map(toTargetOfCopy),
    comparison: storedComparison(run.comparison),
    cost: runCostOf(run),
    setup: setupOf(read),
    warnings: storedWarnings(run.warnings),
    codes: storedCodes(run.codes),
    labelFilter: labelFilterAnswer(run.labelFilter),
  };
}

/** The database orders the keys of a JSON object by length; people read them by meaning. */
function inOrder(summary: WindowSummary): WindowSummary {
  const { requests, items, errors, errorRate, errorsAtLeast, durationSeconds, throughput, latencyMs } =
    summary;
  // Summaries that were stored before intervals existed have none.
  const { latencyIntervalsMs = {} } = summary as Partial<WindowSummary>;
  const { min, mean, p50, p90, p95, p99, "p99.9": p999, max } = latencyMs;
  const latencies = { min, mean, p50, p90, p95, p99, "p99.9": p999, max };
  return {
    requests,
    items,
    errors,
    errorRate,
    ...(errorsAtLeast === undefined ? {} : { errorsAtLeast }),
    durationSeconds,
    throughput,
    latencyMs: latencies,
    latencyIntervalsMs,
  };
}

/** The answer can be taken back where it made a difference. */
function constantLoadOf({ phase: json }: RunRead["run"], answer: boolean | null): RunDetail["constantLoad"] {
  const phase = storedPhase(json);
  const isAsked = phase?.reason.code === "p50-rises";
  const isAnswered = answer === true && phase !== null && phase.rise !== null;
  return isAsked || isAnswered ? { answer } : null;
}

function inPhaseOrder(phase: StoredPhase | null): RunAnswer["phase"] {
  if (phase === null) return null;
  const { method, ramp, leftOut, counted, rise, holes, hangs } = phase;
  return {
    method,
    reason: phaseWords(phase.reason),
    ramp,
    leftOut: leftOut === null ? null : leftOutInOrder(leftOut),
    ...(counted === undefined ? {} : { counted: countedInOrder(counted) }),
    rise,
    holes,
    hangs,
  };
}

function leftOutInOrder({
  warmUpSeconds,
  coolDownSeconds,
  requests,
  errors,
}: NonNullable<StoredPhase["leftOut"]>) {
  return { warmUpSeconds, coolDownSeconds, requests, errors };
}

function countedInOrder({
  requests,
  items,
  durationSeconds,
  throughput,
}: NonNullable<StoredPhase["counted"]>) {
  return { requests, items, durationSeconds, throughput };
}

/** `allItems`: of all requests of the run; null: unknown. */
export function toLabelSummary(
  row: RunLabel,
  { allItems, ranges }: { allItems: number | null; ranges: ReadonlyMap<number, LatencyRanges> },
): LabelSummary {
  const { requests, items, throughput } = row;
  return {
    label: row.label,
    kind: row.kind,
    requests: row.requests,
    errors: row.errors,
    throughput,
    items,
    itemsThroughput: throughput === null || requests === 0 ? null : (throughput * items) / requests,
    itemsShare: allItems === null || allItems === 0 ? null : Math.min(1, items / allItems),
    latencyMs: {
      min: millis(row.minMicros),
      mean: millis(row.meanMicros),
      p50: millis(row.p50Micros),
      p90: millis(row.p90Micros),
      p95: millis(row.p95Micros),
      p99: millis(row.p99Micros),
      "p99.9": millis(row.p999Micros),
      max: millis(row.maxMicros),
    },
    latencyIntervalsMs: ranges.get(row.seriesId) ?? {},
  };
}

/** A stored verdict with its sentences, as the API returns it. */
export function toTarget(row: RunRead["verdicts"][number]): RunAnswer["targets"][number] {
  const verdict = toVerdict(row);
  const { reasons, doubt } = verdict;
  return {
    ...withWords(verdict),
    range: rangeOf(verdict),
    doubt: doubt === null ? null : { ...doubt, words: reasonWords(doubtReasons(reasons)) },
  };
}

/** Where a source has only ranges, its figure's reason says which. */
function rangeOf({ value, reasons }: Pick<TargetVerdict, "value" | "reasons">): FigureRange | null {
  const figure = reasons.find((one) => one.code === "figure");
  return value !== null || figure === undefined ? null : { low: figure.low, high: figure.high };
}

/** Samples of another run neither meet a target of this one nor miss it. */
function toTargetOfCopy(row: RunRead["verdicts"][number]): RunAnswer["targets"][number] {
  return { ...toTarget(row), verdict: "unsure", reason: reasonWords([{ code: "same-samples-hidden" }]) };
}

/** What `judgeRun` stored. */
export function toVerdict(
  row: RunRead["verdicts"][number],
): Omit<TargetVerdict, "confidence"> & Pick<JudgedTarget, "confidence"> {
  const target = storedTarget(row.text);
  const { metric, label, comparator, users } = target;
  return {
    text: formatTarget(target),
    metric,
    label,
    users,
    comparator,
    threshold: row.threshold,
    unit: row.unit,
    value: row.value,
    margin: row.margin,
    bound: row.bound,
    interval: row.chanceInterval as TargetVerdict["interval"],
    confidence: row.confidence,
    failures: row.failures as TargetVerdict["failures"],
    window: row.judgedWindow as JudgedWindow | null,
    verdict: row.verdict as TargetVerdict["verdict"],
    doubt: row.doubt as TargetVerdict["doubt"],
    reasons: row.reasons as unknown as TargetVerdict["reasons"],
  };
}

/** To a whole microsecond, as in every summary. */
function millis(micros: number | null): number | null {
  return micros === null ? null : Math.round(micros) / 1_000;
}
