import { z } from "zod";

/** Text of any kind as the database can hold it: well formed, and without the null character. */
export function freeText(most: number) {
  return z
    .string()
    .max(most)
    .overwrite((text) => text.toWellFormed().replaceAll("\0", "\uFFFD"));
}

/** One line of text: no control characters, which neither a database nor a terminal takes well. */
export const lineOfText = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, "control characters are not allowed")
  .overwrite((text) => text.toWellFormed());
