import type { RunComparison } from "@headroom/contract";
import type { ShareName } from "@headroom/services";
import { comparisonAtMix } from "../../comparison/figures/changes-at-mix.ts";
import { prepareRuns } from "../../comparison/view/prepare-runs.ts";
import type { RunCard } from "../../comparison/view/prepare-runs.ts";
import { prepareSentence } from "../../comparison/pair/prepare-sentence.ts";
import { simulatedPairs } from "../../comparison/view/simulated-pairs.ts";
import { pairOutcome } from "../../comparison/view/statistics-by-run.ts";
import type { StatisticsByRun } from "../../comparison/view/statistics-by-run.ts";
import type { PictureTone, PictureWords } from "../picture-words.ts";
import { asOf, joined } from "./moment-words.ts";

interface Compared {
  comparison: RunComparison;
  positions: readonly number[];
  statistics: StatisticsByRun;
}

/** A comparison: what changed, and whether that is more than noise. */
export function comparisonWords(
  { comparison: measured, positions, statistics }: Compared,
  name: ShareName,
  now: Date,
): PictureWords {
  const comparison = comparisonAtMix(measured, statistics);
  const cards = prepareRuns(comparison, positions);
  const { lead, rest, figures } = prepareSentence({ comparison, cards, statistics });
  return {
    kind: joined("Comparison", simulatedPairs(comparison.comparability)),
    title: name.title,
    context: joined(name.description, sidesWords(cards)),
    headline: lead,
    tone: toneOf(cards, statistics),
    figure: null,
    note: [rest, figures].filter((part) => part !== "").join(" "),
    foot: asOf(now),
  };
}

/** Which runs are compared as one. */
function sidesWords(cards: readonly RunCard[]): string {
  return cards.flatMap(({ side }) => side?.words ?? []).join(", ");
}

/** Green only for a run that improved, doesn't miss its targets, and didn't itself get worse than its baseline. */
function toneOf(cards: readonly RunCard[], statistics: StatisticsByRun): PictureTone {
  const others = cards.filter(({ isReference }) => !isReference);
  const outcomes = others.map(({ id }) => pairOutcome(statistics.get(id)));
  if (outcomes.includes("regressed")) return "bad";
  if (outcomes.includes("unsure")) return "unsure";
  const improved = outcomes.length > 0 && outcomes.every((outcome) => outcome === "improved");
  return improved && others.every(isFine) ? "good" : "neutral";
}

const isFine = ({ verdict, outcome }: RunCard) =>
  verdict !== "missed" && outcome !== "regressed" && outcome !== "unsure";
