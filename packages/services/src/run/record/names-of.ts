import type { WorkspaceTx } from "@headroom/db";

/** The names of members, without those who left the workspace. */
export async function namesOf(
  tx: WorkspaceTx,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const people = await tx.prisma.person.findMany({
    where: { id: { in: known } },
    select: { id: true, name: true },
  });
  return new Map(people.map(({ id, name }) => [id, name]));
}
