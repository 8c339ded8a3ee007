import { HeadroomError } from "@headroom/core";
import type { z } from "zod";

/** A value with the shape that a tool writes; otherwise refuses it and names the first place that differs. */
export function readShape<T>(shape: z.ZodType<T>, value: unknown, what: string): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue === undefined || issue.path.length === 0 ? null : issue.path.join(".");
  const why = issue?.message ?? "it has an unexpected structure";
  throw new HeadroomError(
    "file-unreadable",
    `This is not a valid ${what}: ${path === null ? "" : `${path}: `}${why}.`,
    {
      ...(path === null ? {} : { field: path }),
      hint: "Wait for the run to finish, then send the file exactly as the tool wrote it.",
    },
  );
}
