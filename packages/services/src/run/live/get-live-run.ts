import {
  formatTarget,
  HOUR_SECONDS,
  judge,
  meanMicros,
  mergeAllCells,
  narrowestWidth,
  quantileMicros,
  TARGET_CONFIDENCE,
  withWords,
} from "@headroom/core";
import type { AbsentFigure, Cell, Target, Warning } from "@headroom/core";
import { importParameters } from "@headroom/contract";
import type { LabelSummary, LiveState, TargetVerdictAnswer, WindowSummary } from "@headroom/contract";
import { readLiveAdditions, readLiveLabels, readLiveTotals } from "@headroom/db";
import type { LiveLabelCell, LiveTotal, LiveWriterModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { readSettings } from "../../workspace/settings.ts";
import { noSuchRun, readRunId } from "../record/get.ts";
import { rangesOf } from "../record/label-ranges.ts";
import { readTargets } from "../record/read-targets.ts";
import { summaryOf } from "../record/summary-of.ts";
import { currentTargetSet } from "../record/target-set.ts";
import type { RunTimeline } from "../read/timeline.ts";
import { liveOrigin } from "./live-origin.ts";
import { requireLiveRun } from "./live-run.ts";
import type { LiveRun } from "./live-run.ts";
import { absentOfMetrics } from "./metrics-batch.ts";
import { unpackAdditions } from "./messages.ts";
import { soFar } from "./receiving-answer.ts";

/** A run that nobody has published yet: what has arrived so far. */
export interface LiveRunView {
  id: string;
  number: number;
  service: { slug: string; name: string };
  /** An experiment has a page once it has a published run, or was created by hand. */
  experiment: { id: string; name: string; hasPage: boolean };
  /** With the code `traffic-simulated` if a simulator sends it, or one like it if real requests come beside. */
  warnings: Warning[];
  environment: string | null;
  commit: string | null;
  branch: string | null;
  openedAt: Date;
  /** When something last arrived. */
  heardAt: Date;
  /** When the first request began and the last one completed; null: none has arrived. */
  span: { from: Date; to: Date } | null;
  writers: LiveRunWriter[];
  summary: WindowSummary;
  targets: TargetSoFar[];
  /** The end of the run, as much of it as is read; null: nothing has arrived. */
  timeline: RunTimeline | null;
  /** The busiest labels in the last seconds that have arrived. */
  labels: { seconds: number; total: number; first: LabelSummary[] };
  /** The latest value of each gauge. */
  gauges: { name: string; unit: string | null; value: number; at: Date }[];
}

interface LiveRunWriter {
  name: string;
  state: LiveState["state"];
  requests: number;
  heardAt: Date;
}

/** Null: it can't be judged before the run is finished. */
export interface TargetSoFar {
  text: string;
  judged: TargetVerdictAnswer | null;
}

/** More is never read for a page that refreshes every few seconds. */
const MAX_CELLS = 40_000;
const MAX_SECONDS = HOUR_SECONDS;
const MAX_POINTS = 360;
const LABEL_SECONDS = 60;
const MAX_LABELS = 20;
const MAX_ADDITIONS = 50;

/** A run that is being received, for its page. Once a writer has ended, the run has a page like any other. */
export async function getLiveRun({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string };
}): Promise<LiveRunView> {
  requireScope(ctx, "read");
  const runId = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const live = await requireLiveRun(tx, ctx, runId);
    const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
    if (run.publishedAt !== null || run.deletedAt !== null) throw noSuchRun();
    const experiment = await tx.prisma.experiment.findUniqueOrThrow({ where: { id: live.experimentId } });
    const service = await tx.prisma.service.findUniqueOrThrow({ where: { id: live.serviceId } });
    const writers = await tx.prisma.liveWriter.findMany({ where: { runId }, orderBy: { writer: "asc" } });
    const { heardAt } = await tx.prisma.liveRun.findUniqueOrThrow({ where: { runId } });
    const { cell, parts, span } = soFar(writers);
    const durationSeconds = span === null ? null : (span.lastMicros - span.firstMicros) / 1e6;
    const absent: readonly AbsentFigure[] =
      span === null ? ["requests", "errors"] : await absentOfMetrics(tx, runId);
    return {
      id: runId,
      number: run.number,
      service: { slug: service.slug, name: service.name },
      experiment: { id: experiment.id, name: experiment.name, hasPage: !experiment.provisional },
      warnings: await liveOrigin(tx, live),
      environment: run.environment,
      commit: run.commitSha,
      branch: run.branch,
      openedAt: live.openedAt,
      heardAt: new Date(Math.max(...[heardAt, ...writers.map((one) => one.heardAt)].map(Number))),
      span:
        span === null
          ? null
          : { from: new Date(span.firstMicros / 1e3), to: new Date(span.lastMicros / 1e3) },
      writers: writers.map(toWriter),
      summary: summaryOf(cell, { durationSeconds: durationSeconds ?? 0, absent, parts }),
      targets: await judgeSoFar(tx, { ctx, live, cell, durationSeconds, absent }),
      timeline: await readTimelineSoFar(tx, live, writers.length, { last: span?.last ?? null, absent }),
      labels: await readLabelsSoFar(tx, live, span, absent),
      gauges: await readLatestGauges(tx, runId),
    };
  });
}

