"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { ComparisonStatistics, RunComparison } from "@headroom/contract";
import { comparisonAtMix } from "../figures/changes-at-mix.ts";
import { prepareLabels } from "../figures/prepare-labels.ts";
import { useOverlay } from "../overlay/use-overlay.tsx";
import { Comparability } from "../pair/compared-run-parts.tsx";
import { ComparisonHead } from "../pair/comparison-head.tsx";
import { drawnMetric, drawnMetrics } from "../pair/evidence-sheet.tsx";
import { MissingRuns } from "../pair/missing-runs.tsx";
import { prepareComparability } from "../pair/prepare-comparability.ts";
import { prepareSentence } from "../pair/prepare-sentence.ts";
import type { ReferenceLink } from "../pair/reference-links.tsx";
import { menuOf } from "../pair/runs-sheet.tsx";
import { byTime, levelStart } from "../view/level-start.ts";
import { ownOf } from "../view/pair-sides.ts";
import { prepareRuns } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { EMPTY_QUERY, addRun, comparisonAddress, placedRuns } from "../view/search-params.ts";
import type { ComparisonQuery } from "../view/search-params.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";
import { targetLines } from "../view/target-lines.ts";
import { useComparisonQuery } from "../view/use-comparison-query.ts";
import { useStatistics } from "../view/use-statistics.ts";
import { prepareMany } from "./prepare-many.ts";
import type { ManyRun } from "./prepare-many.ts";
import { ManyView } from "./many-view.tsx";

/** Loaded when it is first opened. */
const RunPicker = dynamic(
  () => import("../../run/compare/run-picker.tsx").then((module) => module.RunPicker),
  { ssr: false },
);

interface ManyPageProps {
  comparison: RunComparison;
  /** Places in the address of the compared runs. */
  positions: readonly number[];
  query: ComparisonQuery;
  /** How many runs the address names that are not there. */
  missing: number;
  /** What is known about the changes so far; null: it couldn't be read. */
  first: ComparisonStatistics | null;
  mayEdit: boolean;
}

/** Six runs and more: how many changed, by how much, and where it starts. */
export function ManyPage(props: ManyPageProps) {
  const { comparison: measured, positions, query, missing, first, mayEdit } = props;
  const { shown, pending, go } = useComparisonQuery(query);
  const [picking, setPicking] = useState(false);
  const cards = prepareRuns(measured, positions);
  const { statistics } = useStatistics({ cards, reference: measured.reference, judged: null, first });
  const comparison = comparisonAtMix(measured, statistics);
  const own = ownOf(comparison, cards);
  const metric = drawnMetric(shown.metric ?? own, own);
  const { input, words, problem } = useOverlay({ comparison, cards, metric });
  const labels = prepareLabels(comparison.labels.rows, { cards, metric, statistics });
  const model = prepareMany({ comparison, cards, statistics, metric, labels });
  const menu = ({ id, isReference }: ManyRun) => {
    const at = cards.findIndex((card) => card.id === id);
    return menuOf({ id, isReference }, { at, last: cards.length - 1, query: shown, go });
  };
  return (
    <div aria-busy={pending}>
      <ComparisonHead
        comparison={comparison}
        judged={null}
        cards={cards}
        sentence={prepareSentence({ comparison, cards, statistics, metric })}
        statistics={statistics}
        references={explained(comparison, cards, statistics)}
        mayShare={mayEdit}
        onAdd={() => setPicking(true)}
        onSwap={null}
      />
      <MissingRuns count={missing} others={cards.length} />
      <ManyView
        {...{ model, metric, input, words, problem }}
        targets={targetLines(comparison.runs, metric)}
        trendHref={trendHref(comparison)}
        metrics={drawnMetrics(metric, own)}
        onMetric={(next) => go({ ...shown, metric: next })}
        menuOf={menu}
      >
        <Comparability model={prepareComparability(comparison, cards)} />
      </ManyView>
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

/** Null: the runs are of several experiments. */
function trendHref({ runs: [run, ...others] }: RunComparison): string | null {
  const isOne = run !== undefined && others.every(({ experiment }) => experiment.id === run.experiment.id);
  return isOne ? `/experiments/${run.experiment.id}/trend` : null;
}

/** What explains many runs better than many pairs do: the trend, and the two runs around the change. */
function explained(
  comparison: RunComparison,
  cards: readonly RunCard[],
  statistics: StatisticsByRun,
): ReferenceLink[] {
  const href = trendHref(comparison);
  if (href === null) return [];
  const trend = { href, words: "See the trend" };
  const start = levelStart(cards, statistics, ownOf(comparison, cards));
  const ordered = byTime(cards);
  const before = start === null ? undefined : ordered[ordered.indexOf(start.first) - 1];
  if (start === null || before === undefined) return [trend];
  const pair = comparisonAddress({ ...EMPTY_QUERY, slots: [before.id, start.first.id] });
  return [trend, { href: pair, words: `Compare run ${before.number} and run ${start.first.number}` }];
}
