import {
  achievedShare,
  emptyCell,
  judge,
  MIN_ACHIEVED_SHARE,
  TARGET_CONFIDENCE,
  type ExpectedLoad,
  type JudgedFigures,
  type JudgedWindow,
  type LabelFigures,
  type Target,
  type TargetVerdict,
  heldBack,
} from "@headroom/core";
import { findPhase, instantOf, type MemoryPhase } from "./find-phase.ts";
import type { MemoryLabel, MemoryRun } from "./memory-run.ts";
import type { Stretch } from "./memory-series.ts";

/** If less of the window than this is known of a label, its figures don't represent the window. */
const MIN_COVERED = 0.5;

export interface JudgedOffline {
  verdicts: TargetVerdict[];
  phase: MemoryPhase;
}

/** Judges a file by targets with the rules of a server. What only a server has is unsure. */
export function judgeRun(run: MemoryRun, targets: readonly Target[], workload: ExpectedLoad): JudgedOffline {
  const phase = findPhase(run);
  const { steady, ramp, leastErrorShare, holes } = phase;
  const achieved = achievedOf(run, steady, workload);
  const offered = heldBack(run.report.warnings) ? false : null;
  const verdicts = judge({
    targets,
    figures: steady === null ? wholeFigures(run) : steadyFigures(run, steady),
    window: windowOf(run, steady),
    ramp,
    leastErrorShare,
    holes,
    achieved,
    // What was expected is known better than what the tool held back.
    loadOffered: achieved !== null && achieved >= MIN_ACHIEVED_SHARE ? null : offered,
    liveTraffic: null,
    baseline: null,
    gauge: () => null,
    atUsers: () => null,
    latencyResolutionMicros: run.report.latencyResolutionMicros,
    latencyRelativeError: run.report.latencyRelativeError,
    confidence: TARGET_CONFIDENCE,
  });
  return { verdicts: verdicts.map((verdict, at) => onlyLocal(verdict, targets[at])), phase };
}

/** Gauges, numbers of users and baselines are with the server. */
function onlyLocal(verdict: TargetVerdict, target: Target | undefined): TargetVerdict {
  const missing =
    verdict.verdict === "no-baseline"
      ? "It is relative to a baseline"
      : target?.metric.kind === "gauge"
        ? "It is about a gauge"
        : target !== undefined && target.users !== null
          ? "It is about a number of users"
          : null;
  if (missing === null) return verdict;
  return {
    ...verdict,
    value: null,
    interval: null,
    verdict: "unsure",
    reason: `${missing}, so only a server can judge it.`,
  };
}

function achievedOf(
  { all, absent }: MemoryRun,
  steady: Stretch | null,
  workload: ExpectedLoad,
): number | null {
  if (absent.includes("requests")) return null;
  const requests = steady === null ? all.total.requests : (all.series?.window(steady)?.cell.requests ?? null);
  const steadySeconds = steady === null ? null : steady.toSeconds - steady.fromSeconds;
  return achievedShare(workload, { requests, steadySeconds });
}

function windowOf({ times, durationSeconds, report }: MemoryRun, steady: Stretch | null): JudgedWindow {
  if (times === null) {
    // Nobody knows when, and no verdict depends on it: only that the whole run is meant.
    const start = (report.startedAtMicros ?? 0) / 1_000;
    return { from: instantOf(start, 0), to: instantOf(start, durationSeconds), kind: "whole" };
  }
  const at = (seconds: number) => instantOf(times.originMillis, seconds);
  if (steady !== null) return { from: at(steady.fromSeconds), to: at(steady.toSeconds), kind: "steady" };
  return { from: at(times.firstSeconds), to: at(times.lastSeconds), kind: "whole" };
}

function wholeFigures({ all, labels, durationSeconds, times, absent }: MemoryRun): JudgedFigures {
  const slicesOf = ({ series }: MemoryLabel) =>
    series === null || times === null ? null : series.slices(times);
  return {
    durationSeconds,
    all: all.total,
    allParts: [all.total],
    slices: slicesOf(all),
    absent,
    label(name) {
      const label = labels.get(name);
      if (label === undefined) return null;
      const { total: cell } = label;
      return { cell, parts: [cell], durationSeconds, slices: slicesOf(label), window: null, doubt: null };
    },
  };
}

function steadyFigures(run: MemoryRun, steady: Stretch): JudgedFigures {
  return {
    durationSeconds: steady.toSeconds - steady.fromSeconds,
    all: run.all.series?.window(steady)?.cell ?? emptyCell(),
    slices: run.all.series?.slices(steady) ?? null,
    absent: run.absent,
    label: (name) => labelIn(run, name, steady),
  };
}

/** A label that is known only in coarse steps is judged in the whole steps inside the window, and names them. */
function labelIn(run: MemoryRun, name: string, steady: Stretch): LabelFigures | { problem: string } | null {
  const label = run.labels.get(name);
  if (label === undefined) return null;
  if (label.series === null) return { problem: `The label “${name}” has only a total for the whole run.` };
  const { series } = label;
  const steps = `The label “${name}” only has ${series.finestStepSeconds} s steps`;
  const read = series.window(steady);
  if (read === null) return { problem: `${steps}, and none of them is inside the steady phase.` };
  const { fromSeconds, toSeconds, cell } = read;
  const durationSeconds = toSeconds - fromSeconds;
  const covered = durationSeconds / (steady.toSeconds - steady.fromSeconds);
  return {
    cell,
    durationSeconds,
    slices: series.slices(read),
    window: windowOf(run, read),
    doubt:
      covered < MIN_COVERED
        ? `${steps}, which cover ${Math.round(covered * 100)}% of the steady phase.`
        : null,
  };
}
