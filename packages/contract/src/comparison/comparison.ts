import { z } from "zod";
import { queryDecimal, queryNumber } from "../query-number.ts";
import {
  COST_KINDS,
  FIGURE_IDS,
  COMPARISON_VERDICTS,
  DIFFERENCE_KINDS,
  DIFFERENCE_SEVERITIES,
  LATENCY_SOURCES,
  UNKNOWN_SIDES,
  RUN_STATUSES,
} from "@headroom/core";
import { pairJudgement, runOutcome } from "../run/judgement.ts";
import { comparedRamp } from "../run/run-capacity.ts";
import { whatChangedAnswer } from "../run/run-configuration.ts";
import { comparedGauge } from "../run/run-gauge.ts";
import { figureRange, windowSummary } from "../run/summary.ts";
import { targetVerdict, verdict } from "../run/verdict.ts";

/** One metric in both runs. `change` is a share (+1.87 is +187%), `times` the ratio; null if either is missing or 0. */
export const delta = z.strictObject({
  baseline: z.number().nullable(),
  value: z.number().nullable(),
  change: z.number().nullable(),
  times: z.number().nullable(),
});
export type Delta = z.infer<typeof delta>;

export const figureId = z.enum(FIGURE_IDS);
export const comparisonVerdict = z.enum(COMPARISON_VERDICTS);

const ratio = z.number().nonnegative();

/** What is known about one metric of a pair, including noise. */
export const metricStatistic = z.strictObject({
  metric: figureId,
  verdict: comparisonVerdict,
  /** One sentence: why it is this verdict. */
  reason: z.string(),
  /** The values of the runs themselves, in their judged windows and the metric's unit; the median over them if a side has several runs. */
  before: z.number().nullable(),
  after: z.number().nullable(),
  /**
   * True: the plan sent another mix of labels, so `after`, and all that follows from it, is what it would be at the mix of the side
   * before. What was measured is in the comparison's rows. Missing in comparisons of earlier versions.
   */
  atMix: z.boolean().optional(),
  /** After divided by before. */
  ratio: ratio.nullable(),
  /** Around `ratio`. Contains the true ratio with 95% confidence; `high` null has no upper end. Null: too little to tell. */
  interval: z.strictObject({ low: ratio, high: ratio.nullable() }).nullable(),
  /** As a share: this pair couldn't have shown a smaller change. */
  smallestDetectable: z.number().nonnegative().nullable(),
  /** The probability of a difference this large without any change. */
  pValue: z.number().min(0).max(1).nullable(),
  /** How many runs on each side would settle a difference of this size; null: it is settled, or there is none to settle. */
  runsToSettle: z.int().positive().nullable(),
  /**
   * Standard deviations of one run's metric, as shares: within it, and from run to run (null: unknown). `earlierRuns`: how
   * many runs `between` was estimated from, without those that stand out or are of another level.
   */
  noise: z
    .strictObject({
      within: z.number().nonnegative(),
      between: z.number().nonnegative().nullable(),
      earlierRuns: z.int().nonnegative().optional(),
    })
    .nullable(),
  /**
   * Of live traffic around an event: the smallest and the largest change between the same hours of earlier days, after divided
   * by before. Of the error rate, which can be zero, after less before. Missing in comparisons of earlier versions.
   */
  usual: z
    .strictObject({ days: z.int().positive(), low: z.number(), high: z.number() })
    .nullable()
    .optional(),
});
export type MetricStatistic = z.infer<typeof metricStatistic>;

/** Judged: each run's judged window. Whole: whole runs, because one has only a total of the label. */
const labelWindow = z.enum(["judged", "whole"]);

