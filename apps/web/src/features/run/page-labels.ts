import type { LabelSummary } from "@headroom/contract";
import { LABELS_ON_A_PAGE } from "./label-page.ts";
import type { LabelPage, LabelQuery, LabelSort } from "./label-page.ts";

/** One page of labels. What has no figure to sort by comes last in either direction. */
export function pageLabels(labels: readonly LabelSummary[], query: LabelQuery): LabelPage {
  const wanted = query.search.trim().toLowerCase();
  const found = wanted === "" ? labels : labels.filter(({ label }) => label.toLowerCase().includes(wanted));
  const sign = query.direction === "ascending" ? 1 : -1;
  const sorted = found.toSorted((a, b) => compare(keyOf(a, query.sort), keyOf(b, query.sort), sign));
  const start = query.page * LABELS_ON_A_PAGE;
  return { labels: sorted.slice(start, start + LABELS_ON_A_PAGE), found: found.length };
}

function keyOf(label: LabelSummary, sort: LabelSort): string | number | null {
  switch (sort) {
    case "label":
    case "requests":
    case "throughput":
    case "errors":
      return label[sort];
    default:
      return label.latencyMs[sort];
  }
}

function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === "string" && typeof b === "string") return a.localeCompare(b) * sign;
  return (Number(a) - Number(b)) * sign;
}
