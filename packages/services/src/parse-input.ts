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
  const field = String(issue.path[0] ?? "");
  if (valueAt(input, field) === undefined) {
    throw new HeadroomError("parameter-missing", `The parameter "${field}" is missing.`, { field });
  }
  throw new HeadroomError(
    "parameter-unreadable",
    `The parameter "${field}" cannot be read: ${issue.message}.`,
    {
      field,
    },
  );
}

function valueAt(input: unknown, field: string): unknown {
  return typeof input === "object" && input !== null ? Reflect.get(input, field) : undefined;
}
