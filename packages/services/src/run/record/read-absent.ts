import { ABSENT_FIGURES, type AbsentFigure } from "@headroom/core";
import type { PartModel, WorkspaceTx } from "@headroom/db";

/** What the sources of a run don't report at all: what one part lacks, their sum lacks. */
export async function readAbsent(tx: WorkspaceTx, runId: string): Promise<AbsentFigure[]> {
  const parts = await tx.prisma.part.findMany({
    where: { runId, kind: "requests", state: "published" },
    select: { absent: true },
  });
  return absentOfParts(parts);
}

export function absentOfParts(parts: readonly Pick<PartModel, "absent">[]): AbsentFigure[] {
  return ABSENT_FIGURES.filter((figure) => parts.some(({ absent }) => absent.includes(figure)));
}
