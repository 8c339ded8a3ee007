import { contextOf } from "../context.ts";
import type { Context, Services } from "../context.ts";
import { createToken } from "../token/create.ts";
import { createWorkspace } from "../workspace/create.ts";

/** A workspace with the people and tokens that tests need. */
export interface Tenant {
  workspaceId: string;
  ownerId: string;
  owner: Context;
  viewer: Context;
  ingestToken: string;
  readToken: string;
}

export async function createTenant(services: Services, slug: string): Promise<Tenant> {
  const { workspaceId, ownerId } = await createWorkspace({
    services,
    input: { slug, name: slug, owner: { email: `owner@${slug}.example`, name: "Owner" } },
  });
  const owner = contextOf(services, workspaceId, { kind: "person", id: ownerId, role: "owner" });
  const viewer = contextOf(services, workspaceId, { kind: "person", id: ownerId, role: "viewer" });
  const ingest = await createToken({ ctx: owner, input: { name: "ci", scopes: ["ingest", "read"] } });
  const read = await createToken({ ctx: owner, input: { name: "reader", scopes: ["read"] } });
  return { workspaceId, ownerId, owner, viewer, ingestToken: ingest.secret, readToken: read.secret };
}
