import { z } from "zod";
import { LABEL_KINDS } from "@headroom/core";
import { instant } from "../instant.ts";
import { proof } from "./proof.ts";
import { figureRange, windowSummary } from "./summary.ts";

/** A moment, or whole seconds since the run's first request began. */
export const askedEdge = z.union(
  [
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
    instant.transform((at) => new Date(at)),
  ],
  { error: "expected seconds since the start of the run, or a date and time with a time zone" },
);

export const windowAsked = {
  window: z.enum(["steady", "whole"]).optional(),
  from: askedEdge.optional(),
  to: askedEdge.optional(),
};

interface Asked {
  window?: string | undefined;
  from?: number | Date | undefined;
  to?: number | Date | undefined;
}

export const bothEdges = ({ from, to }: Asked) => (from === undefined) === (to === undefined);
export const oneWindow = ({ from, window }: Asked) => from === undefined || window === undefined;
export const BOTH_EDGES = { path: ["from"], error: "from and to belong together" };
export const ONE_WINDOW = { path: ["window"], error: "give either a window, or from and to" };

/** The query of `GET /v1/runs/{id}/window`. Without `from` and `to`: the steady phase. */
export const runWindowParameters = z
  .strictObject({
    ...windowAsked,
    label: z.string().max(10_000).optional(),
    kind: z.enum(LABEL_KINDS).default("request"),
  })
  .refine(bothEdges, BOTH_EDGES)
  .refine(oneWindow, ONE_WINDOW);
export type RunWindowParameters = z.infer<typeof runWindowParameters>;

/** The query of `GET /v1/runs/{id}/slices`. Without `from` and `to`: the steady phase. */
export const runSlicesParameters = z
  .strictObject(windowAsked)
  .refine(bothEdges, BOTH_EDGES)
  .refine(oneWindow, ONE_WINDOW);

/** The response of `GET /v1/runs/{id}/window`: the figures of any stretch of a run, and how far to trust them. */
export const runWindowAnswer = z.strictObject({
  run: z.strictObject({ id: z.uuid(), url: z.url() }),
  /** What the figures cover: whole stored steps, so it can be a little longer than requested. */
  window: z.strictObject({
    /** `whole` also for a requested steady phase, if the run has none. */
    kind: z.enum(["steady", "whole", "custom"]),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    durationSeconds: z.number().nonnegative(),
    /** The length of the source's intervals, if the window grew so that it cuts none of them; null: it didn't. */
    grownToSeconds: z.int().positive().nullable(),
  }),
  /** Null: all requests. */
  label: z.string().nullable(),
  summary: windowSummary,
  /** Without failed requests; null: their latencies aren't known separately. */
  successful: windowSummary.nullable(),
  proof,
});
export type RunWindowAnswer = z.infer<typeof runWindowAnswer>;

/** How the p99 of the slices of one length varies, in milliseconds. */
const sliceLength = z.strictObject({
  sliceSeconds: z.int().positive(),
  /** Only those with at least 1,000 requests count. */
  slices: z.int().nonnegative(),
  /** No slice's p99 is lower or higher, unless the highest has a range without an upper end. */
  leastMs: z.number().nonnegative(),
  mostMs: z.number().nonnegative(),
  /** The ranges of the lowest and the highest p99; null: their values are known. */
  leastRangeMs: figureRange.nullable().default(null),
  mostRangeMs: figureRange.nullable().default(null),
});
export type RunSliceLength = z.infer<typeof sliceLength>;

/** The response of `GET /v1/runs/{id}/slices`. */
export const runSlicesAnswer = z.strictObject({
  run: z.strictObject({ id: z.uuid(), url: z.url() }),
  window: z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime() }),
  /** All requests, then the busiest labels. */
  series: z.array(
    z.strictObject({
      /** Null: all requests. */
      label: z.string().nullable(),
      /** Lengths that the run can't be read in are missing. */
      lengths: z.array(sliceLength),
      /** What long slices hide of short ones, as a sentence; null: nothing. */
      hidden: z.string().nullable(),
    }),
  ),
});
export type RunSlicesAnswer = z.infer<typeof runSlicesAnswer>;
