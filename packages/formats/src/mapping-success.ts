import type { ColumnMapping } from "./mapping.ts";

const GOOD = ["true", "1", "yes", "ok", "pass", "passed", "success"];

/** The values that mean success, in lower case. */
export function goodValues(success: ColumnMapping["success"]): string[] {
  return (success?.good ?? GOOD).map((value) => value.trim().toLowerCase());
}
