import type { Prisma } from "./generated/client.ts";
import type { WorkspaceTx } from "./workspace-tx.ts";

/** Updates these settings and leaves the others, including concurrent changes to them. */
export async function mergeSettings(
  tx: WorkspaceTx,
  workspaceId: string,
  changed: Readonly<Record<string, boolean | number | string | readonly string[] | null>>,
): Promise<Prisma.JsonValue> {
  const [row] = await tx.query<{ settings: Prisma.JsonObject }>(
    "update workspace set settings = settings || $2::jsonb where id = $1 returning settings",
    [workspaceId, JSON.stringify(changed)],
  );
  return row?.settings ?? {};
}
