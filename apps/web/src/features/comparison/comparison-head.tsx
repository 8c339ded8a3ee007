import type { JudgedSide, RunComparison, ShareSubject } from "@headroom/contract";
import { plural } from "@headroom/core/format";
import { CopyButton, PageHead, Sentence } from "@headroom/ui";
import { ShareButton } from "../share/share-button.tsx";
import { comparisonCsv } from "./comparison-csv.ts";
import { CsvButton } from "./csv-button.tsx";
import { onlyQuoted } from "./prepare-comparability.ts";
import type { RunCard } from "./prepare-runs.ts";
import type { ComparisonSentence } from "./prepare-sentence.ts";
import type { StatisticsByRun } from "./statistics-by-run.ts";
import { useAddress } from "./use-address.ts";

/** How sure the change is comes later and takes more words: nothing below moves when it does. */
const ROOM_FOR_THE_ANSWER = "block min-h-[3lh] wide:min-h-[2lh]";

interface ComparisonHeadProps {
  comparison: RunComparison;
  judged: JudgedSide | null;
  cards: readonly RunCard[];
  sentence: ComparisonSentence;
  statistics: StatisticsByRun;
  mayShare: boolean;
}

export function ComparisonHead(props: ComparisonHeadProps) {
  const { comparison, judged, cards, sentence, statistics, mayShare } = props;
  const address = useAddress();
  const experiments = new Set(comparison.runs.map(({ experiment }) => experiment.id)).size;
  return (
    <PageHead
      eyebrow={
        <>
          <span>Comparison</span>
          {cards.some(({ side }) => side !== null) ? (
            cards.map(({ letter, side }) =>
              side === null ? null : <span key={letter}>{`${letter} is ${side.words}`}</span>,
            )
          ) : (
            <span>
              {cards.length} runs of {plural(experiments, "experiment")}
            </span>
          )}
        </>
      }
      sentence={
        <span role="status" className={onlyQuoted(comparison.comparability) ? "" : ROOM_FOR_THE_ANSWER}>
          <Sentence lead={sentence.lead} rest={sentence.rest} />
        </span>
      }
      meta={
        sentence.figures === "" ? null : (
          <p className="mt-2 max-w-[46em] text-15 leading-[23px] text-ink-2">{sentence.figures}</p>
        )
      }
      actions={
        <>
          <CsvButton fileName="comparison.csv" text={() => comparisonCsv(comparison, cards, statistics)} />
          <CopyButton text={address} label="Copy link" />
          {mayShare ? (
            <ShareButton subject={subjectOf(cards, judged)} name={`Comparison of ${cards.length} runs`} />
          ) : null}
        </>
      }
    />
  );
}

/** A link shows the runs under the letters that they have here. */
function subjectOf(cards: readonly RunCard[], judged: JudgedSide | null): ShareSubject {
  const reference = cards.find(({ isReference }) => isReference);
  return {
    kind: "comparison",
    runIds: cards.map(({ id }) => id),
    positions: cards.map(({ position }) => position),
    ...(reference === undefined ? {} : { reference: reference.id }),
    ...(judged === null ? {} : { judged }),
  };
}
