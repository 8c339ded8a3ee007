import { workspaceSettings } from "@headroom/contract";
import type { WorkspaceSettings } from "@headroom/contract";
import type { Prisma, WorkspaceTx } from "@headroom/db";

export async function readSettings(tx: WorkspaceTx, workspaceId: string): Promise<WorkspaceSettings> {
  const { settings } = await tx.prisma.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { settings: true },
  });
  return storedSettings(settings);
}

/** What can't be read counts as not configured: settings of another version must not block an upload. */
export function storedSettings(json: Prisma.JsonValue): WorkspaceSettings {
  const stored = workspaceSettings.safeParse(json);
  return stored.success ? stored.data : workspaceSettings.parse({});
}
