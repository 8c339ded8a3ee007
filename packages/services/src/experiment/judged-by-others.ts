import type { Prisma } from "@headroom/db";
import type { CurrentTargets } from "../run/record/target-set.ts";

/** Its published runs that the present targets did not judge. Without a target there, a run that none judged is as it should be. */
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
