import { z } from "zod";
import { writeAudit } from "../audit.ts";
import { countAttempt } from "../attempt/count.ts";
import { contextOf } from "../context.ts";
import type { Services } from "../context.ts";
import { parseInput } from "../parse-input.ts";

export const createWorkspaceInput = z.strictObject({
  name: z.string().trim().min(1, "enter a name").max(100, "a name can have at most 100 characters"),
});

const MAX_SLUG_LENGTH = 60;

/** A new workspace with this person as its owner. Everyone who is signed in can create one. */
export async function createOwnWorkspace({
  services,
  person,
  input,
}: {
  services: Services;
  person: { id: string };
  input: z.input<typeof createWorkspaceInput>;
}): Promise<{ workspaceId: string }> {
  const { name } = parseInput(createWorkspaceInput, input);
  await countAttempt(services, "workspaces person", person.id);
  const workspaceId = services.newId();
  const ctx = contextOf(services, workspaceId, { kind: "person", id: person.id, role: "owner" });
  const slug = slugFor(name, services.newSecretBytes());
  const createdAt = services.clock();
  await ctx.db.inWorkspace(workspaceId, async (tx) => {
    await tx.prisma.workspace.create({ data: { id: workspaceId, slug, name, createdAt } });
    await tx.prisma.membership.create({
      data: { workspaceId, personId: person.id, role: "owner", createdAt },
    });
    await writeAudit(tx, ctx, {
      action: "workspace.create",
      subjectKind: "workspace",
      subjectId: workspaceId,
      detail: { slug, name },
    });
  });
  return { workspaceId };
}

/** Two workspaces can have the same name, and a name may contain no letter that a slug can use. */
function slugFor(name: string, random: Uint8Array): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replaceAll(/^-+|-+$/g, "");
  return `${words || "workspace"}-${Buffer.from(random).toString("hex").slice(0, 8)}`;
}
