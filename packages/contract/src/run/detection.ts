import { z } from "zod";

const format = z.strictObject({
  id: z.string(),
  tool: z.string(),
  /** The name that people use. */
  title: z.string(),
});
export type KnownFormat = z.infer<typeof format>;

/** The response of `POST /v1/detect`: what a file is, by its first bytes. */
export const detectionAnswer = z.strictObject({
  /** Null: no format recognizes the file. */
  format: format
    .extend({
      reads: z.enum(["lines", "records", "document"]),
      /** A supplement adds detail to a run that another file of the same upload contains. */
      role: z.enum(["run", "supplement"]),
    })
    .nullable(),
  /** Why each format rejected it; empty if one didn't. */
  tried: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
  /** What an upload of the file would be refused with; null if a format recognizes it. */
  refusal: z.strictObject({ detail: z.string(), hint: z.string().nullable() }).nullable(),
  /** The columns and first rows of a CSV or NDJSON file that no format recognizes; null: it isn't one. */
  table: z
    .strictObject({
      columns: z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) })),
      /** The `mapping` that would read it, as JSON; null: that isn't clear. */
      mapping: z.string().nullable(),
    })
    .nullable(),
  /** Every format, for people who know better. */
  known: z.array(format),
});
export type DetectionAnswer = z.infer<typeof detectionAnswer>;
