import type { z } from "zod";
import { contextOf } from "../context.ts";
import type { Context, Services } from "../context.ts";
import { createWorkspace } from "./create.ts";
import type { CreatedWorkspace, newWorkspace } from "./create.ts";

/** The workspace with that name and owner, created if needed. For local setup. */
export async function ensureWorkspace({
  services,
  input,
}: {
  services: Services;
  input: z.input<typeof newWorkspace>;
}): Promise<CreatedWorkspace> {
  const { lookup } = services.db;
  const workspaceId = await lookup.workspaceBySlug(input.slug);
  if (workspaceId === null) return createWorkspace({ services, input });
  return { workspaceId, ownerId: await lookup.ensurePerson({ id: services.newId(), ...input.owner }) };
}

/** Our own commands and jobs, named as such in the audit log. */
export function systemContext(services: Services, workspaceId: string): Context {
  return contextOf(services, workspaceId, { kind: "system", id: null });
}
