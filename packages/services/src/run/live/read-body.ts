import type { z } from "zod";
import { HeadroomError } from "@headroom/core";

/** Reads the body of a writer; the first thing that is wrong becomes the error, named by its place. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const keys = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const field = [...(issue?.path ?? []), ...keys].map(String).join(".");
  throw unreadable(field, issue?.message ?? "it does not match the expected shape");
}

export function unreadable(field: string, what: string): HeadroomError {
  const where = field === "" ? "The body" : `"${field}"`;
  return new HeadroomError("batch-unreadable", `${where} is invalid: ${what}.`, {
    ...(field === "" ? {} : { field }),
    hint: "docs/http-api.md describes the body, under live runs.",
  });
}
