import { HeadroomError } from "@headroom/core";
import type { LiveWriterEnd } from "@headroom/contract";
import type { LiveWriterModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { checkSpanOfWriter } from "./check-end.ts";

export interface WriterEnding {
  state: "finished" | "interrupted";
  end: LiveWriterEnd | null;
}

/** Closes a writer. Its batches wait for their part; without batches, nothing is pending. Returns true if it closed now. */
export async function endWriter(
  tx: WorkspaceTx,
  ctx: Context,
  writer: LiveWriterModel,
  { state, end }: WriterEnding,
): Promise<true> {
  if (end !== null) checkSpanOfWriter(end, writer);
  const empty = writer.cells === 0n && (end?.totals.length ?? 0) === 0;
  await tx.prisma.liveWriter.update({
    where: { runId_writer: { runId: writer.runId, writer: writer.writer } },
    data: {
      // A writer that disappeared before it measured anything doesn't make the run interrupted.
      state: empty ? "finished" : state,
      staged: !empty,
      heardAt: ctx.clock(),
      ...(end === null || empty ? {} : { ending: { ...end } }),
    },
  });
  return true;
}

export function nothingArrived(): HeadroomError {
  return new HeadroomError("file-empty", "No data has arrived for this run yet.", {
    hint: "Send cells to POST /v1/runs/{id}/cells, or totals with this request.",
  });
}
