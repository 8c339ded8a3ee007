import type { LabelSummary } from "@headroom/contract";

export const LABEL_SORTS = [
  "label",
  "requests",
  "throughput",
  "p50",
  "p90",
  "p95",
  "p99",
  "p99.9",
  "max",
  "errors",
] as const;
export type LabelSort = (typeof LABEL_SORTS)[number];

export const LABELS_ON_A_PAGE = 25;

export interface LabelQuery {
  search: string;
  sort: LabelSort;
  direction: "ascending" | "descending";
  /** From 0. */
  page: number;
}

export const FIRST_LABELS: LabelQuery = { search: "", sort: "requests", direction: "descending", page: 0 };

export interface LabelPage {
  labels: LabelSummary[];
  /** With this search, on all pages. */
  found: number;
}
