import { findingSubject, findingWords, makeFinding } from "@headroom/core";
import type { JudgementAnswer } from "@headroom/contract";

/** A finding as answers have it; what is left out isn't known. */
export function saidFinding(said: Parameters<typeof makeFinding>[0]): JudgementAnswer["findings"][number] {
  const finding = makeFinding(said);
  return { ...finding, about: findingSubject(finding), words: findingWords(finding) };
}
