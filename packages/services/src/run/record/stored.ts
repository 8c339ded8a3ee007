import { labelFilterSentence, parseTarget, withWords } from "@headroom/core";
import type {
  MetricStatistic,
  PhaseReason,
  Proof,
  RunCodes,
  RunLabelFilter,
  Target,
  Warning,
} from "@headroom/core";
import type {
  Comparison,
  LevelChange,
  PairStatistics,
  RunAnswer,
  RunPhaseAnswer,
  WindowSummary,
} from "@headroom/contract";
import { Prisma } from "@headroom/db";

/** The judged part of a run: from inclusive to exclusive, in seconds from the origin and as instants. */
export interface Steady {
  from: string;
  to: string;
  fromSeconds: number;
  toSeconds: number;
  method: string;
  reason: PhaseReason;
  summary: WindowSummary;
}

/** How the steady phase was found, or why it wasn't. */
export type StoredPhase = Omit<RunPhaseAnswer, "reason"> & { reason: PhaseReason };

type Json = Prisma.JsonValue;

export function orNull(value: object | null): Prisma.InputJsonObject | typeof Prisma.DbNull {
  return value === null ? Prisma.DbNull : { ...value };
}

/** Reads back what `judgeRun` wrote: JSON in the database, these types in code. */
export const storedSummary = (json: Json) => json as WindowSummary | null;
export const storedSteady = (json: Json) => json as Steady | null;
/** Runs judged before rises and partial hangs were found have none. */
export const storedPhase = (json: Json) =>
  json === null ? null : ({ rise: null, hangs: [], ...(json as object) } as unknown as StoredPhase);
/** What a run was judged by; see `judged_summary` in the database. */
export function storedJudged({ steady, summary, phase }: Record<"steady" | "summary" | "phase", Json>) {
  const whole = storedSummary(summary);
  return (
    storedSteady(steady)?.summary ?? (whole === null ? null : { ...whole, ...storedPhase(phase)?.counted })
  );
}
/** Runs judged before exact percentiles were known have none. */
export const storedProof = (json: Json) =>
  json === null ? null : ({ exact: [], ...(json as object) } as unknown as Proof);

export const storedCodes = (json: Json) => json as RunCodes | null;

/** Null: no label was left out. */
export const storedLabelFilter = (json: Json) => json as RunLabelFilter | null;

/** As the run's answer has it. */
export function labelFilterAnswer(json: Json): RunAnswer["labelFilter"] {
  const filter = storedLabelFilter(json);
  if (filter === null) return null;
  const { only, except, requests, labels } = filter;
  return { only: [...only], except: [...except], requests, labels, sentence: labelFilterSentence(filter) };
}

/** How a filter shows beside the proof of a figure. */
export function labelOverrides({ labelFilter }: { labelFilter: Json }): string[] {
  const filter = labelFilterAnswer(labelFilter);
  return filter === null ? [] : [filter.sentence];
}

/** What `comparePair` found. */
export type StoredStatistics = Omit<PairStatistics, "whole" | "labels"> & {
  whole: readonly MetricStatistic[];
  labels: readonly (Omit<PairStatistics["labels"][number], "metrics"> & {
    metrics: readonly MetricStatistic[];
  })[];
};

/** With the sentences that are made from its reasons. */
export function toPairStatistics({ whole, labels, ...rest }: StoredStatistics): PairStatistics {
  return {
    ...rest,
    whole: whole.map(asAnswered),
    labels: labels.map(({ metrics, ...label }) => ({ ...label, metrics: metrics.map(asAnswered) })),
  };
}

function asAnswered(statistic: MetricStatistic): PairStatistics["whole"][number] {
  return { ...withWords(statistic), atMix: statistic.reasons.some(({ code }) => code === "at-mix") };
}

export function storedComparison(json: Json): Comparison | null {
  const stored = json as StoredComparison | null;
  if (stored === null) return null;
  const { trend, ...kept } = stored;
  return {
    ...kept,
    verdict: kept.verdict === null ? null : toPairStatistics(kept.verdict),
    ...(trend === undefined ? {} : { trend: trend.map((one) => ({ ...one, drifts: one.drifts ?? [] })) }),
  };
}

/** Comparisons stored before drifts were found have none. */
export type StoredComparison = Omit<Comparison, "verdict" | "trend"> & {
  verdict: StoredStatistics | null;
  trend?: (Omit<LevelChange, "drifts"> & Partial<Pick<LevelChange, "drifts">>)[];
};

export function storedWarnings(json: Json): Warning[] {
  return (json as Warning[] | null) ?? [];
}

/** Targets are stored as their canonical text, which parses to the same target. */
export function storedTarget(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(`the stored target "${text}" cannot be read: ${parsed.error.message}`);
  return parsed.target;
}
