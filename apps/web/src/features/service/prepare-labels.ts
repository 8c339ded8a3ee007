import { plural } from "@headroom/core/format";
import type { TrafficAnswer } from "@headroom/contract";
import { isSelection, selectLabels } from "@headroom/core";
import { formatCount, formatFigure, formatPercentFigure } from "@headroom/ui";
import { errorsText, meanText, percentileText } from "./prepare-traffic.ts";

/** A label as the table sorts and shows it. Null sorts last: it isn't reported. */
export interface TrafficLabel {
  label: string;
  requests: number;
  cells: Record<LabelColumn, { value: number | null; text: string }>;
}

export const LABEL_COLUMNS = [
  "requests",
  "share",
  "throughput",
  "mean",
  "p50",
  "p95",
  "p99",
  "errors",
] as const;
export type LabelColumn = (typeof LABEL_COLUMNS)[number];

export function prepareLabels(labels: TrafficAnswer["labels"]): TrafficLabel[] {
  return labels.map(({ label, share, ...figures }) => {
    const { latencyMs, latencyIntervalsMs, errorRate } = figures;
    const requests = figures.requests ?? 0;
    const percentile = (name: "p50" | "p95" | "p99") => ({
      value: latencyMs[name] ?? latencyIntervalsMs[name]?.high ?? null,
      text: percentileText(figures, name) ?? ABSENT,
    });
    const rate = figures.throughput ?? 0;
    return {
      label,
      requests,
      cells: {
        requests: { value: requests, text: formatCount(requests) },
        share: { value: share, text: formatPercentFigure(share) },
        throughput: { value: rate, text: formatFigure(rate) },
        mean: { value: latencyMs.mean, text: meanText(figures) ?? ABSENT },
        p50: percentile("p50"),
        p95: percentile("p95"),
        p99: percentile("p99"),
        errors: { value: errorRate, text: errorRate === null ? ABSENT : (errorsText(figures) ?? ABSENT) },
      },
    };
  });
}

const ABSENT = "–";

export interface LabelOrder {
  column: LabelColumn | "label";
  direction: "ascending" | "descending";
}

/** Those that contain the text, in order; what isn't reported comes last in either direction. */
export function sortLabels(
  labels: readonly TrafficLabel[],
  { column, direction }: LabelOrder,
  search: string,
): TrafficLabel[] {
  const text = search.trim().toLowerCase();
  const sign = direction === "ascending" ? 1 : -1;
  const byName = (a: TrafficLabel, b: TrafficLabel) => a.label.localeCompare(b.label, "en");
  return labels
    .filter(({ label }) => label.toLowerCase().includes(text))
    .toSorted((a, b) => {
      if (column === "label") return sign * byName(a, b);
      const [one, other] = [a.cells[column].value, b.cells[column].value];
      if (one === null || other === null)
        return Number(one === null) - Number(other === null) || byName(a, b);
      return sign * (one - other) || byName(a, b);
    });
}

/** As many fit an address. */
const SELECTION_LETTERS = 500;

/** A selection of the labels that a search found; null: it found too few or too many, or no selection matches just them. */
export function selectionOf(
  labels: readonly TrafficLabel[],
  found: readonly TrafficLabel[],
  search: string,
): string | null {
  if (found.length < 2 || found.length === labels.length) return null;
  const names = labels.map(({ label }) => label);
  const wanted = new Set(found.map(({ label }) => label));
  const text = search.trim();
  const texts = [isSelection(text) ? text : `*${text}*`, [...wanted].join(" | ")];
  const standsFor = (selection: string) => {
    const selected = selectLabels(selection, names);
    return selected.length === wanted.size && selected.every((label) => wanted.has(label));
  };
  return texts.find((one) => one.length <= SELECTION_LETTERS && standsFor(one)) ?? null;
}

/** "3 labels together, 53.0% of all requests." */
export function selectedWords(selected: TrafficAnswer["selected"]): string | null {
  if (selected === null || selected.share === null) return null;
  const { labelsTotal, share } = selected;
  const together = labelsTotal > 1 ? `${plural(labelsTotal, "label")} together, ` : "";
  return `${together}${formatPercentFigure(share)}% of all requests.`;
}
