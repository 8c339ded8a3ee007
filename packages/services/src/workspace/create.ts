import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import { contextOf } from "../context.ts";
import type { Context, Services } from "../context.ts";
import { parseInput } from "../parse-input.ts";

export const newWorkspace = z.strictObject({
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(100),
  name: z.string().trim().min(1).max(200),
  owner: z.strictObject({ email: z.email().max(320), name: z.string().trim().min(1).max(200) }),
});

export interface CreatedWorkspace {
  workspaceId: string;
  ownerId: string;
}

/** A workspace with its first owner. Only the system can do this: nobody has a scope in a workspace that doesn't exist yet. */
export async function createWorkspace({
  services,
  input,
}: {
  services: Services;
  input: z.input<typeof newWorkspace>;
}): Promise<CreatedWorkspace> {
  const { slug, name, owner } = parseInput(newWorkspace, input);
  if ((await services.db.lookup.workspaceBySlug(slug)) !== null) {
    throw new HeadroomError("conflict", `A workspace named "${slug}" already exists.`, { field: "slug" });
  }
  const ownerId = await services.db.lookup.ensurePerson({ id: services.newId(), ...owner });
  const ctx: Context = contextOf(services, services.newId(), { kind: "system", id: null });
  const { workspaceId } = ctx;
  const createdAt = ctx.clock();
  await ctx.db.inWorkspace(workspaceId, async (tx) => {
    await tx.prisma.workspace.create({ data: { id: workspaceId, slug, name, createdAt } });
    await tx.prisma.membership.create({ data: { workspaceId, personId: ownerId, role: "owner", createdAt } });
    await writeAudit(tx, ctx, {
      action: "workspace.create",
      subjectKind: "workspace",
      subjectId: workspaceId,
      detail: { slug, name },
    });
  });
  return { workspaceId, ownerId };
}
