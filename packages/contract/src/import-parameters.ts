import { z } from "zod";
import { instant } from "./instant.ts";
import { lineOfText as name } from "./text.ts";

const note = z
  .string()
  .trim()
  .min(1)
  .max(10_000)
  .regex(/^[^\0]*$/, "the null character is not allowed");

/** A parameter that may be repeated arrives as one string or as a list. */
const repeated = <Item extends z.ZodType>(item: Item, most: number) =>
  z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(item).max(most),
  );

/** `key=value`; the first `=` divides. */
const runLabel = z
  .string()
  .max(500)
  .regex(/^[^=\p{Cc}]+=\P{Cc}*$/u, "expected key=value");

/** The query of `POST /v1/runs`. A name that is not listed here is refused, so that a typing error is not lost. */
export const importParameters = z.strictObject({
  service: name,
  experiment: name,
  tool: name.default("auto"),
  run: name.optional(),
  generator: name.optional(),
  /** When the run began, for files that do not say. */
  started: instant.optional(),
  /** What the times of the file mean, where its tool can write either. */
  timestamps: z.enum(["start", "end"]).optional(),
  /** Whether requests were sent at their rate (open) or waited for answers (closed), where it is not as the tool does it. */
  load: z.enum(["open", "closed"]).optional(),
  /** The unit of latencies, where the file does not say it. */
  unit: z.enum(["ns", "us", "ms", "s"]).optional(),
  /** JSON: what the columns of a CSV or NDJSON file mean that no format is known for. Kept with the experiment. */
  mapping: z.string().max(20_000).optional(),
  environment: name.optional(),
  commit: name.optional(),
  branch: name.optional(),
  ci: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  notes: note.optional(),
  label: repeated(runLabel, 50),
  target: repeated(z.string().min(1).max(500), 100),
});
export type ImportParameters = z.infer<typeof importParameters>;

/** `Idempotency-Key`: printable ASCII, as the HTTP draft has it, with or without its quotes. */
export const idempotencyKey = z
  .string()
  .trim()
  .regex(/^[\x20-\x7e]{1,255}$/, "expected 1 to 255 printable ASCII characters");
