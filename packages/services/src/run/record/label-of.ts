import { z } from "zod";
import type { LabelKind } from "@headroom/core";

export const LABEL_KINDS = ["request", "transaction", "hop"] as const satisfies readonly LabelKind[];

/** Text in the database can't contain null characters. */
const labelName = z.string().transform((name) => name.replaceAll("\0", "\uFFFD"));

/** A label of a run, as callers name it. */
export const labelOf = z.strictObject({ name: labelName, kind: z.enum(LABEL_KINDS) });
