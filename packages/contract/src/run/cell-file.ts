import { z } from "zod";
import { LABEL_KINDS } from "@headroom/core";
import { proof } from "./proof.ts";
import { queryNumber } from "../query-number.ts";
import { runStatus } from "./run-answer.ts";
import { askedEdge } from "./run-window.ts";

export const PARQUET_MEDIA_TYPE = "application/vnd.apache.parquet";

/** Whole steps of a run are stored at these widths. */
const stepSeconds = z.union([z.literal(1), z.literal(10), z.literal(60), z.literal(600)], {
  error: "expected 1, 10, 60 or 600",
});

/** The query of `GET /v1/runs/{id}/cells.parquet`. Without anything: the whole run, all labels. */
export const cellFileParameters = z
  .strictObject({
    window: z.enum(["steady", "whole"]).optional(),
    from: askedEdge.optional(),
    to: askedEdge.optional(),
    label: z.string().max(10_000).optional(),
    kind: z.enum(["all", ...LABEL_KINDS]).optional(),
    step: queryNumber(stepSeconds).optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ["from"],
    error: "from and to belong together",
  })
  .refine(({ from, window }) => from === undefined || window === undefined, {
    path: ["window"],
    error: "give either a window, or from and to",
  })
  .refine(({ label, kind }) => label === undefined || kind !== "all", {
    path: ["kind"],
    error: "all requests have no label",
  });
export type CellFileParameters = z.infer<typeof cellFileParameters>;

/** What a file of cells says about itself: JSON under the key `headroom` of its metadata. */
export const cellFileAbout = z.strictObject({
  /** Changes only if a column changes or goes away. */
  version: z.literal(1),
  run: z.strictObject({
    id: z.uuid(),
    url: z.url(),
    service: z.string(),
    experiment: z.string(),
    number: z.int(),
    tool: z.string().nullable(),
    /** Receiving: more can arrive, and this file has only what was there. */
    status: runStatus,
  }),
  window: z.strictObject({
    kind: z.enum(["steady", "whole", "custom"]),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
  }),
  /** What all latencies are multiples of, as far as the tools say. */
  latencyResolutionMicros: z.int(),
  /** Of all requests in this window; null: the run has no cells of all requests. */
  proof: proof.nullable(),
  /** How many of the requested series the file has no cells of, because a part of the run stores only their totals. */
  seriesLeftOut: z.int().nonnegative(),
  /** The tool leaves out some of the failed requests: `errors` is the least that failed. */
  errorsAtLeast: z.boolean(),
  note: z.string(),
});
export type CellFileAbout = z.infer<typeof cellFileAbout>;
