import { z } from "zod";
import { queryNumber } from "../query-number.ts";
import {
  ABSENT_FIGURES,
  CLOCKS,
  DAY_SECONDS,
  LABEL_KINDS,
  LATENCY_SOURCES,
  LOAD_MODELS,
  SAMPLE_DIGEST,
  STEPS,
} from "@headroom/core";
import { importParameters } from "../run/import-parameters.ts";
import { MAX_EPOCH_SECONDS } from "../instant.ts";
import { MAX_COUNT, liveFigures } from "../run/live-cell.ts";
import { refusedLine } from "../problem.ts";
import { freeText, lineOfText as name } from "../text.ts";

const count = z.int().nonnegative().max(MAX_COUNT);
/** Seconds since the epoch (UTC). */
const epochSecond = z.int().min(0).max(MAX_EPOCH_SECONDS);
const micros = z
  .int()
  .min(0)
  .max(MAX_EPOCH_SECONDS * 1e6);

/** The query of `POST /v1/runs/live`: the parameters of an upload that describe the run, without those for its file. */
export const liveParameters = importParameters
  .pick({
    service: true,
    experiment: true,
    run: true,
    started: true,
    environment: true,
    commit: true,
    branch: true,
    ci: true,
    repeat: true,
    duration: true,
    rate: true,
    generators: true,
    threads: true,
    "errors-by": true,
    notes: true,
    price: true,
    simulated: true,
    configuration: true,
    changed: true,
    target: true,
  })
  .extend({
    /** The epoch second that steps count from; defaults to the earliest second of the first batch. */
    origin: queryNumber(z.number().int().min(1).max(MAX_EPOCH_SECONDS).optional()),
  });
export type LiveParameters = z.infer<typeof liveParameters>;

export const liveLabel = z
  .strictObject({
    name: freeText(10_000),
    kind: z.enum(LABEL_KINDS).default("request"),
  })
  .refine(
    ({ name: code, kind }) => kind !== "status" || /^[45]\d\d$/.test(code),
    "expected a status code from 400 to 599 as the name of a label of the kind status",
  );

/** Index into the labels of the same body; null is all requests. */
const labelIndex = count.nullable();

/** Requests of one label that completed in one step. Every request is in one cell of its label. */
export const liveCell = liveFigures.extend({
  label: labelIndex,
  step: z.union([z.literal(STEPS[0]), z.literal(STEPS[1]), z.literal(STEPS[2]), z.literal(STEPS[3])]),
  /** When the step begins, a multiple of it from the run's origin. */
  second: epochSecond,
});
export type LiveCell = z.infer<typeof liveCell>;

/** When the first request began and the last one completed, if that is known more precisely than by the cells. */
export const liveSpan = z.strictObject({ firstStartMicros: micros, lastCompletionMicros: micros });
export type LiveSpan = z.infer<typeof liveSpan>;

/** Of how many measurements of a second a value is the mean, and between which values they lay. */
const gaugeSpread = z
  .strictObject({ count: z.int().positive().max(MAX_COUNT), min: z.number(), max: z.number() })
  .refine(({ min, max }) => min <= max, "expected a minimum that isn't above the maximum");
const gaugeValue = z
  .strictObject({ atMicros: micros, value: z.number(), spread: gaugeSpread.optional() })
  .refine(
    ({ value, spread }) => spread === undefined || (spread.min <= value && value <= spread.max),
    "expected a mean between its minimum and maximum",
  );

export const liveGauge = z.strictObject({
  name: freeText(200).min(1),
  unit: freeText(50).nullable().default(null),
  values: z.array(gaugeValue).max(10_000),
});

const times = z.int().positive().max(MAX_COUNT);

export const liveFailure = z
  .strictObject({
    label: labelIndex,
    reason: freeText(2_000),
    times,
    /** When they happened, as far as it is known: how many of them completed within `step` seconds from a second on. */
    over: z
      .strictObject({
        step: z.int().positive().max(DAY_SECONDS).default(1),
        counts: z.array(z.strictObject({ second: epochSecond, times })).max(10_000),
      })
      .optional(),
  })
  .refine(
    (failure) => (failure.over?.counts ?? []).reduce((sum, one) => sum + one.times, 0) <= failure.times,
    "expected no more failures over time than there were",
  );

const labels = z.array(liveLabel).max(100_000).default([]);
/** One attempt of a writer. A new attempt starts the writer again and replaces what the previous one sent. */
const attempt = z
  .string()
  .max(100)
  .regex(/^[\x20-\x7e]*$/, "expected printable ASCII characters")
  .default("");
const sequence = z.int().min(1).max(2_147_483_647);

