import type { LabelSummary } from "@headroom/contract";
import { z } from "zod";

const LABEL_SORTS = [
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

export const labelQuery = z.strictObject({
  search: z.string().max(200).default(""),
  sort: z.enum(LABEL_SORTS).default("requests"),
  direction: z.enum(["ascending", "descending"]).default("descending"),
  page: z.int().min(0).max(100_000).default(0),
});
export type LabelQuery = z.output<typeof labelQuery>;
export const FIRST_LABELS: LabelQuery = labelQuery.parse({});

export interface LabelPage {
  labels: LabelSummary[];
  /** With this search, on all pages. */
  found: number;
}
