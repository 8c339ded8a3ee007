import { wordsBy } from "../sentences.ts";
import type { ReasonOf } from "../sentences.ts";
import { TARGET_SENTENCES } from "../verdict/target-sentences.ts";

const SENTENCES = { ...TARGET_SENTENCES };

/** Why something was judged as it was: what is stored in place of a sentence. */
export type Reason = ReasonOf<typeof SENTENCES>;

/** The only place where stored reasons become sentences. */
export function reasonWords(reasons: readonly Reason[]): string {
  return wordsBy(SENTENCES, reasons);
}

/** With its reasons as sentences, as answers have it. */
export function withWords<T extends { reasons: readonly Reason[] }>({
  reasons,
  ...rest
}: T): Omit<T, "reasons"> & { reason: string } {
  return { ...rest, reason: reasonWords(reasons) };
}
