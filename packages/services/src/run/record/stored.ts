import type { Proof, Warning } from "@headroom/core";
import type { Comparison, WindowSummary } from "@headroom/contract";
import type { Prisma } from "@headroom/db";

/** The judged part of a run: from inclusive to exclusive, in seconds from the origin and as instants. */
export interface Steady {
  from: string;
  to: string;
  fromSeconds: number;
  toSeconds: number;
  method: string;
  reason: string;
  summary: WindowSummary;
}

type Json = Prisma.JsonValue;

/** What `judgeRun` wrote, read back: the columns are JSON for the database and of these types for us. */
export const storedSummary = (json: Json) => json as WindowSummary | null;
export const storedSteady = (json: Json) => json as Steady | null;
export const storedProof = (json: Json) => json as Proof | null;
export const storedComparison = (json: Json) => json as Comparison | null;

export function storedWarnings(json: Json): Warning[] {
  return (json as Warning[] | null) ?? [];
}