/** The statistics of one pair of sides; each side is a run or several runs pooled. */
export const pairStatistics = z.strictObject({
  /** The worst verdict of its metrics, which older clients read. What is concluded from the pair is in its `judgement`. */
  verdict: comparisonVerdict,
  whole: z.array(metricStatistic),
  /** The busiest labels that both sides have, busiest first, then those of targets, and those that the screen found. */
  labels: z.array(
    z.strictObject({
      label: z.string(),
      kind: z.string(),
      /** As in the comparison's rows of labels. Missing in comparisons of earlier versions. */
      window: labelWindow.optional(),
      metrics: z.array(metricStatistic),
    }),
  ),
  /**
   * All labels that both sides have: `compared`, and `tooFew` requests for any percentile (of those, only errors were compared). Of the
   * compared, `screened` on their totals first; `found`: so many of those differ; `resampled`: so many were looked at closely, and are
   * among `labels`. Null: the pair can't be compared. Missing in comparisons of earlier versions.
   */
  screen: z
    .strictObject({
      compared: z.int().nonnegative(),
      tooFew: z.int().nonnegative(),
      screened: z.int().nonnegative(),
      found: z.int().nonnegative(),
      resampled: z.int().nonnegative(),
    })
    .nullable()
    .optional(),
  method: z.strictObject({
    /** The judged window is cut into slices, and blocks of this many in a row are drawn together. */
    sliceSeconds: z.strictObject({ before: z.number(), after: z.number() }).nullable(),
    blockSeconds: z.strictObject({ before: z.number(), after: z.number() }).nullable(),
    /** Runs that the scatter from run to run was estimated from, in addition to those of the pair. */
    earlierRuns: z.int().nonnegative(),
    /** These runs, oldest first. Missing if it was stored before they were recorded, when runs after A counted, too. */
    earlier: z.array(z.strictObject({ id: z.string(), number: z.int() })).optional(),
    /** Runs between the two sides, if there are few before them. They may contain the change, so they can only confirm one. */
    between: z.array(z.strictObject({ id: z.string(), number: z.int() })).optional(),
    resamples: z.int().nonnegative(),
    confidence: z.number(),
    falseDiscoveryRate: z.number(),
    /** Smaller changes count as none, however certain. */
    relevantShare: z.number(),
  }),
});
export type PairStatistics = z.infer<typeof pairStatistics>;

/** The trend shows that the level of a metric changed between the two runs. */
export const levelChange = z.strictObject({
  metric: figureId,
  /** The levels of the first and of the second run of the pair: in the metric's unit: medians, or places on a drift. */
  before: z.number(),
  after: z.number(),
  /** Numbers of the runs at which it changed in a step. */
  runs: z.array(z.int()),
  /** Numbers of the first and the last run of the drifts that lie between the two runs, at least in part. */
  drifts: z.array(z.strictObject({ from: z.int(), to: z.int() })),
});
export type LevelChange = z.infer<typeof levelChange>;

/** This run compared with the baseline of its experiment, each in its judged window; `verdict` is null if it was stored before verdicts existed. */
export const comparison = z.strictObject({
  baseline: z.strictObject({
    id: z.string(),
    url: z.string(),
    /** The baseline was in progress again, so nothing was compared. This run is judged again as soon as it has finished. */
    receiving: z.literal(true).optional(),
  }),
  throughput: delta,
  itemsPerSecond: delta,
  errorRate: delta,
  latencyMs: z.strictObject({
    mean: delta,
    p50: delta,
    p90: delta,
    p95: delta,
    p99: delta,
    "p99.9": delta,
  }),
  verdict: pairStatistics.nullable(),
  /** What the trend shows between the two runs, as it was when the run was judged. Missing if it was stored before that was recorded. */
  trend: z.array(levelChange).optional(),
});
export type Comparison = z.infer<typeof comparison>;

/** A metric before and after, in every form; null if it can't be expressed. */
export const change = z.strictObject({
  before: z.number().nullable(),
  after: z.number().nullable(),
  absolute: z.number().nullable(),
  /** As a share of the value before: +1.87 is +187%. */
  share: z.number().nullable(),
  times: z.number().nullable(),
  direction: z.enum(["better", "worse", "same"]).nullable(),
  /** "+187%" and "2.87x"; latencies "5.83x faster" or "1.20x slower". */
  words: z.strictObject({ percent: z.string(), times: z.string() }).nullable(),
});

/** One metric across all runs, in their order. */
export const metricRow = z.strictObject({
  metric: figureId,
  unit: z.enum(["/s", "ms", "share"]),
  better: z.enum(["higher", "lower"]),
  values: z.array(z.number().nullable()),
  /** Where a run's value isn't exactly known: what it lies between; `high` null has no upper end. Its changes are null. */
  ranges: z.array(figureRange.nullable()),
  /** Against the reference; null for the reference itself. */
  changes: z.array(change.nullable()),
  /** Each run's own target for this metric, as it was judged; null if it has none. */
  targets: z.array(targetVerdict.nullable()),
});
export type MetricRow = z.infer<typeof metricRow>;

