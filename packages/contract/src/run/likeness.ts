import { z } from "zod";
import { instant } from "../instant.ts";
import { simulatedStretch } from "../live/traffic.ts";

/** The query of `GET /v1/runs/{id}/likeness`: the stretch of live traffic to compare with. */
export const likenessParameters = z.strictObject({ from: instant.optional(), to: instant.optional() });

const share = z.number().min(0).max(1);
const someLabels = z.strictObject({ labels: z.int().nonnegative(), share });

/** A run beside live traffic of its service. */
export const likenessAnswer = z.strictObject({
  run: z.strictObject({ id: z.string(), number: z.int(), experiment: z.string() }),
  service: z.strictObject({ slug: z.string(), name: z.string() }),
  /** Unknown: the label mix or the load of one side isn't known. */
  representative: z.enum(["yes", "in-part", "no", "unknown"]),
  /** Null: the service has no live traffic to compare with. */
  window: z
    .strictObject({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      /** How it was chosen: the busiest hour of a peak day or of the last 7 days, or asked for. */
      chosen: z.enum(["peak-day", "busiest-hour", "asked"]),
      peakDay: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
      requests: z.int().nonnegative(),
      /** The part of it that was simulated; null: none. */
      simulated: simulatedStretch.nullable(),
    })
    .nullable(),
  checks: z.array(
    z.strictObject({
      kind: z.enum(["label-mix", "throughput", "bursts", "cache", "errors", "payload"]),
      state: z.enum(["alike", "apart", "far", "unknown"]),
      /** One sentence with the figures. */
      words: z.string(),
    }),
  ),
  /** Null: one side has no labels. */
  mix: z
    .strictObject({
      /** The share of the requests that would have to have another label. */
      apart: share,
      /** Labels of live requests that the test never sent. */
      missing: someLabels,
      onlyInTest: someLabels,
      labelsTotal: z.int().nonnegative(),
      /** The busiest of live traffic first, then those that only the test has. */
      labels: z.array(
        z.strictObject({
          label: z.string(),
          /** As the test calls it, if that is another name. */
          testLabel: z.string().nullable(),
          test: share,
          live: share,
          /** Of its requests, the share that failed; null: unknown, or it isn't there. */
          testErrors: share.nullable(),
          liveErrors: share.nullable(),
        }),
      ),
    })
    .nullable(),
});
export type LikenessAnswer = z.infer<typeof likenessAnswer>;
