import { joinAbsent } from "@headroom/core";
import type { AbsentFigure } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { storedWarnings } from "./stored.ts";

/** What the sources of a run don't report at all. */
export async function readAbsent(tx: WorkspaceTx, runId: string): Promise<AbsentFigure[]> {
  const parts = await tx.prisma.part.findMany({
    where: { runId, kind: "requests", state: "published" },
    select: { absent: true, warnings: true },
  });
  return joinAbsent(parts.map(({ absent, warnings }) => ({ absent, warnings: storedWarnings(warnings) })));
}
