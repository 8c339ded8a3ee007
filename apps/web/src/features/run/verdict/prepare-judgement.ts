import type { JudgementAnswer } from "@headroom/contract";
import { RUN_OUTCOME_WORDS } from "@headroom/core";
import type { FindingEffect } from "@headroom/core";
import { formatRoughPercent } from "@headroom/core/format";

import { ACCEPT_HERE } from "./prepare-accept.ts";

const AGAINST: Record<JudgementAnswer["against"], string> = {
  own: "by limits of its own",
  pinned: "against the experiment's baseline",
  "last-good": "against the last good run",
  commit: "against its merge base",
  named: "against a run that it named",
};

/** "CI judged it against its merge base: regressed." */
export function askedWords({ outcome, against }: Pick<JudgementAnswer, "outcome" | "against">): string {
  return `CI judged it ${AGAINST[against]}: ${RUN_OUTCOME_WORDS[outcome].toLowerCase()}.`;
}

export interface JudgementModel {
  title: string;
  /** What was demanded, where it isn't as usual; in sentences. */
  rules: string;
  findings: readonly { key: string; effect: FindingEffect; about: string; words: string }[];
}

/** One judgement with all of its findings. */
export function prepareJudgement(judgement: JudgementAnswer): JudgementModel {
  const { isOwn, outcome, findings } = judgement;
  return {
    title: isOwn ? `Judgement: ${RUN_OUTCOME_WORDS[outcome].toLowerCase()}.` : askedWords(judgement),
    rules: rulesOf(judgement),
    findings: findings.map(({ effect, kind, code, about, words }, at) => ({
      key: [at, kind, code].join(" "),
      effect,
      about,
      words: kind === "accept" ? ACCEPT_HERE : words,
    })),
  };
}

const AFTER_STEP_FAILS =
  "While the trend stays worse, runs of this workspace fail until somebody accepts the new level.";

function rulesOf({ isOwn, policy, findings }: JudgementAnswer): string {
  const { targets, minChange, detect, afterStep } = policy;
  const isAfterStep = findings.some(({ kind, effect }) => kind === "trend" && effect === "fail");
  const ofWorkspace = afterStep === "fail" && isAfterStep ? [AFTER_STEP_FAILS] : [];
  if (isOwn) return ofWorkspace.join(" ");
  return [
    ...ofWorkspace,
    ...(targets ? [] : ["Targets didn't count."]),
    ...(minChange === 0 ? [] : [`Regressions below ${formatRoughPercent(minChange)} didn't count.`]),
    `It had to be able to show a change of ${formatRoughPercent(detect)}.`,
  ].join(" ");
}
