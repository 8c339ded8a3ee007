import { CHANGE_SENTENCES } from "../comparison/change-sentences.ts";
import { wordsBy } from "../sentences.ts";
import { OUTAGE_SENTENCES } from "../proof/outage.ts";
import type { ReasonOf } from "../sentences.ts";
import { CODE_SENTENCES } from "../verdict/called-success.ts";
import { TARGET_SENTENCES } from "../verdict/target-sentences.ts";
import { REFERENCE_SENTENCES } from "./reference-sentences.ts";

const SENTENCES = {
  ...TARGET_SENTENCES,
  ...CODE_SENTENCES,
  ...CHANGE_SENTENCES,
  ...OUTAGE_SENTENCES,
  ...REFERENCE_SENTENCES,
};

/** Why something was judged as it was: what is stored in place of a sentence. */
export type Reason = ReasonOf<typeof SENTENCES>;

/** The only place where stored reasons become sentences. */
export function reasonWords(reasons: readonly Reason[]): string {
  return wordsBy(SENTENCES, reasons);
}

/** Of what is only known in words, as in answers. */
export function asGiven(words: string): Extract<Reason, { code: "given" }> {
  return { code: "given", words };
}

/** With its reasons as sentences, as answers have it. */
export function withWords<T extends { reasons: readonly Reason[] }>({
  reasons,
  ...rest
}: T): Omit<T, "reasons"> & { reason: string } {
  return { ...rest, reason: reasonWords(reasons) };
}
