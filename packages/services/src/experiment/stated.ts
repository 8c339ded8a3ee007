import { experimentFields, STATED_FIELDS } from "@headroom/contract";
import type { ExperimentFields, StatedField } from "@headroom/contract";
import { canonicalTarget } from "@headroom/core";
import type { ExperimentModel, Prisma } from "@headroom/db";
import { z } from "zod";

const { name: _name, targets, ...fields } = experimentFields.shape;

/** What a file in a repository said about an experiment when it was last applied. Without targets, uploads state them. */
const statement = z.strictObject({
  at: z.iso.datetime(),
  file: z.string(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  fields: z.strictObject({ ...fields, targets: targets.unwrap().optional() }),
});
export type Statement = z.output<typeof statement>;

/** A field that isn't what the file said. */
export interface StatedDifference {
  field: StatedField;
  stated: ExperimentFields[StatedField];
  present: ExperimentFields[StatedField];
}

/** What the audit log keeps of it. */
export function auditedStatement(from: Statement | null): Record<string, string | null> {
  return from === null ? {} : { file: from.file, branch: from.branch, commit: from.commit };
}

/** What can't be read counts as not stated. */
export function storedStatement(json: Prisma.JsonValue): Statement | null {
  return statement.safeParse(json).data ?? null;
}

/** What is no longer as the file stated it: somebody has changed it since. */
export function differencesFrom(
  { fields: stated }: Statement,
  present: Omit<ExperimentFields, "name">,
): StatedDifference[] {
  return STATED_FIELDS.flatMap((field) => {
    const wanted = stated[field];
    if (wanted === undefined || same(wanted, present[field])) return [];
    return [{ field, stated: wanted, present: present[field] }];
  });
}

/** An experiment's columns and targets, as they are entered. */
export function presentFields(
  experiment: ExperimentModel,
  texts: readonly string[],
): Omit<ExperimentFields, "name"> {
  const { groupName, tags, owner, requestSet, distinctRequests, durationSeconds } = experiment;
  const { ratePerGenerator, generators, threadsPerGenerator, representsPeak, defaultBranch } = experiment;
  return {
    groupName,
    tags,
    owner,
    requestSet,
    durationSeconds,
    ratePerGenerator,
    generators,
    threadsPerGenerator,
    representsPeak,
    defaultBranch,
    targets: texts.map(canonicalTarget),
    distinctRequests: distinctRequests === null ? null : Number(distinctRequests),
  };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
