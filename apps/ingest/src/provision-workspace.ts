import { isHeadroomError } from "@headroom/core";
import type { Scope } from "@headroom/core";
import { PROBLEM_KINDS } from "@headroom/contract";
import {
  checkToken,
  createSignInLink,
  createToken,
  ensureWorkspace,
  listTokens,
  revokeToken,
  systemContext,
} from "@headroom/services";
import type { Context, Services } from "@headroom/services";

export interface WantedWorkspace {
  slug: string;
  name: string;
  owner: { email: string; name: string };
}

export const DEMO_WORKSPACE: WantedWorkspace = {
  slug: "demo-retail",
  name: "Demo retail",
  owner: { email: "owner@demo.local", name: "Demo owner" },
};

/** A workspace with that slug, and an owner who is in no other workspace, so that signing in leads there. */
export function workspaceOfSlug(slug: string): WantedWorkspace {
  if (slug === DEMO_WORKSPACE.slug) return DEMO_WORKSPACE;
  return { slug, name: slug, owner: { email: `owner+${slug}@headroom.local`, name: "Owner" } };
}

/** What each token is for. One that manages tokens can only hand out scopes that it has itself. */
const TOKENS = {
  ingestToken: { name: "Setup: upload and gate", scopes: ["ingest", "read"] },
  readToken: { name: "Setup: read", scopes: ["read"] },
  manageToken: { name: "Setup: manage", scopes: ["ingest", "read", "manage"] },
} satisfies Record<keyof GivenTokens, WantedToken>;

interface WantedToken {
  name: string;
  scopes: Scope[];
}

/** It is in a file that only its owner can read, and each start creates a new one. */
const LINK_VALID_MINUTES = 30 * 24 * 60;

export interface GivenTokens {
  ingestToken: string | null;
  readToken: string | null;
  manageToken: string | null;
}

export interface Provisioned {
  workspaceId: string;
  ingestToken: string;
  readToken: string;
  manageToken: string;
  ownerEmail: string;
  ownerSignInPath: string;
}

/** Makes sure that a workspace, its owner and its three tokens exist, and gives the owner a new sign-in link. */
export async function provisionWorkspace(
  services: Services,
  wanted: WantedWorkspace,
  given: GivenTokens,
): Promise<Provisioned> {
  const { workspaceId, ownerId } = await ensureWorkspace({ services, input: wanted });
  const ctx = systemContext(services, workspaceId);
  const ingestToken = await ensureToken(ctx, given.ingestToken, TOKENS.ingestToken);
  const readToken = await ensureToken(ctx, given.readToken, TOKENS.readToken);
  const manageToken = await ensureToken(ctx, given.manageToken, TOKENS.manageToken);
  const link = await createSignInLink({
    ctx,
    input: { personId: ownerId, validMinutes: LINK_VALID_MINUTES },
  });
  const tokens = { ingestToken, readToken, manageToken };
  return { workspaceId, ...tokens, ownerEmail: wanted.owner.email, ownerSignInPath: link.path };
}

/** The given token if it still works; otherwise a new one that replaces those created here before. */
async function ensureToken(ctx: Context, given: string | null, wanted: WantedToken): Promise<string> {
  if (given !== null && (await stillWorks(ctx, given, wanted))) return given;
  for (const { id, name } of await listTokens({ ctx }))
    if (name === wanted.name) await revokeToken({ ctx, input: { tokenId: id } });
  const { secret } = await createToken({ ctx, input: wanted });
  return secret;
}

async function stillWorks(ctx: Context, secret: string, { scopes }: WantedToken): Promise<boolean> {
  try {
    const { workspaceId, actor } = await checkToken({ services: ctx, input: { secret } });
    if (workspaceId !== ctx.workspaceId || actor.kind !== "token") return false;
    return scopes.every((scope) => actor.scopes.includes(scope));
  } catch (error) {
    if (isHeadroomError(error) && PROBLEM_KINDS[error.code].status === 401) return false;
    throw error;
  }
}
