import { z } from "zod";
import { MAX_CONFIGURATION as MAX } from "@headroom/core";
import { experimentFields } from "../workspace/experiment.ts";
import { lineOfText } from "../text.ts";

/** `=` divides it from its value. */
export const configurationKey = z
  .string()
  .trim()
  .min(1)
  .max(MAX.key)
  .regex(/^[^=\p{Cc}]*$/u, "a key can't contain = or control characters")
  .overwrite((text) => text.toWellFormed());
const value = z
  .string()
  .trim()
  .max(MAX.value)
  .regex(/^\P{Cc}*$/u, "control characters are not allowed")
  .overwrite((text) => text.toWellFormed());

/** What was running: keys of your choice. */
const configurationFields = z
  .record(configurationKey, value)
  .refine((keys) => Object.keys(keys).length <= MAX.keys, `at most ${MAX.keys} keys`);

/** The same as `key=value`. The first `=` divides, and a key can do without a value. */
export const configurationText = z
  .string()
  .regex(
    /^\s*[^=\s\p{Cc}][^=\p{Cc}]{0,99}(?:=\P{Cc}{0,400})?$/u,
    "expected key=value, with a key of at most 100 characters and a value of at most 400",
  )
  .overwrite((text) => text.toWellFormed());
export const configurationTextList = z.array(configurationText).max(MAX.keys);

/** What was changed for a run. */
export const changedLine = lineOfText.max(500);

const { ratePerGenerator, generators, threadsPerGenerator } = experimentFields.shape;

/** What one run was meant to send, in place of its experiment's workload. Null: as the experiment defines. */
export const statedLoad = {
  ratePerGenerator: ratePerGenerator.unwrap(),
  generators: generators.unwrap(),
  threadsPerGenerator: threadsPerGenerator.unwrap(),
};

/** The body of `PATCH /v1/runs/{id}`. What isn't given stays as it is; null removes it. */
export const runEdit = z.strictObject({
  /** Replaces all keys. */
  configuration: configurationFields.optional(),
  changed: changedLine.nullable().optional(),
  ratePerGenerator: statedLoad.ratePerGenerator.optional(),
  generators: statedLoad.generators.optional(),
  threadsPerGenerator: statedLoad.threadsPerGenerator.optional(),
});

/** What was running for a run and what it was meant to send, as people say it. */
export const runSetup = z.strictObject({
  configuration: z.record(z.string(), z.string()),
  /** What was changed for it. */
  changed: z.string().nullable(),
  load: z.strictObject({
    durationSeconds: z.number().nullable(),
    ratePerGenerator: z.number().nullable(),
    generators: z.int().nullable(),
    threadsPerGenerator: z.int().nullable(),
    /** Rate x generators x duration. */
    expectedRequests: z.number().nullable(),
    /** It was meant to send another load than its experiment defines. */
    isOther: z.boolean(),
  }),
});
export type RunSetup = z.infer<typeof runSetup>;

/** What people say differs between two runs. */
export const whatChangedAnswer = z.strictObject({
  /** The keys in which their configurations differ. Null: the run doesn't have it. */
  configuration: z.array(
    z.strictObject({ key: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** What was changed for the second run. */
  changed: z.string().nullable(),
  /** Both in a few words. Null: nothing is said to differ. */
  words: z.string().nullable(),
});
export type WhatChangedAnswer = z.infer<typeof whatChangedAnswer>;
