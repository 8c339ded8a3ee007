import type { z } from "zod";
import { HeadroomError } from "@headroom/core";

/** Reads what a caller gave; the first thing that is wrong becomes the error, named by its field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined) throw new HeadroomError("parameter-unreadable", "The input cannot be read.");
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    throw new HeadroomError("parameter-unreadable", `There is no parameter "${key}".`, {
      field: key,
      hint: "Check its spelling. A parameter that is not known is refused, so that it is not lost in silence.",
    });
  }
  const field = issue.path.map(String).join(".");
  if (field !== "" && valueAt(input, issue.path) === undefined) {
    throw new HeadroomError("parameter-missing", `The parameter "${field}" is missing.`, { field });
  }
  const what = field === "" ? "What was sent" : `The parameter "${field}"`;
  throw new HeadroomError("parameter-unreadable", `${what} cannot be read: ${issue.message}.`, {
    ...(field === "" ? {} : { field }),
  });
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}
