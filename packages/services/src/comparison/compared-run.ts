import {
  achievedShare,
  compareFingerprints,
  heldBack,
  isSimulated,
  LIVE_TRAFFIC,
  MIN_ACHIEVED_SHARE,
  reasonWords,
  whatChanged,
  whatChangedWords,
} from "@headroom/core";
import type { ComparableFigures, RunFingerprint } from "@headroom/core";
import type { ComparedRun, RunComparison, WhatChangedAnswer, WindowSummary } from "@headroom/contract";
import type { ComparedRunRead, RunModel } from "@headroom/db";
import type { Context } from "../context.ts";
import { toTarget } from "../run/record/read-run-detail.ts";
import { runUrl } from "../run/record/run-url.ts";
import type { RunLoad } from "./run-load.ts";
import { configurationOf } from "../run/record/metadata.ts";
import { storedSteadyByHand } from "../run/record/steady-by-hand.ts";
import {
  storedJudged,
  storedLabelFilter,
  storedPhase,
  storedProof,
  storedSteady,
  storedSummary,
  storedWarnings,
} from "../run/record/stored.ts";
import type { Steady } from "../run/record/stored.ts";
import { workloadOfRun } from "../run/record/workload.ts";

function outageSecondsOf({ phase }: ComparedRunRead["run"]): number {
  const holes = storedPhase(phase)?.holes ?? [];
  return holes.reduce((sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / 1_000, 0);
}

function steadySecondsOf({ steady, phase }: ComparedRunRead["run"]): number | null {
  const own = storedSteady(steady);
  return own === null
    ? (storedPhase(phase)?.counted?.durationSeconds ?? null)
    : own.toSeconds - own.fromSeconds;
}

/** A stored run as a comparison shows it, with the metrics of its judged window. */
export function toComparedRun(
  read: ComparedRunRead,
  { letter, webUrl }: { letter: string; webUrl: string },
): ComparedRun {
  const { run, service, experiment, verdicts, hasTimeline } = read;
  const summary = storedSummary(run.summary);
  const judged = storedJudged(run);
  const proof = storedProof(run.proof);
  const { startedAt, endedAt } = run;
  if (summary === null || judged === null || proof === null || startedAt === null || endedAt === null)
    throw new Error(`the published run ${run.id} was not judged`);
  const steady = storedSteady(run.steady);
  return {
    letter,
    id: run.id,
    url: runUrl(webUrl, run.id),
    number: run.number,
    service,
    experiment: { id: experiment.id, slug: experiment.slug, name: experiment.name },
    status: run.status as ComparedRun["status"],
    isBaseline: experiment.baselineRunId === run.id,
    tool: run.tool ?? "unknown",
    toolVersion: run.toolVersion,
    loadModel: run.loadModel,
    environment: run.environment,
    commit: run.commitSha,
    branch: run.branch,
    notes: run.notes,
    price: run.price,
    configuration: configurationOf(run),
    changed: run.changed,
    startedAt: startedAt.toISOString(),
    window: steady === null ? wholeWindow(run.origin ?? startedAt, startedAt, endedAt) : steadyWindow(steady),
    summary: { ...EMPTY_INTERVALS, ...judged },
    achieved: achievedShare(workloadOfRun(run, experiment), {
      requests: judged.requests,
      steadySeconds: steadySecondsOf(run),
      whole: { requests: summary.requests, seconds: (endedAt.getTime() - startedAt.getTime()) / 1_000 },
    }),
    proof: { grade: proof.grade, source: proof.source, reasons: proof.reasons },
    outcome: run.outcome as ComparedRun["outcome"],
    verdict: run.verdict as ComparedRun["verdict"],
    targets: verdicts.map(toTarget),
    hasTimeline,
    outageSeconds: outageSecondsOf(run),
  };
}

function steadyWindow({ from, to, fromSeconds, toSeconds }: Steady): ComparedRun["window"] {
  return { kind: "steady", from, to, fromSeconds, toSeconds };
}

function wholeWindow(origin: Date, from: Date, to: Date): ComparedRun["window"] {
  const offset = (at: Date) => (at.getTime() - origin.getTime()) / 1_000;
  return {
    kind: "whole",
    from: from.toISOString(),
    to: to.toISOString(),
    fromSeconds: offset(from),
    toSeconds: offset(to),
  };
}

/** Summaries that were stored before intervals existed have none. */
const EMPTY_INTERVALS = { latencyIntervalsMs: {} };

export function figuresOf({ summary }: { summary: WindowSummary }): ComparableFigures {
  const { items, durationSeconds, throughput, errorRate, errorsAtLeast, latencyMs } = summary;
  const timed = durationSeconds !== null && durationSeconds > 0;
  return {
    throughput,
    itemsThroughput: items === null || !timed ? null : items / durationSeconds,
    errorRate,
    latencyMs,
    errorsAtLeast,
    latencyIntervalsMs: summary.latencyIntervalsMs,
  };
}

/** Kept from a service's live traffic. */
export function isLiveTraffic({ tool }: ComparedRun): boolean {
  return tool === LIVE_TRAFFIC;
}

/** False: the generator wasn't held back. Null: nothing shows it. */
function sentItsLoad({ achieved }: ComparedRun): false | null {
  return achieved !== null && achieved >= MIN_ACHIEVED_SHARE ? false : null;
}

function leftOutOf(
  { run }: ComparedRunRead,
  { hasTimeline, window }: ComparedRun,
): RunFingerprint["leftOut"] {
  const { startedAt, endedAt } = run;
  if (!hasTimeline || startedAt === null || endedAt === null) return null;
  if (storedSteadyByHand(run.steadyByHand) !== null) return null;
  const ofSeconds = (endedAt.getTime() - startedAt.getTime()) / 1_000;
  if (window.kind === "whole" || ofSeconds <= 0) return null;
  return { seconds: Math.max(0, ofSeconds - (window.toSeconds - window.fromSeconds)), ofSeconds };
}

/** What decides whether the run can be compared with another. `labels`: share of the requests by label. */
export function fingerprintOf(
  read: ComparedRunRead,
  compared: ComparedRun,
  { labels, load }: { labels: ReadonlyMap<string, number>; load: RunLoad | undefined },
): RunFingerprint {
  const { run, experiment, service, generators } = read;
  const { loadModel } = run;
  return {
    experimentId: experiment.id,
    experiment: experiment.name,
    service: service.name,
    tool: compared.tool,
    liveTraffic: isLiveTraffic(compared),
    simulated: isSimulated(storedWarnings(run.warnings)),
    toolVersion: compared.toolVersion,
    loadModel: loadModel === "open" || loadModel === "closed" ? loadModel : "unknown",
    environment: compared.environment,
    status: compared.status,
    shape: load?.shape ?? null,
    leftOut: leftOutOf(read, compared),
    durationSeconds: compared.summary.durationSeconds,
    throughput: compared.summary.throughput,
    offered: load?.offered ?? { rate: null, users: null },
    errorRate: compared.summary.errorRate,
    achieved: load?.achieved ?? compared.achieved,
    generators,
    saturated: heldBack(storedWarnings(run.warnings)) ? true : sentItsLoad(compared),
    source: compared.proof.source,
    grade: compared.proof.grade,
    labelFilter: storedLabelFilter(run.labelFilter),
    labels,
  };
}

/** What people say differs between two runs. `except`: the key that tells them apart anyway. */
export function whatChangedBetween(
  before: Pick<ComparedRun, "configuration" | "changed">,
  after: Pick<ComparedRun, "configuration" | "changed">,
  except: string | null = null,
): WhatChangedAnswer {
  const found = whatChanged(before, after, except);
  return { ...found, words: whatChangedWords(found) };
}

/** The same of two stored runs, as they say it now. Null: one was deleted meanwhile. */
export async function whatChangedSince(
  ctx: Context,
  beforeId: string,
  afterId: string,
): Promise<WhatChangedAnswer | null> {
  const [before, after] = await ctx.db.inWorkspace(ctx.workspaceId, ({ prisma }) =>
    Promise.all([beforeId, afterId].map((id) => prisma.run.findUnique({ where: { id } }))),
  );
  if (!before || !after) return null;
  const sideOf = (run: RunModel) => ({ configuration: configurationOf(run), changed: run.changed });
  return whatChangedBetween(sideOf(before), sideOf(after));
}

/** How two runs differ, in sentences. */
export function differencesBetween(
  ...runs: Parameters<typeof compareFingerprints>
): Omit<RunComparison["comparability"][number], "run" | "whatChanged"> {
  const { differences, ...found } = compareFingerprints(...runs);
  const said = differences.map(({ reason, ...one }) => ({ ...one, words: reasonWords([reason]) }));
  return { ...found, differences: said };
}
