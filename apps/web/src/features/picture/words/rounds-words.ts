import type { RoundsComparison } from "@headroom/contract";
import type { ShareName, SharedRoundsReport } from "@headroom/services";
import { formatInstant } from "@headroom/ui";
import { prepareRounds } from "../../comparison/rounds/prepare-rounds.ts";
import { simulatedPairs } from "../../comparison/view/simulated-pairs.ts";
import type { RoundsTableRow } from "../../comparison/rounds/prepare-rounds.ts";
import type { PictureTone, PictureWords } from "../picture-words.ts";
import { asOf, joined } from "./moment-words.ts";

/** Rounds: how many pairs changed, and how many meet their targets. */
export function roundsPictureWords(
  { report, at, frozen }: SharedRoundsReport,
  name: ShareName,
): PictureWords {
  const { comparison, statistics } = report;
  const { sentence, rows } = prepareRounds(comparison, statistics);
  const against = frozen !== null && frozen.contradicted.length > 0;
  return {
    kind: joined(
      frozen === null ? "Rounds" : "Rounds, frozen",
      simulatedPairs(comparison.rows.flatMap(({ comparability }) => comparability ?? [])),
    ),
    title: name.title,
    context: name.description,
    headline: sentence.lead,
    tone: against ? "unsure" : toneOf(rows, comparison),
    figure: null,
    note: against ? `Later runs contradict this comparison. ${sentence.rest}` : sentence.rest,
    foot:
      frozen === null ? asOf(new Date(at)) : `As it was on ${formatInstant(new Date(frozen.at), "UTC")} UTC`,
  };
}

/** Green only if something improved, nothing got worse, and no second run misses a target or is worse than its baseline. */
function toneOf(rows: readonly RoundsTableRow[], comparison: RoundsComparison): PictureTone {
  const outcomes = rows.map(({ outcome }) => outcome);
  if (outcomes.includes("regressed") || rows.some(({ target }) => target.word === "Now missed")) return "bad";
  if (outcomes.includes("unsure")) return "unsure";
  const isBad = comparison.rows.some(
    ({ after }) =>
      after?.verdict === "missed" || after?.outcome === "regressed" || after?.outcome === "unsure",
  );
  return outcomes.includes("improved") && !isBad ? "good" : "neutral";
}
