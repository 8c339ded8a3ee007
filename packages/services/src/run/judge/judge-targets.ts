import {
  achievedShare,
  ALL_LABEL,
  heldLoads,
  isHeldByLoad,
  judge,
  MIN_ACHIEVED_SHARE,
  parseTarget,
} from "@headroom/core";
import type { HeldLoad, JudgedFigures, JudgedWindow, RunCodes, Target, TargetVerdict } from "@headroom/core";
import { readTotals } from "@headroom/db";
import type { ExperimentModel, RunModel, RunTotal, StoredSeries, WorkspaceTx } from "@headroom/db";
import type { Evidence, RunPhase } from "../load/evidence.ts";
import { readAtUsers } from "./read-at-users.ts";
import type { AtUsersInput } from "./read-at-users.ts";
import { readRampLevels } from "../load/read-ramp.ts";
import { readJudgedGauges } from "../load/read-judged-gauges.ts";
import { readFigures, readWholeFigures } from "./read-figures.ts";
import { readAbsent } from "../record/read-absent.ts";
import { storedSteady, storedSummary } from "../record/stored.ts";
import type { Steady } from "../record/stored.ts";
import { allOf } from "../record/summary-of.ts";
import { textsOf } from "../record/target-set.ts";
import { workloadOfRun } from "../record/workload.ts";

export interface JudgeTargetsInput {
  run: RunModel;
  experiment: ExperimentModel;
  targets: readonly Target[];
  /** For all requests, and for the labels that the targets name. */
  totals: readonly RunTotal[];
  /** Of all requests. */
  series: StoredSeries | null;
  durationSeconds: number;
  phase: RunPhase;
  evidence: Evidence;
  confidence: number;
  codes: RunCodes | null;
}

export async function targetsOf(tx: WorkspaceTx, targetSetId: string | null): Promise<Target[]> {
  return targetSetId === null ? [] : (await textsOf(tx, targetSetId)).map(readStoredTarget);
}

/** Judges a run by its targets in its steady phase, or in the whole run if it has none. */
export async function judgeTargets(tx: WorkspaceTx, input: JudgeTargetsInput): Promise<TargetVerdict[]> {
  const { targets } = input;
  if (targets.length === 0) return [];
  const labels = targets.flatMap(({ label }) => (label === null ? [] : [label]));
  const gauges = targets.flatMap(({ metric }) => (metric.kind === "gauge" ? [metric.gauge] : []));
  const { run, experiment, phase, totals, evidence } = input;
  const { holes, hangs } = phase.told ?? NOTHING_HUNG;
  const { absent } = evidence;
  const relative = targets.filter(isRelative);
  const baseline = await readBaseline(tx, { run, experiment }, { targets: relative, labels, gauges });
  const achieved = absent.includes("requests") ? null : achievedOf(input);
  return judge({
    targets,
    ...(await readJudgedFigures(tx, input, labels)),
    window: judgedWindow(run, phase),
    ramp: phase.ramp,
    heldLoad: await readHeldLoads(tx, input),
    leastErrorShare: phase.leastErrorShare,
    holes,
    hangs,
    codes: input.codes?.isOpen === true ? input.codes.server : null,
    clockGap: phase.clockGap,
    achieved,
    // What was expected is known better than what the tool held back.
    loadOffered: achieved !== null && achieved >= MIN_ACHIEVED_SHARE ? null : evidence.loadOffered,
    liveTraffic: evidence.liveTraffic,
    baseline: baseline === "receiving" ? baseline : (baseline?.figures ?? null),
    baselineAtUsers: (users) => (baseline === "receiving" ? null : (baseline?.atUsers(users) ?? null)),
    gauge: await readJudgedGauges(tx, run, { names: gauges, window: phase.steady }),
    atUsers: await readAtUsers(tx, run, { targets, totals, labels, gauges, absent }),
    latencyResolutionMicros: evidence.resolutionMicros,
    latencyRelativeError: evidence.relativeError,
    confidence: input.confidence,
  });
}

