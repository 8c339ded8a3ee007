import type { JudgedSide, PairStatistics, RunAnswer, RunVerdictAnswer } from "@headroom/contract";
import { isUnseen, reasonWords } from "@headroom/core";
import type { Reason } from "@headroom/core";
import type { ListedRunRead } from "@headroom/db";
import type { ComparedPair } from "../../comparison/get-statistics.ts";
import { flawOf } from "../record/baseline-flaw.ts";
import type { ReadPool } from "./pool-evidence.ts";

/** What is known of a run beside its own answer. */
export interface ListedRun {
  listed: ListedRunRead | null;
  generators: RunVerdictAnswer["generators"];
}

/** The answer about a run as long as it is compared with none. */
export function withoutBaseline(answer: RunAnswer, beside: ListedRun | null): RunVerdictAnswer {
  const { listed = null, generators = { uploaded: 0, expected: null } } = beside ?? {};
  return {
    run: runOf(answer, listed),
    judgement: null,
    verdict: answer.verdict,
    targets: answer.targets.map(({ text, verdict, value, unit, interval, reason }) => ({
      text,
      verdict,
      value,
      unit,
      interval,
      reason,
    })),
    doubt: doubtOf(listed),
    warnings: answer.warnings.map(({ code, detail }) => ({ code, detail })),
    leftOut: leftOutOf(answer),
    generators,
    baseline: null,
    noBaseline: null,
    whatChanged: null,
    comparison: null,
    retryAfterSeconds: null,
  };
}

function leftOutOf({ phase, steady }: RunAnswer): RunVerdictAnswer["leftOut"] {
  if (steady === null || phase === null || phase.leftOut === null || phase.method === "hand") return null;
  const { warmUpSeconds, coolDownSeconds } = phase.leftOut;
  const judgedSeconds = (Date.parse(steady.to) - Date.parse(steady.from)) / 1_000;
  return { warmUpSeconds, coolDownSeconds, judgedSeconds };
}

function runOf({ run }: RunAnswer, listed: ListedRunRead | null): RunVerdictAnswer["run"] {
  const { id, url, status, startedAt, endedAt } = run;
  const known = { id, url, status, startedAt, endedAt };
  const unknown = { number: null, service: null, experiment: null, commit: null, branch: null };
  if (listed === null) return { ...known, ...unknown };
  const { number, serviceName: service, experimentName: experiment, commit, branch } = listed;
  return { ...known, number, service, experiment, commit, branch };
}

export function doubtOf(run: ListedRunRead | null): string | null {
  const reason = severeFlawOf(run);
  return reason === null ? null : reasonWords([reason]);
}

export function severeFlawOf(run: ListedRunRead | null): Reason | null {
  const flaw = run === null ? null : flawOf(run);
  return flaw?.isSevere === true ? flaw.reason : null;
}

/** Of the page that shows the same comparison. */
export function addressOf(
  { run, pool: { runs, look } }: { run: ListedRunRead; pool: ReadPool },
  { level, firstSeconds }: ComparedPair,
  runId: string,
): string {
  const isOther = runs.length > 1 || look > 1 || firstSeconds !== null;
  const judged: JudgedSide | null = level.length > 0 ? "level" : isOther ? "run" : null;
  return `/comparisons?runs=${run.id},${runId}${judged === null ? "" : `&judged=${judged}`}`;
}

/** Until all planned runs are in, it says nothing of a change. */
export function comparisonSoFar(compared: ComparedPair, { waiting }: ReadPool, url: string) {
  const comparison = comparisonOf(compared, url);
  return waiting === null ? comparison : { ...comparison, verdict: null, regressions: [] };
}

function comparisonOf(
  { answer: { state, judgement, statistics }, evidence: { differences } }: ComparedPair,
  url: string,
): NonNullable<RunVerdictAnswer["comparison"]> {
  const unseen = differences.find((one) => one.kind === "left-out" && isUnseen(one));
  return {
    url,
    state,
    outcome: judgement?.outcome ?? null,
    verdict: statistics?.verdict ?? null,
    vetoes: differences.flatMap(({ severity, reason }) =>
      severity === "veto" ? [reasonWords([reason])] : [],
    ),
    leftOut: unseen === undefined ? null : reasonWords([unseen.reason]),
    regressions: regressionsOf(statistics),
  };
}

function regressionsOf(statistics: PairStatistics | null) {
  if (statistics === null) return [];
  const all = [{ label: null, metrics: statistics.whole }, ...statistics.labels];
  return all.flatMap(({ label, metrics }) =>
    metrics.flatMap(({ metric, verdict, before, after, ratio, interval }) =>
      verdict === "regressed" ? [{ metric, label, before, after, ratio, interval }] : [],
    ),
  );
}
