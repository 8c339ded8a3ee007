import type { Prisma } from "@headroom/db";
import type { CurrentTargets } from "../run/record/target-set.ts";

/** Published runs that the current targets didn't judge. If there are no targets, an unjudged run is up to date. */
export function judgedByOthers(
  experimentId: string,
  { id, texts }: Pick<CurrentTargets, "id" | "texts">,
): Prisma.RunWhereInput {
  const another = { targetSetId: { not: id } };
  return {
    experimentId,
    publishedAt: { not: null },
    ...(texts.length === 0 ? another : { OR: [another, { targetSetId: null }] }),
  };
}
