import { z } from "zod";
import { LABEL_KINDS } from "@headroom/core";
import { instant } from "./instant.ts";
import { proof } from "./proof.ts";
import { windowSummary } from "./summary.ts";

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

/** The query of `GET /v1/runs/{id}/window`. Without `from` and `to`: the steady phase. */
export const runWindowParameters = z
  .strictObject({
    window: z.enum(["steady", "whole"]).optional(),
    from: askedEdge.optional(),
    to: askedEdge.optional(),
    label: z.string().max(10_000).optional(),
    kind: z.enum(LABEL_KINDS).default("request"),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ["from"],
    error: "from and to belong together",
  })
  .refine(({ from, window }) => from === undefined || window === undefined, {
    path: ["window"],
    error: "give either a window, or from and to",
  });
export type RunWindowParameters = z.infer<typeof runWindowParameters>;

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