/** What a million cost in all runs, in their order and each in the currency of its price. */
export const costRow = z.strictObject({
  /** Requests that succeeded, or items. */
  of: z.enum(COST_KINDS),
  /** Null: the run has no price. */
  currencies: z.array(z.string().nullable()),
  values: z.array(z.number().positive().nullable()),
  /** Where a source doesn't report all failed requests. */
  ranges: z.array(figureRange.nullable()),
  /** Why a run with a price has no cost; null: it has one, or no price. */
  missing: z.array(z.string().nullable()),
  /** Against the reference; null for the reference itself. Two currencies have none. */
  changes: z.array(change.nullable()),
});
export type CostRow = z.infer<typeof costRow>;

export const labelRow = z.strictObject({
  label: z.string(),
  kind: z.string(),
  /** Compared with the reference: in all runs, in none of the others, or not in the reference. */
  state: z.enum(["shared", "new", "vanished"]),
  window: labelWindow,
  /** In that window. Null: the run doesn't have the label. */
  requests: z.array(z.int().nonnegative().nullable()),
  metrics: z.array(metricRow),
  /** The run with the worst change of the metric that rows are sorted by; null if it got worse in none. */
  worst: z.strictObject({ metric: figureId, run: z.int().nonnegative() }).nullable(),
});
export type LabelRow = z.infer<typeof labelRow>;

const named = z.strictObject({ id: z.string(), slug: z.string(), name: z.string() });

export const comparedRun = z.strictObject({
  /** A, B, C … in the order requested: the reference keeps the letter of its position. */
  letter: z.string(),
  id: z.string(),
  url: z.string(),
  number: z.int(),
  service: named,
  experiment: named,
  status: z.enum(RUN_STATUSES),
  isBaseline: z.boolean(),
  tool: z.string(),
  toolVersion: z.string().nullable(),
  loadModel: z.string(),
  environment: z.string().nullable(),
  commit: z.string().nullable(),
  branch: z.string().nullable(),
  notes: z.string().nullable(),
  /** "0.004 USD/s" */
  price: z.string().nullable(),
  /** What was running, as people say it. */
  configuration: z.record(z.string(), z.string()).default({}),
  /** What was changed for it. */
  changed: z.string().nullable().default(null),
  startedAt: z.iso.datetime(),
  /** The window its metrics cover. Seconds count from the run's origin. */
  window: z.strictObject({
    kind: z.enum(["steady", "whole"]),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    fromSeconds: z.number(),
    toSeconds: z.number(),
  }),
  summary: windowSummary,
  /** Completed divided by expected requests, in that window; null if the experiment doesn't say what to expect. */
  achieved: z.number().nonnegative().nullable(),
  proof: z.strictObject({
    grade: z.enum(["A", "B", "C", "D"]),
    source: z.enum(LATENCY_SOURCES),
    reasons: z.array(z.string()),
  }),
  /** What is concluded from the run itself, by its targets and against its own baseline. Null: it isn't decided yet. */
  outcome: runOutcome.nullable().default(null),
  /** The run's verdict by its own targets. */
  verdict: verdict.nullable(),
  targets: z.array(targetVerdict),
  /** False: only totals, which can't be overlaid. */
  hasTimeline: z.boolean(),
  /** For so long, no request succeeded. */
  outageSeconds: z.number().nonnegative().default(0),
});
export type ComparedRun = z.infer<typeof comparedRun>;

export const comparability = z.strictObject({
  /** The run that is compared with the reference. */
  run: z.int().nonnegative(),
  comparable: z.boolean(),
  differences: z.array(
    z.strictObject({
      kind: z.enum(DIFFERENCE_KINDS),
      severity: z.enum(DIFFERENCE_SEVERITIES),
      words: z.string(),
    }),
  ),
  /** What was checked and matches. */
  alike: z.array(z.enum(DIFFERENCE_KINDS)),
  /** What couldn't be checked, and which run doesn't say. */
  unknown: z.array(z.strictObject({ kind: z.enum(DIFFERENCE_KINDS), side: z.enum(UNKNOWN_SIDES) })),
  /** What people say differs. Missing in frozen links of earlier versions. */
  whatChanged: whatChangedAnswer.optional(),
});

/** What the two sides of a judged pair are: `level`: A is all runs of the level, of which it is the newest; `run`: A is alone. */
export const JUDGED_SIDES = ["level", "run"] as const;
export type JudgedSide = (typeof JUDGED_SIDES)[number];

