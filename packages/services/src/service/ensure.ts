import { slugOf } from "@headroom/contract";
import { holdService } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";

/** What failed uploads left was removed in between. */
export class Vanished extends Error {}

/** The ID of the service with this name. A new one stays invisible until it is published. */
export async function ensureService(tx: WorkspaceTx, ctx: Context, name: string): Promise<string> {
  const { workspaceId } = ctx;
  const slug = slugOf(name, "service");
  // Locked before the experiment, in the same order as code that removes both.
  const known = await holdService(tx, slug);
  if (known !== null) return known;
  const data = { id: ctx.newId(), workspaceId, slug, name, provisional: true, createdAt: ctx.clock() };
  await tx.prisma.service.createMany({ data: [data], skipDuplicates: true });
  const serviceId = await holdService(tx, slug);
  if (serviceId === null) throw new Vanished("the service was removed");
  return serviceId;
}

/** Makes a new service visible, and audits that. One that is visible stays as it is. */
export async function publishService(
  tx: WorkspaceTx,
  ctx: Context,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { count } = await tx.prisma.service.updateMany({
    where: { id, provisional: true },
    data: { provisional: false },
  });
  if (count === 0) return;
  const detail = { name };
  await writeAudit(tx, ctx, { action: "service.create", subjectKind: "service", subjectId: id, detail });
}

/** The ID of the service with this name. A new one is visible before it has a run. */
export async function ensureVisibleService(tx: WorkspaceTx, ctx: Context, name: string): Promise<string> {
  const id = await ensureService(tx, ctx, name);
  await publishService(tx, ctx, { id, name });
  return id;
}
