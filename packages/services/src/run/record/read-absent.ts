import { ABSENT_FIGURES, type AbsentFigure } from "@headroom/core";
import type { PartModel, WorkspaceTx } from "@headroom/db";
import { storedWarnings } from "./stored.ts";

/** What the sources of a run don't report at all: what one part lacks, their sum lacks. */
export async function readAbsent(tx: WorkspaceTx, runId: string): Promise<AbsentFigure[]> {
  const parts = await tx.prisma.part.findMany({
    where: { runId, kind: "requests", state: "published" },
    select: { absent: true, warnings: true },
  });
  return absentOfParts(parts);
}

export function absentOfParts(parts: readonly Pick<PartModel, "absent" | "warnings">[]): AbsentFigure[] {
  return ABSENT_FIGURES.filter((figure) =>
    parts.some((part) => part.absent.includes(figure) || (figure === "some-errors" && leavesOutErrors(part))),
  );
}

/** Sources that list only requests that got a response, also those stored before their absence was. */
function leavesOutErrors({ warnings }: Pick<PartModel, "warnings">): boolean {
  return storedWarnings(warnings).some(({ code }) => code === "unanswered-untold");
}
