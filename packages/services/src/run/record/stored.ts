import { parseTarget } from "@headroom/core";
import type { PhaseReason, Proof, Target, Warning } from "@headroom/core";
import type { Comparison, LevelChange, RunPhaseAnswer, WindowSummary } from "@headroom/contract";
import type { Prisma } from "@headroom/db";

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

/** Reads back what `judgeRun` wrote: JSON in the database, these types in code. */
export const storedSummary = (json: Json) => json as WindowSummary | null;
export const storedSteady = (json: Json) => json as Steady | null;
export const storedPhase = (json: Json) => json as StoredPhase | null;
/** Runs judged before exact percentiles were known have none. */
export const storedProof = (json: Json) =>
  json === null ? null : ({ exact: [], ...(json as object) } as unknown as Proof);

export function storedComparison(json: Json): Comparison | null {
  const stored = json as StoredComparison | null;
  if (stored?.trend === undefined) return stored as Comparison | null;
  return { ...stored, trend: stored.trend.map((change) => ({ ...change, drifts: change.drifts ?? [] })) };
}

/** Comparisons stored before drifts were found have none. */
type StoredComparison = Omit<Comparison, "trend"> & {
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
