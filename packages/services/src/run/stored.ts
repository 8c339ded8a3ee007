import type { Warning } from "@headroom/core";
import type { Comparison, WindowSummary } from "@headroom/contract";
import type { Prisma } from "@headroom/db";
import type { Steady } from "./find-steady.ts";
import type { StoredProof } from "./judge-run.ts";

type Json = Prisma.JsonValue;

/** What `judgeRun` wrote, read back: the columns are JSON for the database and of these types for us. */
export const storedSummary = (json: Json) => read<WindowSummary>(json);
export const storedSteady = (json: Json) => read<Steady>(json);
export const storedProof = (json: Json) => read<StoredProof>(json);
export const storedComparison = (json: Json) => read<Comparison>(json);

export function storedWarnings(json: Json): Warning[] {
  return read<Warning[]>(json) ?? [];
}

function read<T>(json: Json): T | null {
  return json === null ? null : (json as T);
}
