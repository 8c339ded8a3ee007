import { z } from "zod";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { isUuid } from "../uuid.ts";
import { readPowers } from "./powers.ts";
import type { Powers } from "./powers.ts";
import { noMember } from "./update.ts";

export const memberPowersInput = z.strictObject({ personId: z.string() });

/** What ends with a membership, to be shown before someone is removed. People can see their own. */
export async function getMemberPowers({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof memberPowersInput>;
}): Promise<Powers> {
  const { personId } = parseInput(memberPowersInput, input);
  const own = ctx.actor.kind === "person" && ctx.actor.id === personId;
  requireScope(ctx, own ? "read" : "manage");
  requireAllServices(ctx);
  if (!isUuid(personId)) throw noMember();
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const key = { workspaceId_personId: { workspaceId: ctx.workspaceId, personId } };
    if ((await tx.prisma.membership.findUnique({ where: key })) === null) throw noMember();
    return readPowers(tx, personId, ctx.clock());
  });
}
