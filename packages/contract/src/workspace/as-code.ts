import { DAY_SECONDS } from "@headroom/core";
import { z } from "zod";
import { lineOfText } from "../text.ts";

const positive = z.number().positive();
const count = (most: number) => z.int().positive().max(most);

/** The workload and the targets of an experiment, as a file in its repository states them. */
const experimentAsCode = z.strictObject({
  group: lineOfText.optional(),
  owner: lineOfText.optional(),
  tags: z.array(lineOfText.max(60)).max(20).optional(),
  representsPeak: z.boolean().optional(),
  defaultBranch: lineOfText.optional(),
  workload: z
    .strictObject({
      requestSet: lineOfText.optional(),
      distinctRequests: count(1e15).optional(),
      durationSeconds: positive.max(366 * DAY_SECONDS).optional(),
      ratePerGenerator: positive.max(1e12).optional(),
      generators: count(1_000_000).optional(),
      threadsPerGenerator: count(1_000_000).optional(),
    })
    .optional(),
  targets: z.array(z.string().max(2_000)).max(50).optional(),
});
export type ExperimentAsCode = z.infer<typeof experimentAsCode>;

/** `headroom.yaml`. Unknown keys are refused: a misspelled target would otherwise never be judged. */
export const asCode = z.strictObject({
  version: z.literal(1, { error: "expected 1: a newer version needs a newer headroom" }),
  service: lineOfText,
  experiments: z.record(lineOfText, experimentAsCode),
});
export type AsCode = z.infer<typeof asCode>;
