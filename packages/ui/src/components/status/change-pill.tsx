import clsx from "clsx";
import { PAIR_OUTCOME_WORDS } from "@headroom/core";
import type { PairOutcome } from "@headroom/core";
import { Icon } from "../page/icon.tsx";
import type { IconName } from "../page/icon.tsx";
import type { RatioWords } from "../../format/ratio-words.ts";

/** What a comparison says of one figure. `noisy`: no change was detected, and a large one can hide in the noise. */
export type ChangeState =
  | "improved"
  | "regressed"
  | "same"
  | "noisy"
  | "differs"
  | "not-tested"
  | "not-comparable"
  | "pending";

interface Look {
  word: string;
  icon: IconName;
  tint: string;
}

const looks: Record<ChangeState, Look> = {
  improved: { word: "Improved", icon: "arrow-up", tint: "bg-good-soft text-good" },
  regressed: { word: "Regressed", icon: "arrow-down", tint: "bg-bad-soft text-bad" },
  same: { word: "No detectable change", icon: "same", tint: "bg-neutral-soft text-neutral" },
  noisy: { word: "Too noisy to tell", icon: "unsure", tint: "bg-neutral-soft text-neutral" },
  differs: { word: "Differs in these two runs", icon: "unsure", tint: "bg-unsure-soft text-unsure" },
  "not-tested": {
    word: "Not tested",
    icon: "untargeted",
    tint: "text-neutral inset-ring inset-ring-line-strong",
  },
  "not-comparable": {
    word: "Not comparable",
    icon: "none",
    tint: "text-neutral inset-ring inset-ring-line-strong",
  },
  pending: { word: "Computing", icon: "open", tint: "text-neutral inset-ring inset-ring-line-strong" },
};

export const CHANGE_WORDS: Readonly<Record<ChangeState, string>> = {
  improved: looks.improved.word,
  regressed: looks.regressed.word,
  same: looks.same.word,
  noisy: looks.noisy.word,
  differs: looks.differs.word,
  "not-tested": looks["not-tested"].word,
  "not-comparable": looks["not-comparable"].word,
  pending: looks.pending.word,
};

/** What is concluded from two runs. `pending`: it isn't known yet. */
export type PairState = PairOutcome | "pending";

const PAIR_LOOKS: Record<PairState, Look> = {
  improved: { ...looks.improved, word: PAIR_OUTCOME_WORDS.improved },
  regressed: { ...looks.regressed, word: PAIR_OUTCOME_WORDS.regressed },
  "no-change": { ...looks.same, word: PAIR_OUTCOME_WORDS["no-change"] },
  unsure: { ...looks.differs, word: PAIR_OUTCOME_WORDS.unsure },
  "not-comparable": { ...looks["not-comparable"], word: PAIR_OUTCOME_WORDS["not-comparable"] },
  pending: looks.pending,
};

interface ChangePillProps {
  state: ChangeState;
  /** What better and worse are called for this figure: "Slower" instead of "Regressed". */
  words?: RatioWords | undefined;
  /** Whether the figure itself went up; without it, the arrow says better or worse. */
  rises?: boolean | undefined;
}

/** Of one figure: the step says where it went, the colour whether that is good. */
export function ChangePill({ state, words, rises }: ChangePillProps) {
  const look = { ...looks[state], word: changeWord(state, words) };
  const isChange = state === "improved" || state === "regressed";
  return (
    <Pill
      look={isChange && rises !== undefined ? { ...look, icon: rises ? "step-up" : "step-down" } : look}
    />
  );
}

function changeWord(state: ChangeState, words?: RatioWords): string {
  const word = state === "improved" ? words?.better : state === "regressed" ? words?.worse : undefined;
  return word === undefined ? looks[state].word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

export function PairPill({ state }: { state: PairState }) {
  return <Pill look={PAIR_LOOKS[state]} />;
}

function Pill({ look: { word, icon, tint } }: { look: Look }) {
  return (
    <span
      className={clsx(
        "inline-flex h-5.5 flex-none items-center gap-[5px] rounded-chip pr-2 pl-[5px] text-12 font-semibold whitespace-nowrap",
        tint,
      )}
    >
      <Icon name={icon} className="size-3.5" />
      {word}
    </span>
  );
}
