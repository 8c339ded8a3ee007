import { z } from "zod";
import { LABEL_KINDS } from "@headroom/core";
import { BOTH_EDGES, bothEdges, ONE_WINDOW, oneWindow, windowAsked } from "./run-window.ts";

/** The query of `GET /v1/runs/{id}/failures`. Without `window`, `from` and `to`: the whole run. */
export const runFailuresParameters = z
  .strictObject({
    ...windowAsked,
    label: z.string().max(10_000).optional(),
    kind: z.enum(LABEL_KINDS).default("request"),
  })
  .refine(bothEdges, BOTH_EDGES)
  .refine(oneWindow, ONE_WINDOW);

/** The response of `GET /v1/runs/{id}/failures`: how often requests failed for one reason, most frequent first. */
export const runFailures = z.strictObject({
  failures: z.array(
    z.strictObject({
      /** Null: the source names no label. */
      label: z.string().nullable(),
      kind: z.enum(LABEL_KINDS),
      reason: z.string(),
      times: z.int().positive(),
      /** The HTTP status that the reason begins with; null: it doesn't. */
      code: z.string().nullable(),
      /** When the first and the last of them in the window completed, to the step below; null: unknown. */
      firstAt: z.iso.datetime().nullable(),
      lastAt: z.iso.datetime().nullable(),
    }),
  ),
  /** What they cover: the whole run if it isn't known when any of them happened. */
  window: z.strictObject({
    kind: z.enum(["steady", "whole", "custom"]),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
  }),
  /** Whether it is known when they happened. Those whose time isn't known count only in the whole run. */
  overTime: z.strictObject({
    known: z.enum(["all", "some", "none"]),
    /** How many failures of the run have no time. */
    withoutTime: z.int().nonnegative(),
    /** Why some have none; `stored-before`: the file has times, and reading it again adds them. */
    because: z.enum(["source", "stored-before"]).nullable(),
    stepSeconds: z.int().positive().nullable(),
  }),
});
export type RunFailures = z.infer<typeof runFailures>;
