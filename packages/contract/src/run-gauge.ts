import { z } from "zod";
import { MAX_POINTS, MIN_POINTS } from "@headroom/core";
import { gaugeBesideLoad, gaugesMeanwhile } from "./gauge-beside-load.ts";
import { queryNumber } from "./query-number.ts";
import { lineOfText } from "./text.ts";

export const gaugeImportParameters = z.strictObject({
  /** Identifies the source of these gauges: a later file from the same source replaces the earlier one. */
  source: lineOfText.default("gauges"),
});

/** The query of `POST /v1/runs/{id}/gauges`. */
export const gaugeUploadParameters = gaugeImportParameters.extend({
  /** Of a file's only series. */
  name: lineOfText.optional(),
  unit: lineOfText.max(20).optional(),
});

/** The query of `GET /v1/runs/{id}/gauges`. */
export const gaugeParameters = z.strictObject({
  points: queryNumber(
    z
      .number()
      .int()
      .min(MIN_POINTS)
      .max(MAX_POINTS)
      .default(MAX_POINTS / 2),
  ),
});

const gaugePoints = z.array(
  z.strictObject({ at: z.iso.datetime(), mean: z.number(), min: z.number(), max: z.number() }),
);

/** A gauge of a run over time. Points without a measurement are missing. */
export const runGauge = z.strictObject({
  name: z.string(),
  unit: z.string().nullable(),
  pointSeconds: z.number(),
  /** While the run took place. */
  points: gaugePoints,
  /**
   * Up to half an hour before and after the run, and until the next run of its service and environment begins. Null: it was
   * measured only in the run.
   */
  around: z.strictObject({ pointSeconds: z.number(), before: gaugePoints, after: gaugePoints }).nullable(),
  besideLoad: gaugeBesideLoad,
  /** What it did, in sentences. Times count from the start of the run. */
  words: z.array(z.string()),
});
export type RunGauge = z.infer<typeof runGauge>;

/** The response of `GET /v1/runs/{id}/gauges`. */
export const runGauges = z.strictObject({
  gauges: z.array(runGauge),
  /** Empty: nothing rose while something else stayed level, or was at or far below its limit. */
  meanwhile: z.array(gaugesMeanwhile),
});
export type RunGauges = z.infer<typeof runGauges>;
