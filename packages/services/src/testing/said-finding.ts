import { asGiven, makeFinding, sayFindings } from "@headroom/core";
import type { JudgementAnswer } from "@headroom/contract";

type Said = Parameters<typeof makeFinding>[0] & { evidence?: string };

/** A finding as answers have it; what is left out isn't known. */
export function saidFinding({ evidence, ...said }: Said): JudgementAnswer["findings"][number] {
  const warnings = evidence === undefined ? [] : [{ code: said.code, detail: evidence }];
  const reasons = evidence === undefined ? [] : [asGiven(evidence)];
  const [found] = sayFindings([makeFinding({ reasons, ...said })], warnings);
  if (found === undefined) throw new Error("the warning has no words");
  return found;
}
