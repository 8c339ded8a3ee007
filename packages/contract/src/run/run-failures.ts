import { z } from "zod";
import { LABEL_KINDS } from "@headroom/core";

/** The response of `GET /v1/runs/{id}/failures`: how often requests failed for one reason, most frequent first. */
export const runFailures = z.strictObject({
  failures: z.array(
    z.strictObject({
      /** Null: the source names no label. */
      label: z.string().nullable(),
      kind: z.enum(LABEL_KINDS),
      reason: z.string(),
      times: z.int().positive(),
    }),
  ),
});
export type RunFailures = z.infer<typeof runFailures>;
