import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { isUuid } from "../uuid.ts";

export type StoredToken = NonNullable<Awaited<ReturnType<WorkspaceTx["prisma"]["token"]["findUnique"]>>>;

/** A token of the workspace. An invalid ID is not found. */
export async function requireToken(tx: WorkspaceTx, id: string): Promise<StoredToken> {
  const token = isUuid(id) ? await tx.prisma.token.findUnique({ where: { id } }) : null;
  if (token === null) throw new HeadroomError("not-found", "Token not found.");
  return token;
}
