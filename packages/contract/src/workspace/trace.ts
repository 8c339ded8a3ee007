import { z } from "zod";
import { instant } from "../instant.ts";

/** The query of `GET /v1/services/{service}/traces`. */
export const traceParameters = z.strictObject({
  from: instant.optional(),
  to: instant.optional(),
  label: z.string().max(500).optional(),
});

/** Traces of a service's slowest requests. Only members and their tokens see them. */
export const serviceTraces = z.strictObject({
  service: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Without a label, the slowest of each label; the slowest first. */
  traces: z.array(
    z.strictObject({
      label: z.string(),
      /** The minute in which the request ended. */
      at: z.iso.datetime(),
      latencyMs: z.number(),
      traceId: z.string(),
      /** Null: the workspace has no `traceUrl`. */
      url: z.url().nullable(),
    }),
  ),
});
export type ServiceTraces = z.infer<typeof serviceTraces>;
