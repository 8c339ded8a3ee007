import { z } from "zod";
import { parseInput } from "@headroom/services";

/** Any string: something that is not an id behaves like an id that does not exist. */
export const id = z.string().max(500);
export const byId = z.strictObject({ id });
/** The slug of a service, or anything else. */
export const ofService = z.strictObject({ service: z.string().max(500) });

/**
 * The input of a procedure, by the schema of the verb that gets it: refused in the verb's words, with the name of the field.
 * It is passed on as it was sent, because the verb parses it.
 */
export function taken<Schema extends z.ZodType>(schema: Schema) {
  return (input: unknown): z.input<Schema> => {
    parseInput(schema, input);
    // The schema has just accepted it.
    return input as z.input<Schema>;
  };
}

/** `isMine`: only of experiments that name the reader as their owner. */
export const whose = z.strictObject({ isMine: z.boolean().default(false) }).default({ isMine: false });
