import { formatRoughPercent } from "../format/number.ts";
import { FIGURES } from "../targets/figures.ts";
import type { Tested } from "./tested.ts";
import { verdictAgainstUsual } from "./usual-verdict.ts";
import type { ComparisonVerdict } from "./verdict.ts";

/** From the test result to the verdict, and why. */
export function verdictOf(
  tested: Tested,
  { found, foundWithin, veto }: { found: boolean; foundWithin: boolean; veto: string | null },
): { verdict: ComparisonVerdict; reason: string } {
  const { before, after, doubt } = tested;
  if (veto !== null) return { verdict: "not-comparable", reason: veto };
  if (before === null || after === null)
    return { verdict: "not-tested", reason: doubt ?? "Not every run has this figure." };
  if (doubt !== null) return { verdict: "not-tested", reason: doubt };
  if (tested.usual !== null) return verdictAgainstUsual({ ...tested, usual: tested.usual }, found);
  if (!found && tested.inBursts) return { verdict: "differs", reason: IN_BURSTS };
  const none = whyNone(tested, { found, foundWithin });
  if (none !== null) return { verdict: "no-detectable-change", reason: none };
  if (!found) return { verdict: "differs", reason: roughWords(tested) };
  return tested.scatter === "unknown"
    ? { verdict: "differs", reason: UNKNOWN_SCATTER }
    : realChange(tested, after > before);
}

/** Null: there is a difference to tell. */
function whyNone(
  tested: Tested,
  { found, foundWithin }: { found: boolean; foundWithin: boolean },
): string | null {
  if (tested.before === tested.after) return "Both sides have the same value.";
  if (!found && !(tested.scatter === "rough" && foundWithin)) return noiseWords(tested);
  return tested.relevant ? null : "The difference is below 1%, so it counts as no change.";
}

export const UNKNOWN_SCATTER =
  "The difference exceeds the noise within these runs. How much such runs vary isn't known yet: that takes three runs from before them, or more runs on each side.";

const IN_BURSTS =
  "Many more requests failed, but in few bursts, so it can be a single event rather than a change. Another run would tell.";

function realChange({ metric }: Tested, rises: boolean): { verdict: ComparisonVerdict; reason: string } {
  return {
    verdict: rises === (FIGURES[metric].better === "higher") ? "improved" : "regressed",
    reason: "The difference exceeds both the noise within the runs and the variation between runs.",
  };
}

function roughWords({ noise }: Tested): string {
  const runs = noise?.earlierRuns ?? 0;
  const few = runs === 0 ? "too few runs" : `only ${runs} earlier runs`;
  return `The difference exceeds the noise within these runs, but ${few} show how much such runs vary. Seven or more earlier runs would settle it.`;
}

function noiseWords({ pValue, smallestDetectable }: Tested): string {
  if (smallestDetectable === null)
    return "Errors are few, or came in few bursts: a difference like this can be chance.";
  return pValue !== null && pValue <= 0.05
    ? "On its own this would count as a change. Among this many figures, it isn't enough evidence of one."
    : `Within the noise. Only a change of ${formatRoughPercent(smallestDetectable)} or more would have been detected.`;
}

const GRAVITY: readonly ComparisonVerdict[] = [
  "regressed",
  "differs",
  "improved",
  "no-detectable-change",
  "not-tested",
  "not-comparable",
];

/** For a pair: its worst metric's verdict, and not comparable or not tested only if no metric is. */
export function worstComparison(verdicts: readonly ComparisonVerdict[]): ComparisonVerdict {
  return GRAVITY.find((one) => verdicts.includes(one)) ?? "not-tested";
}
