import { isFigureId } from "../targets/figures.ts";
import type { PairEvidence, ReferenceEvidence, RunEvidence } from "./evidence.ts";
import { FINDING_EFFECTS, FINDING_KINDS } from "./judgement.ts";
import type {
  Finding,
  Judgement,
  JudgingPolicy,
  NotJudgedReason,
  PairJudgement,
  PairOutcome,
  RunOutcome,
} from "./judgement.ts";
import { makeFinding } from "./make-finding.ts";
import { improvementOf, pairFindings, worseningOf } from "./pair-findings.ts";
import { askLoadFindings, riseFindings } from "./rise-findings.ts";
import { outageBeyondEnd, stallFindings } from "./stall-findings.ts";
import { trendFindings } from "./trend-findings.ts";
import {
  copyFindings,
  referenceFindings,
  stateFindings,
  targetFindings,
  waitingFindings,
} from "./run-findings.ts";

/**
 * The one answer about a run: by its targets, and against its reference. Everything that shows whether a run holds or got
 * worse shows this; nothing else decides it.
 */
export function judgeRun(run: RunEvidence, given: ReferenceEvidence, policy: JudgingPolicy): Judgement {
  const reference = comparableReference(given);
  const blocking = [...copyFindings(run), ...waitingFindings(run)];
  if (blocking.length > 0 && run.status === "finished" && !run.simulated)
    return { outcome: "unsure", reason: null, findings: byWeight([...blocking, ...stateFindings(run)]) };
  const counted = policy.targets ? run.targets : [];
  const targets = targetFindings(counted, given.found);
  const holdsAlone = targets.length > 0 && targets.every(({ effect }) => effect === "pass");
  const hasVerdict = targets.some(({ code }) => code !== "no-baseline");
  const compared = comparedFindings(run, reference, (pair) => pairFindings(pair, policy, holdsAlone));
  const trend = trendFindings(run, policy);
  const found = [
    ...targets,
    ...stallFindings(run, counted),
    ...stateFindings({ ...run, outage: outageBeyondEnd(run) }),
    ...riseFindings(run.rise, counted),
    ...askLoadFindings(run.askLoad),
    ...referenceFindings(reference, hasVerdict),
    ...compared,
    ...failedBefore(run.pool, policy, counted.length > 0),
    ...trend,
    ...(reference.found && reference.stays ? acceptFindings(compared, trend) : []),
  ];
  const findings = byWeight(found);
  const { outcome, reason } = outcomeOf(findings, run, reference);
  return { outcome, reason, findings };
}

/** A run that has only its tool's own figures is compared with no baseline, whichever that is, unless somebody asks for one. */
function comparableReference(reference: ReferenceEvidence): ReferenceEvidence {
  if (!reference.found || reference.asked === true) return reference;
  const why = reference.pair.differences.find(
    ({ severity, reason }) =>
      severity === "veto" &&
      (reason.code === "both-quoted" || (reason.code === "one-quoted" && reason.side === "other")),
  );
  return why === undefined ? reference : { found: false, why: [why.reason], code: "none", asked: false };
}

/** The one answer about two runs, whatever their targets. */
export function judgePair(
  pair: PairEvidence,
  policy: Pick<JudgingPolicy, "minChange" | "detect">,
): PairJudgement {
  const findings = byWeight(openFindings(pairFindings(pair, policy, false), policy.detect));
  return { outcome: pairOutcomeOf(findings), findings };
}

/**
 * Figures that only differ in these two runs are no improvement. Where they are better by as much as a pair has to detect, they
 * don't show that nothing changed either.
 */
function openFindings(findings: readonly Finding[], detect: number): Finding[] {
  if (findings.some(isImprovement)) return [...findings];
  return findings.map((one) => (isBetterBy(one, detect) ? { ...one, effect: "unsure" } : one));
}

const isImprovement = ({ kind, code, effect }: Finding) =>
  (kind === "change" || kind === "ramp") && code === "improved" && effect === "pass";

function isBetterBy({ kind, code, metric, before, after, ratio, interval }: Finding, least: number): boolean {
  if (kind !== "change" || code !== "differs" || metric === null || !isFigureId(metric)) return false;
  return (improvementOf({ metric, before, after, ratio, interval }) ?? 0) >= least;
}