async function readJudgedFigures(
  tx: WorkspaceTx,
  { run, phase, totals, series, durationSeconds, evidence: { absent } }: JudgeTargetsInput,
  labels: string[],
) {
  const { steady, counted } = phase;
  const known = { totals, series, labels, absent };
  const inside = (window: Steady) => readFigures(tx, { runId: run.id, ...known, window, slices: true });
  return {
    figures:
      steady === null ? await readWholeFigures(tx, run, { ...known, durationSeconds }) : await inside(steady),
    counted: counted === null ? null : { ...(await inside(counted)), window: windowOf(counted) },
  };
}

const NOTHING_HUNG = { holes: [], hangs: [] };

/** Up to which load of a ramp the targets held; nothing of any other run. */
async function readHeldLoads(
  tx: WorkspaceTx,
  { run, targets, phase, evidence, confidence }: JudgeTargetsInput,
): Promise<(text: string) => HeldLoad | null> {
  if (phase.ramp === null || !targets.some(isHeldByLoad)) return () => null;
  const { absent, resolutionMicros, relativeError } = evidence;
  const levels = await readRampLevels(tx, run, { absent, holes: phase.told?.holes ?? [] });
  if ("problem" in levels) return () => null;
  const held = heldLoads(levels, {
    targets,
    absent,
    confidence,
    latencyResolutionMicros: resolutionMicros,
    latencyRelativeError: relativeError,
  });
  return (text) => held.get(text) ?? null;
}

function judgedWindow(run: RunModel, { steady }: RunPhase): JudgedWindow | null {
  if (steady !== null) return windowOf(steady);
  if (run.startedAt === null || run.endedAt === null) return null;
  return { from: run.startedAt.toISOString(), to: run.endedAt.toISOString(), kind: "whole" };
}

function windowOf({ from, to }: Steady): JudgedWindow {
  return { from, to, kind: "steady" };
}

/** Null if nobody says what to expect. */
function achievedOf({ run, experiment, phase, totals }: JudgeTargetsInput): number | null {
  const all = allOf(totals).requests;
  const steady = phase.steady ?? phase.counted;
  const whole = { requests: all, seconds: secondsBetween(run.startedAt, run.endedAt) };
  return achievedShare(
    workloadOfRun(run, experiment),
    steady === null
      ? { requests: all, steadySeconds: null, whole }
      : { requests: steady.summary.requests, steadySeconds: steady.toSeconds - steady.fromSeconds, whole },
  );
}

function secondsBetween(from: Date | null, to: Date | null): number | null {
  return from === null || to === null ? null : (to.getTime() - from.getTime()) / 1_000;
}

interface Baseline {
  figures: JudgedFigures;
  atUsers: (users: number) => JudgedFigures | null;
}

/** Null if no target needs it, or there is none. */
async function readBaseline(
  tx: WorkspaceTx,
  { run, experiment: { baselineRunId } }: Pick<JudgeTargetsInput, "run" | "experiment">,
  asked: Pick<AtUsersInput, "targets" | "labels" | "gauges">,
): Promise<Baseline | "receiving" | null> {
  if (asked.targets.length === 0) return null;
  const { labels, gauges } = asked;
  if (baselineRunId === null || baselineRunId === run.id) return null;
  const baseline = await tx.prisma.run.findUnique({ where: { id: baselineRunId } });
  if (baseline === null || baseline.publishedAt === null) return null;
  if (baseline.status === "receiving") return "receiving";
  const totals = await readTotals(tx, baselineRunId, [ALL_LABEL, ...labels]);
  const steady = storedSteady(baseline.steady);
  const whole = storedSummary(baseline.summary)?.durationSeconds ?? 0;
  const absent = await readAbsent(tx, baselineRunId);
  const figures =
    steady === null
      ? await readWholeFigures(tx, baseline, { totals, durationSeconds: whole, labels, absent })
      : await readFigures(tx, {
          runId: baselineRunId,
          totals,
          window: steady,
          labels,
          absent,
          slices: true,
        });
  return {
    figures: { ...figures, gauge: await readJudgedGauges(tx, baseline, { names: gauges, window: steady }) },
    atUsers: await readAtUsers(tx, baseline, { ...asked, totals, absent }),
  };
}

function isRelative({ threshold }: Target): boolean {
  return threshold.kind === "baseline";
}

/** It was parsed before it was stored, so it parses again. */
export function readStoredTarget(text: string): Target {
  const parsed = parseTarget(text);
  if (parsed.ok) return parsed.target;
  throw new Error(`a stored target cannot be read: ${text}`);
}
