import type { RunVerdictAnswer } from "@headroom/contract";
import {
  achievedShare,
  emptyCell,
  findRunPhase,
  heldLoads,
  isHeldByLoad,
  judge,
  labelInWindow,
  leastErrorShare,
  levelsOfRun,
  MAX_POINTS,
  MIN_ACHIEVED_SHARE,
  RAMP_POINTS,
  TARGET_CONFIDENCE,
  tellsWindows,
} from "@headroom/core";
import type {
  ErrorsBy,
  ExpectedLoad,
  HeldLoad,
  JudgedFigures,
  JudgedWindow,
  PhaseReason,
  LatencyRise,
  PartialHang,
  RunEvidence,
  RunHole,
  Target,
  TargetVerdict,
} from "@headroom/core";
import { codesOf } from "./codes.ts";
import type { MemoryLabel, MemoryRun } from "./memory-run.ts";
import type { Stretch } from "./memory-series.ts";

export interface JudgedOffline {
  verdicts: TargetVerdict[];
  /** Stretches without a successful request, as ISO instants. */
  holes: { from: string; to: string }[];
  /** The same, in seconds from its start. */
  stretches: Pick<RunEvidence, "holes" | "hangs">;
  rise: RunEvidence["rise"];
  codes: RunEvidence["codes"];
  leftOut: RunVerdictAnswer["leftOut"];
}

/** Judges a run by targets with the rules of a server. What only a server has is unsure. */
export function judgeTargets(
  run: MemoryRun,
  targets: readonly Target[],
  { errorsBy, ...workload }: ExpectedLoad & { errorsBy: ErrorsBy | null },
): JudgedOffline {
  const phase = phaseOf(run);
  const { steady, ramp } = phase;
  const achieved = achievedOf(run, steady ?? phase.counted, workload);
  const codes = codesOf(run, { steady, targets, errorsBy });
  const holes = phase.holes.map((hole) => atInstants(run, hole));
  const verdicts = judge({
    targets,
    ramp,
    holes,
    hangs: phase.hangs.map((hang) => atInstants(run, hang)),
    achieved,
    codes: codes?.isOpen === true ? codes.server : null,
    clockGap: phase.clockGap,
    figures: steady === null ? wholeFigures(run) : steadyFigures(run, steady),
    window: windowOf(run, steady),
    counted: phase.counted === null ? null : countedFigures(run, phase.counted),
    heldLoad: heldLoadsOf(run, targets, phase),
    leastErrorShare: phase.leastErrorShare,
    // What was expected is known better than what the tool held back.
    loadOffered: achieved !== null && achieved >= MIN_ACHIEVED_SHARE ? null : run.source.loadOffered,
    liveTraffic: null,
    baseline: null,
    gauge: () => null,
    atUsers: () => null,
    ...latencyErrors(run),
    confidence: TARGET_CONFIDENCE,
  });
  return {
    verdicts: verdicts.map((verdict, at) => onlyLocal(verdict, targets[at])),
    holes,
    stretches: {
      holes: phase.holes.map((hole) => fromStart(run, hole)),
      hangs: phase.hangs.map((hang) => fromStart(run, hang)),
    },
    rise: riseOf(phase.rise, windowOf(run, steady)),
    codes,
    leftOut: leftOutOf(run, steady),
  };
}

function atInstants<Of extends Stretch>(run: MemoryRun, { fromSeconds, toSeconds, ...stretch }: Of) {
  return { ...stretch, from: instantOf(run, fromSeconds), to: instantOf(run, toSeconds) };
}

function fromStart<Of extends Stretch>({ times }: MemoryRun, stretch: Of): Of {
  const [begin, end] = [times?.startSeconds ?? 0, times?.endSeconds ?? Infinity];
  const seconds = (offset: number) => Math.round(Math.min(end, Math.max(begin, offset)) - begin);
  return {
    ...stretch,
    fromSeconds: seconds(stretch.fromSeconds),
    toSeconds: seconds(stretch.toSeconds),
  };
}

function riseOf(rise: LatencyRise | null, window: JudgedWindow): RunEvidence["rise"] {
  if (rise === null) return null;
  const { of, load, figures } = rise;
  return { of, load, figures, window };
}

function leftOutOf(run: MemoryRun, steady: Stretch | null): JudgedOffline["leftOut"] {
  if (steady === null) return null;
  const { from, to } = windowOf(run, steady);
  const seconds = (begin: string | Date, end: string | Date) =>
    Math.max(0, (new Date(end).getTime() - new Date(begin).getTime()) / 1_000);
  return {
    warmUpSeconds: seconds(run.startedAt, from),
    coolDownSeconds: seconds(to, run.endedAt),
    judgedSeconds: seconds(from, to),
  };
}

function latencyErrors({ source: { resolutionMicros, relativeError } }: MemoryRun) {
  return { latencyResolutionMicros: resolutionMicros, latencyRelativeError: relativeError };
}

/** Gauges, numbers of users and baselines are with the server. */
function onlyLocal(verdict: TargetVerdict, target: Target | undefined): TargetVerdict {
  const about =
    verdict.verdict === "no-baseline"
      ? "baseline"
      : target?.metric.kind === "gauge"
        ? "gauge"
        : target !== undefined && target.users !== null
          ? "users"
          : null;
  if (about === null) return verdict;
  return {
    ...verdict,
    value: null,
    interval: null,
    verdict: "unsure",
    reasons: [{ code: "server-only", about }],
  };
}

