import { z } from "zod";

/**
 * A parameter that can be repeated: it arrives as one string or as a list. Say inside what a missing one means, because the
 * OpenAPI document requires whatever the list itself requires.
 */
export function repeated<Schema extends z.ZodType>(list: Schema) {
  return z.preprocess((given) => (typeof given === "string" ? [given] : given), list);
}
