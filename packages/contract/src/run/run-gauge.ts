import { z } from "zod";
import { MAX_POINTS, MIN_POINTS } from "@headroom/core";
import { gaugeBesideLoad, gaugesMeanwhile } from "./gauge-beside-load.ts";
import { queryNumber } from "../query-number.ts";
import { lineOfText } from "../text.ts";

export const gaugeImportParameters = z.strictObject({
  /** Identifies the source of these gauges: a later file from the same source replaces the earlier one. */
  source: lineOfText.default("gauges"),
});

/** The query of `POST /v1/runs/{id}/gauges`. */
export const gaugeUploadParameters = gaugeImportParameters.extend({
  /** Of a file's only series. */
  name: lineOfText.optional(),
  /** `% of requests` and `% of GET /search` say what it is a share of. */
  unit: lineOfText.optional(),
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

const gaugeMoment = z.strictObject({ value: z.number(), offsetSeconds: z.number() });
const share = z.number().nullable();

/** A gauge of all runs, in their order. */
export const comparedGauge = z.strictObject({
  name: z.string(),
  unit: z.string().nullable(),
  /** Null: the run doesn't have it in this unit. */
  runs: z.array(
    z
      .strictObject({
        /** While the run took place, in seconds from its start. */
        lowest: gaugeMoment,
        highest: gaugeMoment,
        mean: z.number(),
        /** Nine of ten values of the judged window. */
        band: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
        /** Against the reference, as shares: -0.75 is -75%. Not tested: it is what these runs showed. Null: it is the reference, or the reference doesn't have it. */
        change: z.strictObject({ highest: share, mean: share, low: share, high: share }).nullable(),
      })
      .nullable(),
  ),
  /** How its peak and its mean changed, in a sentence. Null: fewer than two runs have it, or both changed by 1% at most. */
  words: z.string().nullable(),
});
