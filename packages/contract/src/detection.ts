import { z } from "zod";

const format = z.strictObject({
  id: z.string(),
  tool: z.string(),
  /** As people call it. */
  title: z.string(),
});
export type KnownFormat = z.infer<typeof format>;

/** The answer of `POST /v1/detect`: what a file is by its first bytes. */
export const detectionAnswer = z.strictObject({
  /** Null: no format knows the file. */
  format: format
    .extend({
      reads: z.enum(["lines", "records", "document"]),
      /** A supplement tells more about a run that another file of the same upload brings. */
      role: z.enum(["run", "supplement"]),
    })
    .nullable(),
  /** Why each format refused; empty where one did not. */
  tried: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
  /** Every format there is, for who knows better. */
  known: z.array(format),
});
export type DetectionAnswer = z.infer<typeof detectionAnswer>;
