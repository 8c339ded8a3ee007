import { z } from "zod";
import { LABEL_KINDS } from "@headroom/core";

/** Text in the database can't contain null characters. */
const labelName = z.string().transform((name) => name.replaceAll("\0", "\uFFFD"));

/** A label of a run, as callers name it. */
export const labelOf = z.strictObject({ name: labelName, kind: z.enum(LABEL_KINDS) });
