import type { JudgedSide, RunComparison, ShareSubject } from "@headroom/contract";
import { comparisonTitle } from "@headroom/core";
import { Button, CopyButton, PageHead } from "@headroom/ui";
import { ShareButton } from "../../share/share-button.tsx";
import { comparisonCsv } from "../view/comparison-csv.ts";
import { CsvButton } from "../view/csv-button.tsx";
import { aboutRuns, namedRuns } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { MAX_RUNS } from "../view/search-params.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";
import { useAddress } from "../view/use-address.ts";
import type { ComparisonSentence } from "./prepare-sentence.ts";
import { quotedRuns } from "./prepare-comparability.ts";
import { ReferenceLinks } from "./reference-links.tsx";
import type { ReferenceLink } from "./reference-links.tsx";
import { TwoLines } from "./two-lines.tsx";

interface ComparisonHeadProps {
  comparison: RunComparison;
  judged: JudgedSide | null;
  cards: readonly RunCard[];
  sentence: ComparisonSentence;
  statistics: StatisticsByRun;
  /** What else the second run can be compared with. */
  references: readonly ReferenceLink[];
  mayShare: boolean;
  onAdd: () => void;
  /** Null: there are more than two runs. */
  onSwap: (() => void) | null;
}

export function ComparisonHead(props: ComparisonHeadProps) {
  const { comparison, judged, cards, sentence, statistics, references, mayShare, onAdd, onSwap } = props;
  const address = useAddress();
  return (
    <PageHead
      eyebrow={
        <>
          <span>Comparison</span>
          <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
            {aboutRuns(comparison.runs)}
          </span>
        </>
      }
      sentence={
        <span role="status">
          <TwoLines
            key={cards.map(({ id }) => id).join()}
            sentence={sentence}
            isOpen={isOpen(comparison, cards, statistics)}
          />
        </span>
      }
      meta={
        <>
          {sentence.figures === "" ? null : (
            // On phones, the chart below says the same.
            <p className="mt-2 max-w-[60em] text-13 text-ink-2 max-wide:hidden">{sentence.figures}</p>
          )}
          <ReferenceLinks links={references} />
        </>
      }
      actions={
        <>
          {onSwap === null ? null : <Button onClick={onSwap}>Swap sides</Button>}
          <Button onClick={onAdd} disabled={cards.length >= MAX_RUNS}>
            Add a run
          </Button>
          <span className="contents max-wide:hidden">
            <CsvButton fileName="comparison.csv" text={() => comparisonCsv(comparison, cards, statistics)} />
            <CopyButton text={address} label="Copy link" />
          </span>
          {mayShare ? (
            <ShareButton
              subject={subjectOf(cards, judged)}
              name={comparisonTitle(...namedRuns(comparison))}
            />
          ) : null}
        </>
      }
    />
  );
}

/** What is quoted stays as it is. */
function isOpen(
  { comparability }: RunComparison,
  cards: readonly RunCard[],
  statistics: StatisticsByRun,
): boolean {
  const quoted = quotedRuns(comparability);
  return cards.some(({ id, isReference }, at) => !isReference && !quoted.has(at) && !statistics.has(id));
}

/** A link shows the runs in the colours that they have here. */
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
