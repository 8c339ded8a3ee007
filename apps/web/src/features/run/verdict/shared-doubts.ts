import type { JudgedTarget } from "./target-words.ts";

const SENTENCE_END = /(?<=[.!?])\s+(?=[A-Z“"])/;

/** Without the sentence before, nobody knows which figure it is about. */
const OF_ITS_FIGURE = /^(?:If it|It|Its|The target) /;

export function sentencesIn(text: string): string[] {
  return text.split(SENTENCE_END);
}

export interface SharedDoubts {
  /** What the first unsure target shares with others, said once in the headline. */
  sentences: readonly string[];
  /** How many unsure targets it applies to. */
  targets: number;
}

/** Unsure targets of one run are often unsure for one reason. */
export function sharedDoubts(targets: readonly JudgedTarget[]): SharedDoubts {
  const [first, ...others] = targets
    .filter(({ verdict }) => verdict === "unsure")
    .map(({ reason, doubt }) => sentencesIn(doubt?.words ? doubt.words : reason));
  const sentences = (first ?? []).filter((sentence) => others.some((other) => other.includes(sentence)));
  if (sentences.length === 0 || sentences.some((one) => OF_ITS_FIGURE.test(one)))
    return { sentences: [], targets: 0 };
  const alike = others.filter((other) => sentences.every((sentence) => other.includes(sentence)));
  return { sentences, targets: 1 + alike.length };
}

/** What a target's reason adds to the headline. */
export function ownReason({ reason }: JudgedTarget, { sentences }: SharedDoubts): string {
  return sentencesIn(reason)
    .filter((sentence) => !sentences.includes(sentence))
    .join(" ");
}
