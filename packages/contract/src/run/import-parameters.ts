import { z } from "zod";
import { DAY_SECONDS, ERRORS_BY } from "@headroom/core";
import { priceText } from "./cost.ts";
import { instant } from "../instant.ts";
import { queryDecimal, queryNumber } from "../query-number.ts";
import { repeated } from "../repeated.ts";
import { changedLine, configurationTextList, statedLoad } from "./run-configuration.ts";
import { lineOfText as name } from "../text.ts";

const note = z
  .string()
  .trim()
  .min(1)
  .max(10_000)
  .regex(/^[^\0]*$/, "the null character is not allowed");

const LONGEST_SECONDS = 31 * DAY_SECONDS;

/** Compared with whole labels. */
const labelPatterns = z
  .array(
    z
      .string()
      .min(1)
      .max(200)
      .regex(/^[^\0]*$/, "the null character is not allowed"),
  )
  .max(20);

/** So many runs of a commit can be planned. */
const MOST_REPEATS = 10;

/** The query of `POST /v1/runs`. Unknown names are refused, so that typing errors are noticed. */
export const importParameters = z.strictObject({
  service: name,
  experiment: name,
  tool: name.default("auto"),
  run: name.optional(),
  generator: name.optional(),
  /** When the run began, for files that don't say. */
  started: instant.optional(),
  /** What the file's times mean, if its tool can write either. */
  timestamps: z.enum(["start", "end"]).optional(),
  /** Where dates without a time zone were written: an IANA name or an offset. */
  zone: z.string().max(100).optional(),
  /** Whether requests were sent at a fixed rate (open) or waited for responses (closed), if it differs from the tool's default. */
  load: z.enum(["open", "closed"]).optional(),
  /** What errors are counted by: the tool's word, or also status codes from 500 on. The experiment's choice if not given. */
  "errors-by": z.enum(ERRORS_BY).optional(),
  /** The unit of latencies, if the file doesn't say. */
  unit: z.enum(["ns", "us", "ms", "s"]).optional(),
  /** JSON: the meaning of the columns in a CSV or NDJSON file of unknown format. Saved with the experiment. */
  mapping: z.string().max(20_000).optional(),
  environment: name.optional(),
  commit: name.optional(),
  branch: name.optional(),
  ci: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  /** How many times its commit is run: it is judged once all of them are in, and each counts. */
  repeat: queryNumber(z.number().int().min(2).max(MOST_REPEATS).optional()),
  /** How many seconds it was meant to take: a much shorter run ended early, and one that is as long is short on purpose. */
  duration: queryNumber(z.number().int().min(1).max(LONGEST_SECONDS).optional()),
  /** What it was meant to send, if that differs from its experiment's workload: requests a second of each generator, */
  rate: queryDecimal(statedLoad.ratePerGenerator.unwrap().optional()),
  /** how many generators, */
  generators: queryNumber(statedLoad.generators.unwrap().optional()),
  /** and the threads of each. */
  threads: queryNumber(statedLoad.threadsPerGenerator.unwrap().optional()),
  notes: note.optional(),
  /** What everything that was running costs: "0.004 USD/s". */
  price: priceText.optional(),
  /** Whether a simulator made the results up, so that they prove nothing. */
  simulated: z.enum(["true", "false"]).optional(),
  /** Whether it is of an archive, so that it has its place by when it began, however long ago. */
  archive: z.enum(["true", "false"]).optional(),
  /** What was running: "memory=8 GB". */
  configuration: repeated(configurationTextList.default([])),
  /** What was changed for this run. */
  changed: changedLine.optional(),
  /** Only requests with labels that match one of these patterns count; `*` matches any text. */
  "only-label": repeated(labelPatterns.optional()),
  /** Requests with labels that match one of these patterns don't count. */
  "except-label": repeated(labelPatterns.optional()),
  target: repeated(z.array(z.string().min(1).max(500)).max(100).default([])),
});
export type ImportParameters = z.infer<typeof importParameters>;

/** `Idempotency-Key`: printable ASCII, as in the HTTP draft, with or without quotes. */
export const idempotencyKey = z
  .string()
  .trim()
  .regex(/^[\x20-\x7e]{1,255}$/, "expected 1 to 255 printable ASCII characters");
