import type { WorkspaceTx } from "@headroom/db";

/** Null: nobody, a token, or somebody who has left. */
export async function readPersonName(tx: WorkspaceTx, personId: string | null): Promise<string | null> {
  if (personId === null) return null;
  const person = await tx.prisma.person.findFirst({ where: { id: personId }, select: { name: true } });
  return person?.name ?? null;
}
