import type { JudgementAnswer, RunVerdictAnswer } from "@headroom/contract";
import { findingWhy, NOT_JUDGED_WORDS } from "@headroom/core";
import type { FindingEffect, PairOutcome, RunOutcome } from "@headroom/core";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { UNKNOWN_OUTCOME } from "./read-verdict.ts";
import { asOptions } from "../terminal/as-options.ts";

/** A judgement as the server gives it, of a run or of a pair, or as it is made here from files. */
export interface ReportedJudgement extends Pick<JudgementAnswer, "reason" | "findings" | "policy" | "next"> {
  outcome: ReportedOutcome;
}

type ReportedOutcome = RunOutcome | PairOutcome;

export interface GateReport {
  judgement: ReportedJudgement;
  /** Null: files were judged without a server. */
  run: RunVerdictAnswer["run"] | null;
  /** The judged files, separated by commas; null: a run. */
  file: string | null;
  /** Null: there was nothing to compare with. */
  baseline: RunVerdictAnswer["baseline"];
  comparisonUrl: string | null;
  /** The page with every finding of this judgement; null without a server. */
  judgementUrl: string | null;
  /** From the baseline's commit to the run's; null: this checkout doesn't have both. */
  commitsBetween: number | null;
  /** What people say differs from the baseline. Null: nothing, or there was nothing to compare with. */
  whatChanged: string | null;
  /** How the gauges of two compared runs changed, in sentences. */
  gauges: readonly string[];
}

const MAX_CHANGED = 1_000;

/** A line of its own, or none. */
export function changedLines({ whatChanged }: Pick<GateReport, "whatChanged">): string[] {
  if (whatChanged === null) return [];
  const isLong = whatChanged.length > MAX_CHANGED;
  return [
    `What was changed: ${isLong ? `${whatChanged.slice(0, MAX_CHANGED).toWellFormed()}…` : whatChanged}`,
  ];
}

export type GateResult = "pass" | "fail" | "unsure";

const RESULTS: Record<ReportedOutcome, GateResult> = {
  misses: "fail",
  regressed: "fail",
  unsure: "unsure",
  holds: "pass",
  "no-change": "pass",
  improved: "pass",
  "not-judged": "unsure",
  "not-comparable": "unsure",
};

export function resultOf({ judgement }: Pick<GateReport, "judgement">): GateResult {
  return RESULTS[judgement.outcome];
}

/** Who accepts that noise can't be told from a change doesn't mean a service that was down, or an outcome that nobody knows. */
const NEVER_ALLOWED: ReadonlySet<string> = new Set(["outage", UNKNOWN_OUTCOME]);

export function exitOf(report: Pick<GateReport, "judgement">, allowUnsure: boolean): ExitCode {
  const result = resultOf(report);
  if (result === "fail") return EXIT.missed;
  if (result === "pass") return EXIT.pass;
  const isAllowed = !report.judgement.findings.some(({ kind }) => NEVER_ALLOWED.has(kind));
  return allowUnsure && isAllowed ? EXIT.pass : EXIT.unsure;
}

const TITLES: Record<ReportedOutcome, string> = {
  misses: "Failed: it misses a target.",
  regressed: "Failed: it regressed.",
  unsure: "Unsure: the results don't settle it.",
  holds: "Passed: it holds.",
  "no-change": "Passed: no change.",
  improved: "Passed: it improved.",
  "not-judged": "Not judged.",
  "not-comparable": "Not comparable.",
};

/** "Failed: it regressed." */
export function titleOf({ judgement: { outcome, reason } }: Pick<GateReport, "judgement">): string {
  return reason === null ? TITLES[outcome] : `${TITLES[outcome]} ${NOT_JUDGED_WORDS[reason]}`;
}

interface Line {
  effect: FindingEffect;
  about: string;
  words: string;
}

/** For people: what several findings have in common is said once, below them. */
export function linesOf({ findings }: Pick<ReportedJudgement, "findings">): Line[] {
  const alike = Map.groupBy(findings, (one) => `${one.effect} ${findingWhy(one) ?? ""}`);
  return [...alike.values()].flatMap((group): Line[] => {
    const [first] = group;
    const why = first === undefined ? null : findingWhy(first);
    const lines = group.map((one) => ({ effect: one.effect, about: one.about, words: wordsOf(one) }));
    if (first === undefined || why === null) return lines;
    if (group.length > 1)
      return [...lines, { effect: first.effect, about: `the ${group.length} above`, words: why }];
    return lines.map((line) => ({ ...line, words: `${line.words} ${why}` }));
  });
}

/** What the command itself can do about it is said as its options. */
export function wordsOf({ kind, words, limit }: ReportedJudgement["findings"][number]): string {
  if (kind === "generators")
    return `${words} If others have results too, require all of them with --generators ${limit ?? 0}.`;
  return kind === "warning" ? asOptions(words) : words;
}