function toWriter({ writer, state, requests, heardAt }: LiveWriterModel): LiveRunWriter {
  return { name: writer, state: state as LiveRunWriter["state"], requests: Number(requests), heardAt };
}

interface SoFar {
  ctx: Context;
  live: LiveRun;
  cell: Cell;
  durationSeconds: number | null;
  absent: readonly AbsentFigure[];
}

/** Targets of the whole run with a fixed threshold. Others need what is known only at the end: a baseline, phases, labels. */
async function judgeSoFar(
  tx: WorkspaceTx,
  { ctx, live, cell, durationSeconds, absent }: SoFar,
): Promise<TargetSoFar[]> {
  const given = importParameters.parse(live.parameters).target;
  const texts = given.length > 0 ? given : ((await currentTargetSet(tx, live.experimentId))?.texts ?? []);
  const targets = readTargets(texts);
  const judged = targets.map(({ target }) => target).filter(isJudged);
  if (durationSeconds === null || cell.requests === 0)
    return targets.map(({ text }) => ({ text, judged: null }));
  const { targetConfidence } = await readSettings(tx, ctx.workspaceId);
  const verdicts = judge({
    targets: judged,
    figures: { durationSeconds, all: cell, absent, label: () => null },
    window: null,
    ramp: null,
    achieved: null,
    loadOffered: null,
    baseline: null,
    gauge: () => null,
    atUsers: () => null,
    latencyResolutionMicros: 1,
    confidence: targetConfidence ?? TARGET_CONFIDENCE,
  });
  const byText = new Map(judged.map((target, at) => [formatTarget(target), verdicts[at]]));
  return targets.map(({ text }) => {
    const verdict = byText.get(text);
    return { text, judged: verdict === undefined ? null : { ...withWords(verdict), users: null } };
  });
}

const AT_THE_END = new Set<Target["metric"]["kind"]>(["gauge", "achieved"]);

function isJudged({ label, users, threshold, metric }: Target): boolean {
  return label === null && users === null && threshold.kind !== "baseline" && !AT_THE_END.has(metric.kind);
}

async function readTimelineSoFar(
  tx: WorkspaceTx,
  { runId, importedAt, origin }: LiveRun,
  writers: number,
  { last: lastSecond, absent }: { last: number | null; absent: readonly AbsentFigure[] },
): Promise<RunTimeline | null> {
  if (origin === null || lastSecond === null) return null;
  const endSeconds = lastSecond - origin;
  const seconds = Math.min(MAX_SECONDS, Math.max(60, Math.floor(MAX_CELLS / Math.max(1, writers))));
  const cells = await readLiveTotals(tx, { runId, importedAt, fromSeconds: endSeconds - seconds });
  const [first] = cells;
  if (first === undefined) return null;
  const stepSeconds = Math.max(...cells.map((one) => one.stepSeconds));
  const length = endSeconds - first.offsetSeconds;
  const pointSeconds = narrowestWidth((width) => width >= stepSeconds && length / width <= MAX_POINTS);
  const points = [...Map.groupBy(cells, ({ offsetSeconds }) => Math.floor(offsetSeconds / pointSeconds))]
    .toSorted(([a], [b]) => a - b)
    .map(([at, some]) => toPoint(at * pointSeconds, pointSeconds, some));
  return {
    origin: new Date(origin * 1_000),
    pointSeconds,
    finestStepSeconds: stepSeconds,
    fromSeconds: points[0]?.offsetSeconds ?? 0,
    toSeconds: endSeconds,
    endSeconds,
    points,
    absent,
  };
}