/** The body of `POST /v1/runs/{id}/cells`: what one writer has to send since its last batch. */
export const liveBatch = z.strictObject({
  writer: name,
  attempt,
  /** 1, 2, 3, …: a batch that is sent twice counts once. */
  sequence,
  labels,
  cells: z.array(liveCell).default([]),
  span: liveSpan.optional(),
  gauges: z.array(liveGauge).max(200).default([]),
  failures: z.array(liveFailure).max(2_000).default([]),
});
export type LiveBatch = z.infer<typeof liveBatch>;
export type LiveBatchInput = z.input<typeof liveBatch>;

/** The response of `POST /v1/runs/{id}/cells` with status 200. */
export const liveBatchAnswer = z.strictObject({
  run: z.uuid(),
  writer: z.string(),
  sequence,
  /** The epoch second that the run's steps count from; null until there is a cell. */
  origin: epochSecond.nullable(),
});
export type LiveBatchAnswer = z.infer<typeof liveBatchAnswer>;

const refusedHere = refusedLine.extend({ column: freeText(10_000).nullable(), reason: freeText(10_000) });

/** What else a tool's results say; omitted fields are unknown. */
export const liveReport = z.strictObject({
  format: name.default("cells"),
  tool: name.default("live"),
  toolVersion: name.nullable().default(null),
  /** Records read and used; defaults to all requests. */
  accepted: count.optional(),
  refused: z.strictObject({ count, first: z.array(refusedHere).max(10) }).default({ count: 0, first: [] }),
  warnings: z
    .array(
      z.strictObject({
        code: z.string().regex(/^[a-z0-9-]{1,60}$/),
        count,
        detail: freeText(2_000),
        lines: z.array(count).max(10),
      }),
    )
    .max(100)
    .default([]),
  loadModel: z.enum(LOAD_MODELS).default("unknown"),
  /** At best: cells with less detail lower it. */
  source: z.enum(LATENCY_SOURCES).default("sketch"),
  latencyResolutionMicros: z.number().positive().max(1e9).default(1),
  latencyRelativeError: z.number().min(0).max(1).default(0),
  absent: z.array(z.enum(ABSENT_FIGURES)).max(ABSENT_FIGURES.length).default([]),
  clock: z.enum(CLOCKS).default("absolute"),
  startedAtMicros: micros.nullable().default(null),
  durationSeconds: z.number().nonnegative().max(1e9).nullable().default(null),
});
export type LiveReport = z.infer<typeof liveReport>;

/** A petabyte. */
const MAX_TOTAL_BYTES = 1e15;

/** Exact totals of one label, or of all requests, over the whole run. They replace sums of cells. */
export const liveTotal = liveFigures.extend({
  label: labelIndex,
  bytes: z.int().nonnegative().max(MAX_TOTAL_BYTES).default(0),
});
export type LiveTotal = z.infer<typeof liveTotal>;

export const liveWriterEnd = z.strictObject({
  writer: name,
  attempt,
  /** The last batch that was sent; refused with `conflict` if it didn't arrive. */
  sequence: sequence.optional(),
  labels,
  totals: z.array(liveTotal).max(100_000).default([]),
  span: liveSpan.optional(),
  /** Of all samples that its cells were made from, as `headroom` computes it. */
  samplesDigest: z.string().regex(SAMPLE_DIGEST, "expected a digest of samples").optional(),
  /** The longest time of which the source only knows the whole, if that is longer than any step: nothing is read finer. */
  intervalSeconds: z.number().positive().max(1e9).optional(),
  report: liveReport.optional(),
});
export type LiveWriterEnd = z.infer<typeof liveWriterEnd>;

/** The body of `POST /v1/runs/{id}/finish`; an empty one ends the run with what has arrived. */
export const liveFinish = z.strictObject({
  /** `writers`: ends only these; the others continue, and new ones may join. */
  ends: z.enum(["run", "writers"]).default("run"),
  writers: z.array(liveWriterEnd).max(1_000).default([]),
  /** For writers that bring none of their own. */
  report: liveReport.optional(),
});
export type LiveFinish = z.infer<typeof liveFinish>;
export type LiveFinishInput = z.input<typeof liveFinish>;

/** Interrupted: it fell silent. */
export const LIVE_STATES = ["open", "finished", "interrupted"] as const;

/** The response of `GET /v1/runs/{id}/live`: where a writer has to resume. */
export const liveState = z.strictObject({
  run: z.uuid(),
  state: z.enum(LIVE_STATES),
  origin: epochSecond.nullable(),
  writers: z.array(
    z.strictObject({
      writer: z.string(),
      attempt: z.string(),
      state: z.enum(LIVE_STATES),
      /** The last batch that counted with all batches before it; 0: none. */
      sequence: count,
      /** Batches that were accepted and didn't count, because the writer or the run had ended. */
      late: count,
    }),
  ),
});
export type LiveState = z.infer<typeof liveState>;
