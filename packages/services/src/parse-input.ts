import type { z } from "zod";
import { HeadroomError } from "@headroom/core";

/** Parses a caller's input. The first problem becomes the error, with the field's name. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined) throw new HeadroomError("parameter-unreadable", "The input is invalid.");
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    throw new HeadroomError("parameter-unreadable", `Unknown parameter "${key}".`, {
      field: key,
      hint: "Check the spelling. Unknown parameters are rejected rather than silently ignored.",
    });
  }
  const field = issue.path.map(String).join(".");
  if (field !== "" && valueAt(input, issue.path) === undefined) {
    throw new HeadroomError("parameter-missing", `The parameter "${field}" is missing.`, {
      field,
      fieldMessage: "This field is required.",
    });
  }
  const what = field === "" ? "The input" : `The parameter "${field}"`;
  throw new HeadroomError("parameter-unreadable", `${what} is invalid: ${issue.message}.`, {
    ...(field === "" ? {} : { field, fieldMessage: sentence(issue.message) }),
  });
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}
