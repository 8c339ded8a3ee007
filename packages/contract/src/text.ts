import { z } from "zod";

/** Text that the database can store: well formed, and without null characters. */
export function freeText(most: number) {
  return z
    .string()
    .max(most)
    .overwrite((text) => text.toWellFormed().replaceAll("\0", "\uFFFD"));
}

/** One line of text without control characters, which neither a database nor a terminal handles well. */
export const lineOfText = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, "control characters are not allowed")
  .overwrite((text) => text.toWellFormed());