/** The runs of one side, of which the compared run is one. */
const sideRuns = z.strictObject({
  count: z.int().positive(),
  /** Without the compared run. */
  others: z.array(z.strictObject({ id: z.string(), number: z.int() })),
});

/** `typical`: the run whose figure is nearest to the level's, which charts show. Guests don't have it, nor do frozen links. */
const levelRuns = sideRuns.extend({
  typical: comparedRun.pick({ id: true, number: true, summary: true, hasTimeline: true }).optional(),
});

/** 2 to 20 runs side by side, from stored metrics: what a comparison shows immediately. */
export const runComparison = z.strictObject({
  runs: z.array(comparedRun),
  /** Index of the run that the others are compared with. */
  reference: z.int().nonnegative(),
  /**
   * The pair as the second run's judgement compares it: figures, changes and statistics are those of all runs of each side, and
   * everything else is of the two runs. Null: single runs are compared.
   */
  judged: z.strictObject({ level: levelRuns, commit: sideRuns }).nullable().default(null),
  comparability: z.array(comparability),
  /**
   * Runs whose load rises, of which the reference is one, compared by how much of it they hold: figures of the whole run would be
   * of all loads together, and have no changes. Null: there are no two of them.
   */
  ramps: z
    .strictObject({
      runs: z.array(z.strictObject({ run: z.int().nonnegative(), ramp: comparedRamp })),
      /** How much load each holds, against the reference. */
      words: z.array(z.string()),
    })
    .nullable()
    .default(null),
  /** All requests, each run in its judged window. */
  whole: z.array(metricRow),
  /** In the same windows. Empty: no run has a price. */
  costs: z.array(costRow),
  /** New and vanished labels first, then by the worst change of one metric. The busiest labels are always among the rows. */
  labels: z.strictObject({
    rows: z.array(labelRow),
    total: z.int().nonnegative(),
    /** Only so many of each run's busiest labels were looked at; null: all. */
    sortedAmong: z.int().positive().nullable(),
  }),
});
export type RunComparison = z.infer<typeof runComparison>;

/** How certain a change of cost is: the interval follows from those of throughput and error rate, because prices are exact. */
export const costStatistic = metricStatistic
  .pick({
    verdict: true,
    reason: true,
    before: true,
    after: true,
    ratio: true,
    interval: true,
    smallestDetectable: true,
  })
  .extend({ of: z.enum(COST_KINDS) });
export type CostStatisticAnswer = z.infer<typeof costStatistic>;

/** Statistics are computed in the background; ask again while one is `working`. */
export const comparisonStatistics = z.strictObject({
  pairs: z.array(
    z.strictObject({
      before: z.array(z.string()),
      after: z.array(z.string()),
      state: z.enum(["ready", "working", "failed"]),
      /** The one answer about the pair. Null while its statistics are computed. */
      judgement: pairJudgement.nullable().default(null),
      statistics: pairStatistics.nullable(),
      /** Empty while a verdict is computed, without prices, and where a side has several runs. Missing: a version without costs. */
      costs: z.array(costStatistic).optional(),
      /** What the trend shows in between. Empty while a verdict is computed, and for runs that are on no common trend. */
      trend: z.array(levelChange),
    }),
  ),
});
export type ComparisonStatistics = z.infer<typeof comparisonStatistics>;

/** The response of `GET /v1/comparisons`: metrics immediately, verdicts as far as they are computed. */
export const comparisonAnswer = runComparison.extend({
  statistics: comparisonStatistics.shape.pairs,
  /** Those of the most runs first, 12 at most and fewer with more than five runs. Missing: a version without them. */
  gauges: z.array(comparedGauge).optional(),
});
export type ComparisonAnswer = z.infer<typeof comparisonAnswer>;

/** `GET /v1/comparisons?runs=a,b` */
export const comparisonParameters = z.strictObject({
  runs: z
    .string()
    .transform((text) => text.split(",").map((id) => id.trim()))
    .pipe(z.array(z.string()).min(2).max(20)),
  reference: z.string().optional(),
  labels: queryNumber(z.number().int().min(0).max(1_000).optional()),
  sort: figureId.optional(),
  judged: z.enum(JUDGED_SIDES).optional(),
  /** In percent, as `GET /v1/runs/{id}/verdict` takes them. */
  minChange: queryDecimal(z.number().min(0).max(1_000).optional()),
  detect: queryDecimal(z.number().positive().max(1_000).optional()),
});
