import { reasonWords } from "../judgement/reason.ts";
import type { Reason } from "../judgement/reason.ts";

/** The sentences of a reason, or of several. */
export function reasonOf(found: { reason: Reason } | { reasons: readonly Reason[] }): string {
  return reasonWords("reasons" in found ? found.reasons : [found.reason]);
}
