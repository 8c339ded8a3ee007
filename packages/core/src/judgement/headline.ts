import { printedChange } from "../comparison/printed-change.ts";
import { plural } from "../format/index.ts";
import { figureName, isFigureId } from "../targets/figures.ts";
import { shortLabel, targetClause } from "../verdict/reached-target.ts";
import { parseTarget } from "../targets/target.ts";
import type { Verdict } from "../verdict/judged.ts";
import type { Judgement, RunOutcome } from "./judgement.ts";
import type { SaidFinding } from "./words.ts";
import { intervalWords, outcomeWords, RUN_OUTCOME_WORDS, SOME_LABELS_WORDS } from "./words.ts";

/** As a client reads it: later versions may have other kinds. */
type AnsweredFinding = Omit<SaidFinding, "kind"> & { kind: string };

type SaidJudgement = Pick<Judgement, "outcome" | "reason"> & { findings: readonly AnsweredFinding[] };

/** "Regressed: p99 of “POST /pay” 112 ms → 150 ms, +34.0% (95% interval +28.0% to +41.2%), and 2 more figures" */
export function headlineWords({ outcome, reason, findings }: SaidJudgement): string {
  const rest = findings.some(({ kind, code }) => kind === "warning" && code === "labels-filtered")
    ? ` (${SOME_LABELS_WORDS.said})`
    : "";
  return `${briefWords({ outcome, reason, findings })}${rest}`;
}

function briefWords({ outcome, reason, findings }: SaidJudgement): string {
  const [first, ...more] = findings.filter(reason === "nothing-to-judge-by" ? isStall : MADE_BY[outcome].by);
  if (first === undefined) return outcomeWords({ outcome, reason });
  const others = MADE_BY[outcome].others;
  const rest = more.length === 0 || others === null ? "" : `, and ${plural(more.length, `more ${others}`)}`;
  return `${RUN_OUTCOME_WORDS[outcome]}: ${findingBrief(first)}${rest}`;
}

const isStall = ({ effect, kind }: AnsweredFinding) => effect === "unsure" && kind === "outage";

const MADE_BY: Record<RunOutcome, { by: (finding: AnsweredFinding) => boolean; others: string | null }> = {
  misses: { by: ({ effect, kind }) => effect === "fail" && kind === "target", others: "target" },
  regressed: { by: ({ effect }) => effect === "fail", others: "figure" },
  unsure: { by: ({ effect }) => effect === "unsure", others: null },
  holds: { by: ({ effect, kind }) => effect === "pass" && kind === "target", others: "target" },
  "no-change": { by: ({ kind, code }) => kind === "change" && code === "no-detectable-change", others: null },
  // Its reason says all of it, unless there is nothing to judge it by.
  "not-judged": { by: () => false, others: null },
};

/**
 * A finding with its figures and nothing else, for a title: "p99 142 ms (target 200 ms)",
 * "p99 of “POST /pay” 112 ms → 150 ms, +34.0% (95% interval +28.0% to +41.2%)", "p50 112 ms → 121 ms since run #26, +8.0%".
 */
export function findingBrief(finding: AnsweredFinding): string {
  if (finding.kind === "target") return targetBrief(finding);
  if (finding.kind === "trend") return stepBrief(finding);
  const { kind, code, metric, label, interval } = finding;
  const isCompared = code !== "not-tested" && code !== "not-comparable";
  if (kind !== "change" || !isCompared || metric === null || !isFigureId(metric)) return finding.words;
  const { before, after, size } = printedChange(metric, finding);
  const subject = label === null ? figureName(metric) : `${figureName(metric)} of “${shortLabel(label)}”`;
  return `${subject} ${before} → ${after}${size === null ? "" : `, ${size}${intervalWords(interval)}`}`;
}

function stepBrief(finding: AnsweredFinding): string {
  const { metric, runs } = finding;
  if (metric === null || !isFigureId(metric)) return finding.words;
  const { before, after, size } = printedChange(metric, finding);
  const [first] = runs ?? [];
  const since = first === undefined ? "for several runs" : `since run #${first.number}`;
  return `${figureName(metric)} ${before} → ${after} ${since}${size === null ? "" : `, ${size}`}`;
}

function targetBrief(finding: AnsweredFinding): string {
  const { metric: text, code, after, unit, limit, effect } = finding;
  const parsed = text === null ? null : parseTarget(text);
  // Why it is unsure says more than its figure.
  if (effect === "unsure" || parsed?.ok !== true || unit === null || limit === null)
    return `${finding.about}: ${finding.words}`;
  return targetClause({
    ...parsed.target,
    unit,
    threshold: limit,
    value: after,
    verdict: code as Verdict,
  });
}
