import { z } from "zod";
import { SETTING_BOUNDS as BOUNDS } from "@headroom/core";
import type { Prisma, WorkspaceTx } from "@headroom/db";

/** What a workspace may choose. Whatever it has not chosen is as here. */
const workspaceSettings = z.object({
  /** Uploaded files are kept, so that a run can be parsed again. */
  keepRawFiles: z.boolean().default(false),
  /** Runs are deleted this many days after they came in; null: never. Baselines stay. */
  keepRunsDays: z.int().min(BOUNDS.keepRunsDays.min).max(BOUNDS.keepRunsDays.max).nullable().default(null),
  /** Fewer labels of a part than the server takes; null: as many. */
  maxLabels: z.int().min(BOUNDS.maxLabels.min).max(BOUNDS.maxLabels.max).nullable().default(null),
  /** A smaller share of lines that cannot be read than the server passes over; null: the same. */
  maxBadLinesShare: z
    .number()
    .min(BOUNDS.maxBadLinesShare.min)
    .max(BOUNDS.maxBadLinesShare.max)
    .nullable()
    .default(null),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettings>;

/** Without the defaults: what is not named stays as it is. */
export const changedSettings = z.strictObject({
  keepRawFiles: workspaceSettings.shape.keepRawFiles.unwrap().optional(),
  keepRunsDays: workspaceSettings.shape.keepRunsDays.unwrap().optional(),
  maxLabels: workspaceSettings.shape.maxLabels.unwrap().optional(),
  maxBadLinesShare: workspaceSettings.shape.maxBadLinesShare.unwrap().optional(),
});

export async function readSettings(tx: WorkspaceTx, workspaceId: string): Promise<WorkspaceSettings> {
  const { settings } = await tx.prisma.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { settings: true },
  });
  return storedSettings(settings);
}

/** What cannot be read counts as not chosen: settings of another version must not stop an upload. */
export function storedSettings(json: Prisma.JsonValue): WorkspaceSettings {
  const stored = workspaceSettings.safeParse(json);
  return stored.success ? stored.data : workspaceSettings.parse({});
}
