import { DAY_SECONDS } from "@headroom/core";
import { z } from "zod";
import { lineOfText, optionalLine } from "../text.ts";

const MAX_TAGS = 20;
const MAX_TARGETS = 50;

const positive = z.number().positive();

/** What people enter about an experiment: the workload and what they expect of it. */
export const experimentFields = z.strictObject({
  name: lineOfText,
  groupName: optionalLine,
  tags: z
    .array(lineOfText.max(60))
    .max(MAX_TAGS)
    .default([])
    .transform((tags) => [...new Set(tags)]),
  owner: optionalLine,
  requestSet: optionalLine,
  distinctRequests: z.int().positive().max(1e15).nullable().default(null),
  durationSeconds: positive
    .max(366 * DAY_SECONDS)
    .nullable()
    .default(null),
  ratePerGenerator: positive.max(1e12).nullable().default(null),
  generators: z.int().positive().max(1_000_000).nullable().default(null),
  threadsPerGenerator: z.int().positive().max(1_000_000).nullable().default(null),
  representsPeak: z.boolean().default(false),
  /** Null: that of the workspace. */
  defaultBranch: optionalLine,
  targets: z.array(z.string().max(2_000)).max(MAX_TARGETS).default([]),
});
export type ExperimentFields = z.output<typeof experimentFields>;

/** What a file in a repository can state about an experiment. */
export const STATED_FIELDS = [
  "groupName",
  "tags",
  "owner",
  "representsPeak",
  "defaultBranch",
  "requestSet",
  "distinctRequests",
  "durationSeconds",
  "ratePerGenerator",
  "generators",
  "threadsPerGenerator",
  "targets",
] as const satisfies readonly (keyof ExperimentFields)[];
export type StatedField = (typeof STATED_FIELDS)[number];

const { groupName, targets } = experimentFields.shape;

/** The body of `PUT /v1/experiments`: an experiment as programs write it down, found by name, as an upload finds it. */
export const savedExperiment = experimentFields.omit({ name: true, groupName: true }).extend({
  service: lineOfText,
  experiment: lineOfText,
  group: groupName,
  /** Missing: the current ones stay, because uploads can set them too. */
  targets: targets.unwrap().optional(),
  /** The file that says so. Of another branch than the default one, it changes nothing. */
  statedIn: z.strictObject({ file: lineOfText, branch: optionalLine, commit: optionalLine }).optional(),
});

/** The body of `PUT /v1/experiments/{id}/badge`. */
export const wantedBadge = z.strictObject({ on: z.boolean() });

/** The response of `PUT /v1/experiments/{id}/badge`. */
export const badgeAnswer = z.strictObject({
  /** An SVG that anyone can see; null: it is off. */
  url: z.url().nullable(),
});

/** The body of `PUT /v1/experiments/{id}/baseline`, and its response. Null: runs are compared with the last good one. */
export const wantedBaseline = z.strictObject({ run: z.uuid().nullable() });

/** The body of `PUT /v1/experiments/{id}/constant-load`, and its response. Null: nobody says. */
export const wantedConstantLoad = z.strictObject({ constant: z.boolean().nullable() });

/** The response of `PUT /v1/experiments`. */
export const savedExperimentAnswer = z.strictObject({
  experiment: z.strictObject({
    id: z.string(),
    url: z.string(),
    version: z.int(),
    targetsVersion: z.int(),
  }),
  /** False: the file is of another branch than the default one. */
  applied: z.boolean(),
  /** What people had changed since the file was applied before, and is now as the file says again. */
  replaced: z.array(z.enum(STATED_FIELDS)),
});

/** The query of `DELETE /v1/experiments/{id}`. */
export const experimentDeletion = z.strictObject({
  /** The experiment's name, again. Required if it has runs. */
  confirmation: z.string().max(500).optional(),
});