function toPoint(offsetSeconds: number, stepSeconds: number, cells: readonly LiveTotal[]) {
  return { offsetSeconds, stepSeconds, cell: mergeAllCells(cells.map(({ cell }) => cell)) };
}

async function readLabelsSoFar(
  tx: WorkspaceTx,
  { runId, importedAt, origin }: LiveRun,
  span: ReturnType<typeof soFar>["span"],
  absent: readonly AbsentFigure[],
): Promise<LiveRunView["labels"]> {
  if (origin === null || span === null) return { seconds: 0, total: 0, first: [] };
  const seconds = Math.min(LABEL_SECONDS, Math.max(1, Math.ceil(span.last - span.firstMicros / 1e6)));
  const { cells, total } = await readLiveLabels(
    tx,
    { runId, importedAt, fromSeconds: span.last - origin - seconds },
    MAX_LABELS,
  );
  const byLabel = Map.groupBy(cells, ({ label, labelKind }) => `${labelKind} ${label}`);
  const first = [...byLabel.values()].flatMap((own) => toLabel(own, seconds, absent));
  return {
    seconds,
    total,
    first: first.toSorted((a, b) => b.requests - a.requests || (a.label < b.label ? -1 : 1)),
  };
}

function toLabel(
  cells: readonly LiveLabelCell[],
  seconds: number,
  absent: readonly AbsentFigure[],
): LabelSummary[] {
  const [first] = cells;
  if (first === undefined) return [];
  const cell = mergeAllCells(cells.map((one) => one.cell));
  const millis = (micros: number | null) => (micros === null ? null : Math.round(micros) / 1_000);
  const at = (percent: number) => millis(quantileMicros(cell, percent));
  // A cell of a longer step began before these seconds.
  const covered = Math.max(seconds, ...cells.map(({ stepSeconds }) => stepSeconds));
  const latencyMs = {
    min: millis(cell.minMicros),
    mean: millis(meanMicros(cell)),
    p50: at(50),
    p90: at(90),
    p95: at(95),
    p99: at(99),
    "p99.9": at(99.9),
    max: millis(cell.maxMicros),
  };
  const { requests } = cell;
  const errors = absent.includes("errors") ? null : cell.errors;
  return [
    {
      label: first.label,
      kind: first.labelKind,
      requests,
      errors,
      throughput: requests / covered,
      items: cell.items,
      itemsThroughput: cell.items / covered,
      itemsShare: null,
      latencyMs,
      latencyIntervalsMs: rangesOf(cell),
    },
  ];
}

async function readLatestGauges(tx: WorkspaceTx, runId: string): Promise<LiveRunView["gauges"]> {
  const bodies = await readLiveAdditions(tx, runId, MAX_ADDITIONS);
  const additions = await Promise.all(bodies.map(unpackAdditions));
  const measured = additions
    .flat()
    .flatMap(({ gauges }) =>
      gauges.flatMap(({ name, unit, values }) => values.map((value) => ({ name, unit, ...value }))),
    );
  const latest = new Map<string, (typeof measured)[number]>();
  for (const one of measured) {
    if (one.atMicros > (latest.get(one.name)?.atMicros ?? -Infinity)) latest.set(one.name, one);
  }
  return [...latest.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ atMicros, ...gauge }) => ({ ...gauge, at: new Date(atMicros / 1_000) }));
}
