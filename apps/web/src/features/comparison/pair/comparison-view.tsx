"use client";

import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import type { ComparisonStatistics, RunComparison } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import type { RunReference } from "@headroom/services";
import { WhenSeen } from "../../run/view/when-seen.tsx";
import { comparisonAtMix } from "../figures/changes-at-mix.ts";
import { FiguresTable } from "../figures/figures-table.tsx";
import { LabelsTable } from "../figures/labels-table.tsx";
import { pairLabelRows } from "../figures/pair-label-rows.ts";
import { prepareCosts } from "../figures/prepare-costs.ts";
import { metricsOfLabels, prepareFigures } from "../figures/prepare-figures.ts";
import { prepareLabels } from "../figures/prepare-labels.ts";
import { TablesSheet } from "../figures/tables-sheet.tsx";
import { prepareRamps } from "../gauges/prepare-ramps.ts";
import { ownOf, secondOf } from "../view/pair-sides.ts";
import { countedLabels } from "../view/pair-words.ts";
import { capital, prepareRuns } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { addRun, placedRuns, swapSides } from "../view/search-params.ts";
import type { ComparisonQuery, ComparisonView as View } from "../view/search-params.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";
import { useComparisonQuery } from "../view/use-comparison-query.ts";
import { useStatistics } from "../view/use-statistics.ts";
import { ComparisonHead } from "./comparison-head.tsx";
import { MissingRuns } from "./missing-runs.tsx";
import { EvidenceSheet } from "./evidence-sheet.tsx";
import { OverTimeSheet, PercentilesAndErrors } from "./percentiles-and-errors.tsx";
import { hasOnlyTable, prepareComparability, quotedRuns } from "./prepare-comparability.ts";
import { prepareGate, prepareReferences } from "./prepare-references.ts";
import { prepareSentence } from "./prepare-sentence.ts";
import { RunsSheet } from "./runs-sheet.tsx";

/** Loaded when they are first needed. */
const RunPicker = dynamic(
  () => import("../../run/compare/run-picker.tsx").then((module) => module.RunPicker),
  { ssr: false },
);
const GaugesSheet = dynamic(() => import("../gauges/gauges-sheet.tsx").then((module) => module.GaugesSheet), {
  ssr: false,
});
const RampsSheet = dynamic(() => import("../gauges/ramps-sheet.tsx").then((module) => module.RampsSheet), {
  ssr: false,
});

interface ComparisonViewProps {
  comparison: RunComparison;
  /** Places in the address of the compared runs. */
  positions: readonly number[];
  query: ComparisonQuery;
  /** How many runs the address names that are not there. */
  missing: number;
  /** What else the second run of a pair can be compared with. */
  reference: RunReference | null;
  /** What is known about the changes so far; null: it couldn't be read. */
  first: ComparisonStatistics | null;
  timeZone: string;
  mayEdit: boolean;
}

/** 2 to 20 runs beside each other: the figures are there at once, how sure they are as soon as it is known. */
export function ComparisonView(props: ComparisonViewProps) {
  const { comparison: measured, positions, query, missing, reference, first, timeZone, mayEdit } = props;
  const { shown, pending, go } = useComparisonQuery(query);
  const [picking, setPicking] = useState(false);
  const cards = useMemo(() => prepareRuns(measured, positions), [measured, positions]);
  const { statistics, failed } = useStatistics({
    cards,
    reference: measured.reference,
    judged: measured.judged === null ? null : query.judged,
    first,
  });
  const comparison = useMemo(() => comparisonAtMix(measured, statistics), [measured, statistics]);
  const ramps = prepareRamps(comparison, cards);
  const second = secondOf(cards);
  const own = ownOf(comparison, cards);
  const beside = besideOf(comparison, second, reference);
  const metric = shown.metric ?? own;
  const onMetric = (next: FigureId) => go({ ...shown, metric: next });
  return (
    <div aria-busy={pending}>
      <ComparisonHead
        comparison={comparison}
        judged={query.judged}
        cards={cards}
        sentence={prepareSentence({ comparison, cards, statistics })}
        statistics={statistics}
        references={beside.references}
        mayShare={mayEdit}
        onAdd={() => setPicking(true)}
        onSwap={second === null ? null : () => go(swapSides(shown))}
      />
      <MissingRuns count={missing} others={cards.length} />
      <RunsSheet
        cards={cards}
        comparability={prepareComparability(comparison, cards)}
        query={shown}
        go={go}
        gate={beside.gate}
        timeZone={timeZone}
      />
      {ramps !== null ? (
        <RampsSheet model={ramps} />
      ) : hasOnlyTable(comparison) ? null : (
        <EvidenceSheet {...{ comparison, cards, statistics, metric, own, onMetric }} />
      )}
      <Tables {...{ comparison, cards, statistics, failed, metric, go }} query={shown} />
      {ramps === null ? null : <OverTimeSheet {...{ comparison, cards, metric, own, onMetric }} />}
      <PercentilesAndErrors {...{ comparison, cards, metric, own }} />
      <WhenSeen waiting={<div className="h-px" />}>{() => <GaugesSheet cards={cards} />}</WhenSeen>
      {picking ? (
        <RunPicker
          open
          onClose={() => setPicking(false)}
          taken={placedRuns(shown).map(({ id }) => id)}
          like={cards.find(({ isReference }) => isReference)?.experiment ?? ""}
          onPick={(id) => go(addRun(shown, id))}
        />
      ) : null}
    </div>
  );
}

/** What a gate said of the second run of a pair, and what else that can be compared with. */
function besideOf(comparison: RunComparison, second: RunCard | null, reference: RunReference | null) {
  if (second === null || reference === null) return { references: [], gate: null };
  return {
    references: prepareReferences(comparison, reference),
    gate: prepareGate(reference, second.id, capital(second.name)),
  };
}

interface TablesProps {
  comparison: RunComparison;
  cards: readonly RunCard[];
  statistics: StatisticsByRun;
  failed: boolean;
  query: ComparisonQuery;
  metric: FigureId;
  go: (next: ComparisonQuery) => void;
}

function Tables({ comparison, cards, statistics, failed, query, metric, go }: TablesProps) {
  const quoted = quotedRuns(comparison.comparability);
  const figures = prepareFigures(comparison.whole, cards, statistics, quoted);
  const view = query.view ?? firstView(comparison);
  const labels = prepareLabels(comparison.labels.rows, { cards, metric, statistics });
  return (
    <TablesSheet
      {...{ query, view, metric, go, failed }}
      isQuoted={hasOnlyTable(comparison)}
      hasLabels={comparison.labels.total > 0 || view === "labels"}
      hasNewLabels={labels.some(({ state }) => state !== "shared")}
      metrics={metricsOfLabels(comparison)}
    >
      {view === "labels" ? (
        <LabelsTable
          cards={cards}
          rows={labels}
          among={comparison.labels}
          metric={metric}
          counted={countedLabels(statistics)}
          pair={cards.length === 2 ? pairLabelRows(labels, figures, { metric, statistics }) : null}
        />
      ) : (
        <FiguresTable
          cards={cards}
          rows={[...figures, ...prepareCosts(comparison.costs, cards, statistics, quoted)]}
        />
      )}
    </TablesSheet>
  );
}

/** Which label carries a change is what the figures of the whole run, drawn above, don't show. */
function firstView({ runs, labels, costs }: RunComparison): View {
  return runs.length === 2 && labels.total > 1 && costs.length === 0 ? "labels" : "figures";
}