interface MemoryPhase {
  /** In whole steps; null if no steady phase was found. */
  steady: Stretch | null;
  /** The same, of a source whose latencies are only known of the whole run. */
  counted: Stretch | null;
  /** Why none was found, if the load kept changing. */
  ramp: PhaseReason | null;
  /** On a ramp, the least share of errors in a tenth of the run. */
  leastErrorShare: number | null;
  holes: readonly RunHole[];
  hangs: readonly PartialHang[];
  rise: LatencyRise | null;
  clockGap: boolean;
}

const NO_PHASE: MemoryPhase = {
  steady: null,
  counted: null,
  ramp: null,
  leastErrorShare: null,
  holes: [],
  hangs: [],
  rise: null,
  clockGap: false,
};

function phaseOf(run: MemoryRun): MemoryPhase {
  const { times, all, source, loadModel } = run;
  if (times === null || all.series === null) return NO_PHASE;
  const timeline = all.series.timeline(MAX_POINTS);
  const users = loadModel === "open" ? null : run.gauges.load("users");
  const { absent, clockJumps } = source;
  const found = findRunPhase({
    timeline,
    ...times,
    users,
    loadModel,
    absent,
    clockJumps,
    liveTraffic: false,
  });
  const { phase, holes, hangs, rise, clockGap } = found;
  const known = { ...NO_PHASE, holes, hangs, rise, clockGap };
  if (phase.none !== true) {
    const window = all.series.window(phase);
    return tellsWindows(source.source) ? { ...known, steady: window } : { ...known, counted: window };
  }
  if (!phase.ramp) return known;
  const least = absent.includes("errors") ? null : leastErrorShare(timeline);
  return { ...known, ramp: phase.reason, leastErrorShare: least };
}

/** Up to which load of a ramp the targets held; nothing of any other run. */
function heldLoadsOf(
  run: MemoryRun,
  targets: readonly Target[],
  { ramp, holes }: MemoryPhase,
): (text: string) => HeldLoad | null {
  const { times, all, gauges, loadModel } = run;
  if (ramp === null || times === null || !targets.some(isHeldByLoad)) return () => null;
  const { absent } = run.source;
  const levels = levelsOfRun({
    ...times,
    loadModel,
    holes,
    absent,
    timeline: all.series?.timeline(RAMP_POINTS) ?? null,
    users: gauges.load("users"),
    offeredRate: gauges.load("offered rate"),
  });
  if ("problem" in levels) return () => null;
  const held = heldLoads(levels, { targets, absent, confidence: TARGET_CONFIDENCE, ...latencyErrors(run) });
  return (text) => held.get(text) ?? null;
}

function achievedOf(
  { all, source, startedAt, endedAt }: MemoryRun,
  steady: Stretch | null,
  workload: ExpectedLoad,
) {
  if (source.absent.includes("requests")) return null;
  const requests = steady === null ? all.total.requests : (all.series?.window(steady)?.cell.requests ?? null);
  const steadySeconds = steady === null ? null : steady.toSeconds - steady.fromSeconds;
  const seconds = (endedAt.getTime() - startedAt.getTime()) / 1_000;
  return achievedShare(workload, {
    requests,
    steadySeconds,
    whole: { requests: all.total.requests, seconds },
  });
}

function windowOf(run: MemoryRun, steady: Stretch | null): JudgedWindow {
  if (steady === null)
    return { from: run.startedAt.toISOString(), to: run.endedAt.toISOString(), kind: "whole" };
  const { fromSeconds, toSeconds } = steady;
  return { from: instantOf(run, fromSeconds), to: instantOf(run, toSeconds), kind: "steady" };
}

function instantOf({ times }: MemoryRun, seconds: number): string {
  return new Date((times?.originMillis ?? 0) + seconds * 1_000).toISOString();
}

function wholeFigures({ all, labels, durationSeconds, times, source: { absent } }: MemoryRun): JudgedFigures {
  const slicesOf = ({ series }: MemoryLabel) =>
    series === null || times === null ? null : series.slices(times);
  return {
    durationSeconds,
    all: all.total,
    allParts: all.parts,
    slices: slicesOf(all),
    absent,
    label(name) {
      const label = labels.get(name);
      if (label === undefined) return null;
      const { total: cell, parts } = label;
      return { cell, parts, durationSeconds, slices: slicesOf(label), window: null, doubt: null };
    },
  };
}

function countedFigures(run: MemoryRun, counted: Stretch): JudgedFigures {
  return { ...steadyFigures(run, counted), window: windowOf(run, counted) };
}

function steadyFigures({ all, labels, times, source }: MemoryRun, steady: Stretch): JudgedFigures {
  return {
    durationSeconds: steady.toSeconds - steady.fromSeconds,
    all: all.series?.window(steady)?.cell ?? emptyCell(),
    slices: all.series?.slices(steady) ?? null,
    absent: source.absent,
    label(name) {
      const label = labels.get(name);
      if (label === undefined) return null;
      const { series } = label;
      const read = series?.window(steady) ?? null;
      return labelInWindow({
        name,
        window: steady,
        read,
        finestStepSeconds: series?.finestStepSeconds ?? null,
        slices: series === null || read === null ? null : series.slices(read),
        originMillis: times?.originMillis ?? 0,
      });
    },
  };
}
