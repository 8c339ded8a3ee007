import { z } from "zod";
import { ERROR_CODES } from "@headroom/core";

export const REPARSE_STATES = ["queued", "done", "failed"] as const;

/** Parsing a run's kept files again: pending or under way, done, or why it was given up. */
export const reparse = z.strictObject({
  id: z.uuid(),
  state: z.enum(REPARSE_STATES),
  requestedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  problem: z.strictObject({ code: z.enum(ERROR_CODES), detail: z.string() }).nullable(),
});
export type Reparse = z.infer<typeof reparse>;

/** The response of `POST /v1/runs/{id}/reparse` with status 202. */
export const reparseAnswer = z.strictObject({
  job: reparse,
  run: z.strictObject({ id: z.uuid(), url: z.url() }),
});
export type ReparseAnswer = z.infer<typeof reparseAnswer>;

/** A part of a run, and what it came from. */
export const keptFile = z.strictObject({
  part: z.uuid(),
  generator: z.string(),
  /** Null: it wasn't kept. */
  kept: z
    .strictObject({
      /** As stored. */
      bytes: z.int().positive(),
      encoding: z.string(),
      /** What was sent: one file, or those of a form, with their decoded sizes. */
      files: z.array(z.strictObject({ name: z.string(), bytes: z.int().nonnegative() })),
    })
    .nullable(),
});

/** The response of `GET /v1/runs/{id}/raw`. */
export const keptFiles = z.strictObject({ files: z.array(keptFile) });
export type KeptFiles = z.infer<typeof keptFiles>;
