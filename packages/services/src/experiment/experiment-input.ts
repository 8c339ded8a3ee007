import { z } from "zod";
import { lineOfText } from "@headroom/contract";

const MAX_TAGS = 20;
const MAX_TARGETS = 50;

const optionalLine = z.preprocess(
  (value) => (typeof value === "string" && value.trim() === "" ? null : value),
  lineOfText.nullable(),
);
const positive = z.number().positive();

/** What people enter about an experiment: the workload and what they expect of it. */
export const experimentFields = z.strictObject({
  name: lineOfText,
  groupName: optionalLine.default(null),
  tags: z
    .array(lineOfText.max(60))
    .max(MAX_TAGS)
    .default([])
    .transform((tags) => [...new Set(tags)]),
  owner: optionalLine.default(null),
  requestSet: optionalLine.default(null),
  distinctRequests: z.int().positive().max(1e15).nullable().default(null),
  durationSeconds: positive
    .max(366 * 86_400)
    .nullable()
    .default(null),
  ratePerGenerator: positive.max(1e12).nullable().default(null),
  generators: z.int().positive().max(1_000_000).nullable().default(null),
  threadsPerGenerator: z.int().positive().max(1_000_000).nullable().default(null),
  representsPeak: z.boolean().default(false),
  targets: z.array(z.string().max(2_000)).max(MAX_TARGETS).default([]),
});

export type ExperimentFields = z.output<typeof experimentFields>;

/** The same as columns of the experiment table. */
export function columnsOf({ targets: _apart, distinctRequests, ...fields }: ExperimentFields) {
  return { ...fields, distinctRequests: distinctRequests === null ? null : BigInt(distinctRequests) };
}
