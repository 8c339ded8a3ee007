"use client";

import { useMemo, useState } from "react";
import type { RunComparison } from "@headroom/contract";
import { Notice } from "@headroom/ui";
import { comparisonAtMix } from "./changes-at-mix.ts";
import { ComparisonHead } from "./comparison-head.tsx";
import { curveRuns } from "./curve-input.ts";
import { CurveSheet } from "./curve-sheet.tsx";
import { EvidenceSheet } from "./evidence-sheet.tsx";
import { FiguresTable } from "./figures-table.tsx";
import { GaugesSheet } from "./gauges-sheet.tsx";
import { LabelsTable } from "./labels-table.tsx";
import { OverlaySheet } from "./overlay-sheet.tsx";
import { prepareComparability, quotedRuns } from "./prepare-comparability.ts";
import { prepareCosts } from "./prepare-costs.ts";
import { metricsOfLabels, prepareFigures } from "./prepare-figures.ts";
import { prepareLabels } from "./prepare-labels.ts";
import { prepareRamps } from "./prepare-ramps.ts";
import { prepareRuns } from "./prepare-runs.ts";
import { prepareSentence } from "./prepare-sentence.ts";
import { RampsSheet } from "./ramps-sheet.tsx";
import { RunPicker } from "../run/compare/run-picker.tsx";
import { RunsSheet } from "./runs-sheet.tsx";
import { addRun, placedRuns } from "./search-params.ts";
import type { ComparisonQuery } from "./search-params.ts";
import { TablesSheet } from "./tables-sheet.tsx";
import { countedLabels } from "./pair-words.ts";
import { targetLines } from "./target-lines.ts";
import { useComparisonQuery } from "./use-comparison-query.ts";
import { useStatistics } from "./use-statistics.ts";

interface ComparisonViewProps {
  comparison: RunComparison;
  /** Places in the address of the compared runs. */
  positions: readonly number[];
  query: ComparisonQuery;
  /** Letters of runs that the address names and that are not there. */
  missing: readonly string[];
  timeZone: string;
  mayEdit: boolean;
}

/** 2 to 20 runs beside each other: the figures are there at once, how sure they are comes after. */
export function ComparisonView(props: ComparisonViewProps) {
  const { comparison: measured, positions, query, missing, timeZone, mayEdit } = props;
  const { shown, pending, go } = useComparisonQuery(query);
  const [picking, setPicking] = useState(false);
  const cards = useMemo(() => prepareRuns(measured, positions), [measured, positions]);
  const { statistics, failed } = useStatistics(
    cards,
    measured.reference,
    measured.judged === null ? null : query.judged,
  );
  const comparison = useMemo(() => comparisonAtMix(measured, statistics), [measured, statistics]);
  const quoted = quotedRuns(comparison.comparability);
  const ramps = prepareRamps(comparison, cards);
  const sentence = prepareSentence({ comparison, cards, statistics });
  return (
    <div aria-busy={pending}>
      <ComparisonHead
        comparison={comparison}
        judged={query.judged}
        cards={cards}
        sentence={sentence}
        statistics={statistics}
        mayShare={mayEdit}
      />
      <MissingRuns letters={missing} />
      <RunsSheet
        cards={cards}
        comparability={prepareComparability(comparison, cards)}
        query={shown}
        go={go}
        onAdd={() => setPicking(true)}
        timeZone={timeZone}
      />
      {ramps === null ? (
        <EvidenceSheet comparison={comparison} cards={cards} statistics={statistics} />
      ) : (
        <RampsSheet model={ramps} />
      )}
      <TablesSheet query={shown} metrics={metricsOfLabels(comparison)} go={go} failed={failed}>
        {shown.view === "labels" ? (
          <LabelsTable
            cards={cards}
            rows={prepareLabels(comparison.labels.rows, { cards, metric: shown.metric, statistics })}
            among={comparison.labels}
            metric={shown.metric}
            counted={countedLabels(statistics)}
          />
        ) : (
          <FiguresTable
            cards={cards}
            rows={[
              ...prepareFigures(comparison.whole, cards, statistics, quoted),
              ...prepareCosts(comparison.costs, cards, statistics, quoted),
            ]}
          />
        )}
      </TablesSheet>
      <OverlaySheet comparison={comparison} cards={cards} metric={shown.metric} />
      <CurveSheet runs={curveRuns(comparison, cards)} targets={targetLines(comparison.runs, "p99")} />
      <GaugesSheet cards={cards} />
      <RunPicker
        open={picking}
        onClose={() => setPicking(false)}
        taken={placedRuns(shown).map(({ id }) => id)}
        like={cards.find(({ isReference }) => isReference)?.experiment ?? ""}
        onPick={(id) => go(addRun(shown, id))}
      />
    </div>
  );
}

function MissingRuns({ letters }: { letters: readonly string[] }) {
  if (letters.length === 0) return null;
  return (
    <Notice tone="unsure" className="mb-5" title={missingWords(letters)}>
      {letters.length === 1
        ? "It was deleted, or it belongs to another workspace. The other runs are compared without it."
        : "They were deleted, or they belong to another workspace. The other runs are compared without them."}
    </Notice>
  );
}

function missingWords(letters: readonly string[]): string {
  return letters.length === 1
    ? `Run ${letters[0]} isn't available.`
    : `Runs ${letters.join(", ")} aren't available.`;
}
