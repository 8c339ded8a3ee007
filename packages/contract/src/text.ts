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

const emptyIsNull = (value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value);

/** Null if it is empty. */
export const lineOrNull = z.preprocess(emptyIsNull, lineOfText.nullable());
export const optionalLine = lineOrNull.default(null);

export function optionalText(most: number) {
  return z.preprocess(emptyIsNull, freeText(most).nullable()).default(null);
}
