import { readTrafficCells } from "@headroom/db";
import type { LabelledCell } from "@headroom/db";
import type { Services } from "../context.ts";

/** Every second that a service has counted; nothing if it doesn't exist. */
export async function readLiveTraffic(
  { db, clock }: Services,
  workspaceId: string,
  slug: string,
): Promise<LabelledCell[]> {
  const now = Math.floor(clock().getTime() / 1_000);
  return db.inWorkspace(workspaceId, async (tx) => {
    const service = await tx.prisma.service.findFirst({ where: { slug } });
    if (service === null) return [];
    return readTrafficCells(tx, service.id, { step: 1, from: now - 90_000, to: now + 1_200 }, null);
  });
}
