import type { RunAnswer } from "@headroom/contract";
import type { RunWindow, WindowLabels } from "@headroom/services";
import { countedItems, prepareLabel, verdictsByLabel } from "../tables/prepare-labels.ts";
import type { LabelRow } from "../tables/prepare-labels.ts";
import { windowName } from "../view/window-words.ts";

export interface SharedLabelsModel {
  /** "steady phase": where the figures are from. */
  window: string;
  rows: readonly LabelRow[];
  /** Labels that are not shown. */
  more: number;
  judged: boolean;
  /** Requests carry several items. */
  hasItems: boolean;
}

/** The page is for reading and printing, so the busiest labels are enough. */
const LABELS_SHOWN = 50;

interface SharedLabelsInput {
  targets: RunAnswer["targets"];
  window: RunWindow;
  labels: WindowLabels;
}

/** The busiest labels in the judged window, with the figures that members see. */
export function prepareSharedLabels({ targets, window, labels }: SharedLabelsInput): SharedLabelsModel {
  const verdicts = verdictsByLabel(targets);
  const { requests, errorsAtLeast } = window.summary;
  const items = countedItems(window.summary);
  const rows = labels.labels
    .slice(0, LABELS_SHOWN)
    .map((label) => prepareLabel(label, { requests, items, verdicts, errorsAtLeast }));
  return {
    window: windowName(window),
    rows,
    more: labels.found - rows.length,
    judged: verdicts.size > 0,
    hasItems: items !== null,
  };
}
