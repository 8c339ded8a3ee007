import { z } from "zod";
import { ERROR_CODES } from "@headroom/core";

/** One line or field that was refused, inside a problem. */
export const refusedLine = z.strictObject({
  line: z.int().nonnegative(),
  byte: z.int().nonnegative(),
  column: z.string().nullable(),
  reason: z.string(),
});

/** RFC 9457. `code` is stable, `detail` is for people, `instance` identifies the request in the server's log. */
export const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  code: z.enum(ERROR_CODES),
  detail: z.string(),
  instance: z.string(),
  hint: z.string().optional(),
  field: z.string().optional(),
  line: z.int().nonnegative().optional(),
  byte: z.int().nonnegative().optional(),
  /** The formats that come closest to a file that none recognizes. */
  formats: z
    .array(z.strictObject({ format: z.string(), reason: z.string() }))
    .max(3)
    .optional(),
  refused: z.array(refusedLine).max(10).optional(),
});
export type Problem = z.infer<typeof problem>;

export const PROBLEM_MEDIA_TYPE = "application/problem+json";
