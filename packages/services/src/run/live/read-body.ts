import type { z } from "zod";
import { HeadroomError } from "@headroom/core";

/** Reads the body of a writer; the first thing that is wrong becomes the error, named by its place. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const keys = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const field = [...(issue?.path ?? []), ...keys].map(String).join(".");
  throw unreadable(field, issue?.message ?? "it is not of its shape");
}

export function unreadable(field: string, what: string): HeadroomError {
  const where = field === "" ? "The body" : `"${field}"`;
  return new HeadroomError("batch-unreadable", `${where} cannot be read: ${what}.`, {
    ...(field === "" ? {} : { field }),
    hint: "The shape is described in docs/http-api.md, under live runs.",
  });
}
