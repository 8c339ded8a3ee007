import type { Context, Scope } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";

export interface ListedToken {
  id: string;
  name: string;
  scopes: Scope[];
  serviceId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

const SCOPES: readonly string[] = ["ingest", "read", "manage"] satisfies Scope[];
const isScope = (scope: string): scope is Scope => SCOPES.includes(scope);

/** All tokens of the workspace, newest first. */
export async function listTokens({ ctx }: { ctx: Context }): Promise<ListedToken[]> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const tokens = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    tx.prisma.token.findMany({
      omit: { tokenHash: true, workspaceId: true, createdBy: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
  );
  return tokens.map((token) => ({ ...token, scopes: token.scopes.filter(isScope) }));
}
