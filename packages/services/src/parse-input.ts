import { z } from "zod";
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
      hint: hintFor(key, schema),
    });
  }
  if (issue.code === "invalid_union" && issue.path.length === 0 && schema instanceof z.ZodUnion) {
    throw new HeadroomError(
      "parameter-unreadable",
      "The parameters don't fit together, or one of them is missing or invalid.",
      {
        hint: `Use one of these: ${schema.options.flatMap(parametersOf).join("; ")}.`,
      },
    );
  }
  const field = issue.path.map(String).join(".");
  if (field !== "" && valueAt(input, issue.path) === undefined) {
    throw new HeadroomError("parameter-missing", `The parameter "${field}" is missing.`, {
      field,
      fieldMessage: "This field is required.",
    });
  }
  throw new HeadroomError(
    "parameter-unreadable",
    `${nameOf(issue.path)} is invalid: ${issue.message}.`,
    field === "" ? {} : { field, fieldMessage: sentence(issue.message) },
  );
}

/** A repeated parameter has no numbers in its name, so its values are counted beside it. */
function nameOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "The input";
  const last = path.at(-1);
  return typeof last === "number" && path.length > 1
    ? `Value ${last + 1} of the parameter "${path.slice(0, -1).map(String).join(".")}"`
    : `The parameter "${path.map(String).join(".")}"`;
}

/** For `target.0`, `target[]` and `targets`, which other APIs use for lists. */
function hintFor(key: string, schema: z.ZodType): string {
  const stem = /^(\w+?)s?(?:[.[].*)?$/.exec(key)?.[1] ?? key;
  const isKnown = schema instanceof z.ZodObject && stem !== key && Object.hasOwn(schema.shape, stem);
  if (isKnown) return `Use ${stem}= and repeat it for several values: ${stem}=…&${stem}=…`;
  return "Check the spelling. Unknown parameters are rejected rather than silently ignored.";
}

/** One way to ask, as in `service, before, after` or `runs (optional: reference)`. */
function parametersOf(option: z.core.$ZodType): string[] {
  if (!(option instanceof z.ZodObject)) return [];
  const shape: Record<string, z.ZodType> = option.shape;
  const [optional, required] = [true, false].map((isOptional) =>
    Object.keys(shape)
      .filter((name) => shape[name]?.safeParse(undefined).success === isOptional)
      .join(", "),
  );
  return [`${required}${optional === "" ? "" : ` (optional: ${optional})`}`];
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
