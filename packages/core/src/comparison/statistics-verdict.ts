import { formatRoughPercent } from "../format/number.ts";
import { FIGURES, type FigureId } from "../target/figures.ts";
import type { ComparisonVerdict } from "./verdict.ts";

/** Standard deviations of one run's metric, as shares. */
export interface MetricNoise {
  within: number;
  /** From run to run in addition; null: unknown. */
  between: number | null;
  /** How many earlier runs it was estimated from. */
  earlierRuns: number;
}

/** A metric after its test and before its verdict, which depends on how many others were tested with it. */
export interface Tested {
  metric: FigureId;
  before: number | null;
  after: number | null;
  ratio: number | null;
  /** Whether the change is large enough to matter. */
  relevant: boolean;
  interval: { low: number; high: number | null } | null;
  smallestDetectable: number | null;
  pValue: number | null;
  noise: MetricNoise | null;
  /** Whether it is known how much runs of this kind scatter. */
  known: boolean;
  /** Why it could not be tested. */
  doubt: string | null;
  toSettle: () => number | null;
}

/** From the test result to the verdict, and why. */
export function verdictOf(
  tested: Tested,
  { found, veto }: { found: boolean; veto: string | null },
): { verdict: ComparisonVerdict; reason: string } {
  if (veto !== null) return { verdict: "not-comparable", reason: veto };
  if (tested.before === null || tested.after === null)
    return { verdict: "not-comparable", reason: tested.doubt ?? "Not every run has this figure." };
  if (tested.doubt !== null) return { verdict: "no-detectable-change", reason: tested.doubt };
  if (tested.before === tested.after) return none("Both sides have the same value.");
  if (!found) return none(noiseWords(tested));
  if (!tested.relevant) return none("The difference is below 1%, so it counts as no change.");
  if (!tested.known)
    return {
      verdict: "differs",
      reason:
        "The difference exceeds the noise within these runs. How much such runs vary isn't known yet: that takes three earlier runs, or more runs on each side.",
    };
  const rises = tested.after > tested.before;
  const good = rises === (FIGURES[tested.metric].better === "higher");
  return {
    verdict: good ? "improved" : "regressed",
    reason: "The difference exceeds both the noise within the runs and the variation between runs.",
  };
}

function none(reason: string): { verdict: ComparisonVerdict; reason: string } {
  return { verdict: "no-detectable-change", reason };
}

function noiseWords({ pValue, smallestDetectable }: Tested): string {
  if (smallestDetectable === null) return "With so few errors, a difference like this can be chance.";
  return pValue !== null && pValue <= 0.05
    ? "On its own this would count as a change, but among this many figures one like it is expected by chance."
    : `Within the noise. Only a change of ${formatRoughPercent(smallestDetectable)} or more would have been detected.`;
}

const GRAVITY: readonly ComparisonVerdict[] = [
  "regressed",
  "differs",
  "improved",
  "no-detectable-change",
  "not-comparable",
];

/** For a pair: its worst metric's verdict, and not comparable only if no metric is. */
export function worstComparison(verdicts: readonly ComparisonVerdict[]): ComparisonVerdict {
  return GRAVITY.find((one) => verdicts.includes(one)) ?? "not-comparable";
}
