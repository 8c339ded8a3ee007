import { z } from "zod";
import {
  AFTER_STEP,
  CAPACITY_FACTOR,
  MAX_RUN_ATTRIBUTES,
  PEAK_ENVIRONMENT,
  PROOF_DAYS,
  PROOF_DEPLOYS,
  SETTING_BOUNDS as BOUNDS,
  traceUrlProblem,
} from "@headroom/core";
import { configurationKey } from "../run/run-configuration.ts";
import { lineOfText } from "../text.ts";

/** Pages open it in a member's browser. */
const traceUrl = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^\P{Cc}*$/u, "control characters are not allowed")
  .superRefine((template, context) => {
    const problem = traceUrlProblem(template);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  });

/** What a workspace can configure, with the defaults for what it hasn't. */
export const workspaceSettings = z.object({
  /** Uploaded files are saved, so that a run can be parsed again. */
  keepRawFiles: z.boolean().default(false),
  /** Runs are deleted this many days after they arrived; null: never. Baselines stay. */
  keepRunsDays: z.int().min(BOUNDS.keepRunsDays.min).max(BOUNDS.keepRunsDays.max).nullable().default(null),
  /** Fewer labels in a part than the server accepts; null: the server's limit. */
  maxLabels: z.int().min(BOUNDS.maxLabels.min).max(BOUNDS.maxLabels.max).nullable().default(null),
  /** A smaller share of unreadable lines than the server tolerates; null: the server's limit. */
  maxBadLinesShare: z
    .number()
    .min(BOUNDS.maxBadLinesShare.min)
    .max(BOUNDS.maxBadLinesShare.max)
    .nullable()
    .default(null),
  /** How sure met and missed have to be; null: the default. */
  targetConfidence: z
    .number()
    .min(BOUNDS.targetConfidence.min)
    .max(BOUNDS.targetConfidence.max)
    .nullable()
    .default(null),
  /** The branch whose last good run others are compared with; null: main or master. */
  defaultBranch: lineOfText.nullable().default(null),
  /** What later runs are while the trend of that branch stays worse, until somebody accepts it. */
  afterStep: z.enum(AFTER_STEP).default("unsure"),
  /** How many times the expected peak has to be proven. */
  capacityFactor: z
    .number()
    .min(BOUNDS.capacityFactor.min)
    .max(BOUNDS.capacityFactor.max)
    .default(CAPACITY_FACTOR),
  /** How long a proof counts. */
  proofDays: z.int().min(BOUNDS.proofDays.min).max(BOUNDS.proofDays.max).default(PROOF_DAYS),
  /** After so many deploys, a proof puts a peak day at risk; null: deploys don't matter. */
  proofDeploys: z
    .int()
    .min(BOUNDS.proofDeploys.min)
    .max(BOUNDS.proofDeploys.max)
    .nullable()
    .default(PROOF_DEPLOYS),
  /** The environment in which peaks take place. */
  peakEnvironment: lineOfText.default(PEAK_ENVIRONMENT),
  /** Where a trace can be looked at, with {traceId} in place of its ID; null: nowhere. */
  traceUrl: traceUrl.nullable().default(null),
  /** The attributes of OpenTelemetry resources that become configuration of live runs. No others do. */
  runAttributes: z
    .array(configurationKey)
    .max(MAX_RUN_ATTRIBUTES)
    .overwrite((names) => [...new Set(names)])
    .default([]),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettings>;

/** Without defaults: settings that aren't given stay as they are. */
export const changedSettings = z.strictObject({
  keepRawFiles: workspaceSettings.shape.keepRawFiles.unwrap().optional(),
  keepRunsDays: workspaceSettings.shape.keepRunsDays.unwrap().optional(),
  maxLabels: workspaceSettings.shape.maxLabels.unwrap().optional(),
  maxBadLinesShare: workspaceSettings.shape.maxBadLinesShare.unwrap().optional(),
  targetConfidence: workspaceSettings.shape.targetConfidence.unwrap().optional(),
  defaultBranch: workspaceSettings.shape.defaultBranch.unwrap().optional(),
  afterStep: workspaceSettings.shape.afterStep.unwrap().optional(),
  capacityFactor: workspaceSettings.shape.capacityFactor.unwrap().optional(),
  proofDays: workspaceSettings.shape.proofDays.unwrap().optional(),
  proofDeploys: workspaceSettings.shape.proofDeploys.unwrap().optional(),
  peakEnvironment: workspaceSettings.shape.peakEnvironment.unwrap().optional(),
  traceUrl: workspaceSettings.shape.traceUrl.unwrap().optional(),
  runAttributes: workspaceSettings.shape.runAttributes.unwrap().optional(),
});

/** The response of `GET /v1/workspace/storage`: about what a workspace takes on disk, in bytes. */
export const workspaceStorage = z.strictObject({
  /** Of the limit: runs, files and live traffic together. */
  usedBytes: z.number(),
  runBytes: z.number(),
  fileBytes: z.number(),
  /** Live traffic of services. Runs that were kept from it are runs. */
  trafficBytes: z.number(),
  /** The share that belongs to deleted runs: it is free once they are removed. */
  deletedBytes: z.number(),
  /** Null: no limit of its own. */
  maxBytes: z.number().nullable(),
});
export type WorkspaceStorage = z.infer<typeof workspaceStorage>;

/** The response of `GET /v1/workspace/usage`. */
export const workspaceUsage = z.strictObject({
  /** What the server's operator calls the workspace. */
  workspace: z.string(),
  /** Without those in the trash. */
  runs: z.int(),
  /** Labels and gauges of runs. */
  runSeries: z.int(),
  /** Labels and gauges of live traffic. */
  liveSeries: z.int(),
  storage: workspaceStorage,
  /** What the server's operator allows the workspace. Null: no more than the server's own limits. */
  quota: z.strictObject({
    /** Refused with `quota-exceeded` from then on, until 00:00 UTC. */
    uploadsPerDay: z.int().nullable(),
    storedBytes: z.number().nullable(),
  }),
  /** The last 30 days in UTC, the oldest first, with what was uploaded on each: runs that were deleted since included. */
  days: z.array(
    z.strictObject({
      day: z.iso.date(),
      /** Files, one for each generator, and live runs. */
      uploads: z.int(),
      samples: z.number(),
      /** As they were sent. */
      bytes: z.number(),
    }),
  ),
});
export type WorkspaceUsage = z.infer<typeof workspaceUsage>;
