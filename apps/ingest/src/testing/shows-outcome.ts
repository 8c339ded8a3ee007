import { PAIR_OUTCOMES, RUN_OUTCOMES } from "@headroom/core";

const LISTS = [RUN_OUTCOMES, PAIR_OUTCOMES].map(nameOf);

/** Whether a JSON schema has one of the lists of outcomes in it, under whatever name. */
export function showsOutcome(
  schema: unknown,
  named: Readonly<Record<string, unknown>>,
  seen = new Set<string>(),
): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  if ("enum" in schema && Array.isArray(schema.enum) && LISTS.includes(nameOf(schema.enum))) return true;
  if ("$ref" in schema && typeof schema.$ref === "string" && !seen.has(schema.$ref)) {
    seen.add(schema.$ref);
    if (showsOutcome(named[schema.$ref.split("/").at(-1) ?? ""], named, seen)) return true;
  }
  return Object.values(schema).some((part) => showsOutcome(part, named, seen));
}

/** The same for the same words in any order. */
function nameOf(words: readonly unknown[]): string {
  return words
    .map(String)
    .toSorted((a, b) => a.localeCompare(b))
    .join();
}
