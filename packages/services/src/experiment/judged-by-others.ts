import type { Prisma, WorkspaceTx } from "@headroom/db";
import type { CurrentTargets } from "../run/record/target-set.ts";

/**
 * Published runs that the current targets should judge and didn't. If there are no targets, an unjudged run is up to date.
 * Runs of a branch with targets of its own keep them.
 */
export async function judgedByOthers(
  tx: WorkspaceTx,
  experimentId: string,
  { id, texts }: Pick<CurrentTargets, "id" | "texts">,
): Promise<Prisma.RunWhereInput> {
  const ofBranches = await tx.prisma.targetSet.findMany({
    where: { experimentId, branch: { not: null } },
    select: { id: true },
  });
  const another = { targetSetId: { notIn: [id, ...ofBranches.map((set) => set.id)] } };
  return {
    experimentId,
    publishedAt: { not: null },
    ...(texts.length === 0 ? another : { OR: [another, { targetSetId: null }] }),
  };
}