function pairOutcomeOf(findings: readonly Finding[]): PairOutcome {
  if (findings.some(({ code, kind }) => kind === "comparability" && code === "veto")) return "not-comparable";
  if (findings.some(({ effect }) => effect === "fail")) return "regressed";
  if (findings.some(({ effect }) => effect === "unsure")) return "unsure";
  return findings.some(isImprovement) ? "improved" : "no-change";
}

function outcomeOf(
  findings: readonly Finding[],
  run: RunEvidence,
  reference: ReferenceEvidence,
): { outcome: RunOutcome; reason: NotJudgedReason | null } {
  const has = (effect: Finding["effect"], kind?: Finding["kind"]) =>
    findings.some((one) => one.effect === effect && (kind === undefined || one.kind === kind));
  if (has("fail", "target")) return { outcome: "misses", reason: null };
  if (has("fail")) return { outcome: "regressed", reason: null };
  if (run.status !== "finished") return { outcome: "not-judged", reason: run.status };
  if (run.simulated) return { outcome: "not-judged", reason: "simulated" };
  if (!reference.found && !asked(reference) && run.outage === null && !findings.some(judges))
    return { outcome: "not-judged", reason: "nothing-to-judge-by" };
  if (has("unsure")) return { outcome: "unsure", reason: null };
  return { outcome: has("pass", "target") ? "holds" : "no-change", reason: null };
}

/** Even without anything to compare the run with. */
function judges({ kind, effect }: Finding): boolean {
  return (kind === "target" || kind === "trend") && (effect === "pass" || effect === "unsure");
}

const asked = (reference: ReferenceEvidence) => !reference.found && reference.asked;

/** What a simulator sent, half a run, and an outage on either side say nothing about whether the service got slower. */
function comparedFindings(
  { status, simulated, outage }: RunEvidence,
  reference: ReferenceEvidence,
  compare: (pair: PairEvidence) => Finding[],
): Finding[] {
  if (!reference.found) return [];
  const found = compare(reference.pair);
  if (status === "finished" && !simulated && outage === null && reference.doubt === null) return found;
  return found.map((one) => (one.effect === "fail" ? { ...one, effect: "unsure" } : one));
}

/** How runs differ that later ones may go on with. */
const TO_ACCEPT: readonly string[] = ["left-out", "label-filter", "lost-labels", "renamed-labels"];

/** What to do about a run that is worse than the last good one, which stays the one that later runs are compared with. */
function acceptFindings(compared: readonly Finding[], trend: readonly Finding[]): Finding[] {
  const isStep = trend.some(({ effect }) => effect === "fail" || effect === "unsure");
  const isWorse = compared.some((one) => {
    if (one.kind === "ramp") return one.effect === "fail";
    if (one.kind === "change") return one.effect === "fail" || (one.code === "differs" && badness(one) > 0);
    return one.kind === "comparability" && TO_ACCEPT.includes(one.code);
  });
  return isWorse || isStep ? [makeFinding({ effect: "note", kind: "accept", code: "accept" })] : [];
}

/** What failed at an earlier look at the commit, as far as the policy counts it. A step is open or over for all of its runs. */
function failedBefore(
  pool: RunEvidence["pool"],
  { minChange }: JudgingPolicy,
  hasTargets: boolean,
): Finding[] {
  const failed = (pool?.failed ?? []).filter(({ kind }) => kind !== "trend");
  return failed.filter((one) =>
    one.kind === "target" ? hasTargets : Math.min(badness(one), Number.MAX_VALUE) >= minChange,
  );
}

/** The worst first: by effect, then by kind, then what improved before what stayed, then the larger change for the worse. */
function byWeight(findings: readonly Finding[]): Finding[] {
  const weight = ({ effect, kind }: Finding) =>
    FINDING_EFFECTS.indexOf(effect) * FINDING_KINDS.length + FINDING_KINDS.indexOf(kind);
  const improves = (one: Finding) => Number(isImprovement(one));
  return findings.toSorted(
    (a, b) => weight(a) - weight(b) || improves(b) - improves(a) || badness(b) - badness(a),
  );
}

function badness({ kind, metric, before, after, ratio }: Finding): number {
  if (kind === "ramp") return ratio === null ? 0 : Math.max(0, 1 - ratio);
  if ((kind !== "change" && kind !== "trend") || metric === null || !isFigureId(metric)) return 0;
  const worsening = worseningOf({ metric, before, after, ratio }) ?? 0;
  return Math.min(worsening, Number.MAX_VALUE);
}
