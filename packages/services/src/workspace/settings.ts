import { z } from "zod";
import type { Prisma, WorkspaceTx } from "@headroom/db";

/** What a workspace may choose. Whatever it has not chosen is as here. */
const workspaceSettings = z.object({
  /** Uploaded files are kept, so that a run can be parsed again. */
  keepRawFiles: z.boolean().default(false),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettings>;

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
