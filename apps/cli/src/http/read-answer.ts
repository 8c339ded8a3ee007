import type { z } from "zod";
import { HeadroomError } from "@headroom/core";

/**
 * An answer of the server as this command knows it. A later version of the server adds fields, and what a command doesn't
 * know must not keep it from working: unknown fields are left out, anything else that is unexpected is an error.
 */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const result = readKnown(schema, answer);
  if (result.success) return result.data;
  throw unreadable(result.error.issues);
}

/** The same, for what may also be something else. */
export function readKnown<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const known: unknown = structuredClone(answer);
  for (;;) {
    const result = schema.safeParse(known);
    if (result.success) return result;
    const removed = unknownKeysIn(result.error.issues).filter(({ path, key }) => remove(known, path, key));
    if (removed.length === 0) return result;
  }
}

function unreadable([issue]: readonly z.core.$ZodIssue[]): HeadroomError {
  const where = issue?.path.map(String).join(".") ?? "";
  return new HeadroomError("internal", `The server's answer can't be read at "${where}".`, {
    hint: "Its version and that of this command differ. Use the command that comes with the server.",
  });
}

interface UnknownKey {
  path: readonly PropertyKey[];
  key: string;
}

/** Of a value that may be one of several, the first of which only has too many fields. */
function unknownKeysIn(issues: readonly z.core.$ZodIssue[]): UnknownKey[] {
  return issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => ({ path: issue.path, key }));
    if (issue.code !== "invalid_union") return [];
    const only = issue.errors.find((one) => one.every(({ code }) => code === "unrecognized_keys"));
    return unknownKeysIn(only ?? []).map(({ path, key }) => ({ path: [...issue.path, ...path], key }));
  });
}

function remove(from: unknown, path: readonly PropertyKey[], key: string): boolean {
  const holder = path.reduce<unknown>(
    (value, step) => (typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined),
    from,
  );
  return (
    typeof holder === "object" &&
    holder !== null &&
    Object.hasOwn(holder, key) &&
    Reflect.deleteProperty(holder, key)
  );
}
