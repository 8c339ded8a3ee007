import { isSimulated } from "@headroom/core";
import type { PairEvidence, Reason, ReferenceEvidence, RunEvidence } from "@headroom/core";
import type { ChosenBaseline } from "../read/choose-baseline.ts";
import type { RunAnswer, RunVerdictAnswer } from "@headroom/contract";

interface BesideAnswer extends Pick<
  RunEvidence,
  "targets" | "pool" | "short" | "askLoad" | "misplacedDays" | "trend" | "copy"
> {
  flaw: Reason | null;
}

/** What a run is judged from, as its answers show it. */
export function runEvidence(
  answer: RunAnswer,
  verdict: RunVerdictAnswer,
  { targets, pool, short, askLoad, misplacedDays, trend, copy, flaw }: BesideAnswer,
): RunEvidence {
  const simulated = isSimulated(answer.warnings);
  return {
    status: answer.run.status,
    simulated,
    copy,
    outage: simulated ? null : flaw,
    targets,
    pool,
    warnings: answer.warnings.filter(({ code }) => !isSimulated([{ code }])),
    short,
    codes: answer.codes,
    requests: answer.summary.requests,
    ...stretchesOf(answer),
    rise: riseOf(answer),
    askLoad,
    misplacedDays,
    leftOut: verdict.leftOut,
    generators: verdict.generators,
    trend,
  };
}

function stretchesOf({ run, phase }: RunAnswer): Pick<RunEvidence, "holes" | "hangs"> {
  const [begin, end] = [Date.parse(run.startedAt), Date.parse(run.endedAt)];
  const seconds = (instant: string) =>
    Math.round((Math.min(end, Math.max(begin, Date.parse(instant))) - begin) / 1_000);
  const span = (from: string, to: string) => ({ fromSeconds: seconds(from), toSeconds: seconds(to) });
  return {
    holes: (phase?.holes ?? []).map(({ from, to, ...hole }) => ({ ...hole, ...span(from, to) })),
    hangs: (phase?.hangs ?? []).map(({ from, to, ...hang }) => ({ ...hang, ...span(from, to) })),
  };
}

function riseOf({ phase, steady }: RunAnswer): RunEvidence["rise"] {
  if (phase === null || phase.rise === null) return null;
  const { from, to, ...rise } = phase.rise;
  return { ...rise, window: { from, to, kind: steady === null ? "whole" : "steady" } };
}

interface Reference {
  verdict: Pick<RunVerdictAnswer, "run" | "baseline">;
  chosen: ChosenBaseline;
  /** Why a comparison with it proves nothing. */
  doubt: Reason | null;
  /** Whether what changed in the run is accepted, so that later runs are compared with it. */
  accepted: boolean;
  /** Null: there is nothing to compare with. */
  pair: PairEvidence | null;
  /** Whether somebody asked for another reference than the experiment's own. */
  asked: boolean;
}

export function referenceEvidence(reference: Reference): ReferenceEvidence {
  const { verdict, chosen, doubt, accepted, pair, asked } = reference;
  const { baseline } = verdict;
  if (baseline === null || pair === null) {
    const { why, isExpected } = chosen.run === null ? chosen : { why: [], isExpected: false };
    return { found: false, why, code: isExpected ? "first" : "none", asked: asked && !isExpected };
  }
  return {
    found: true,
    doubt,
    level: baseline.level.length === 0 ? [] : [...baseline.level.toReversed(), namedRun(baseline)],
    stays: !accepted && baseline.chosen === "last-good",
    pair,
    ...(asked ? { asked } : {}),
  };
}

function namedRun({ id, number }: { id: string; number: number }): { id: string; number: number } {
  return { id, number };
}
