import { HeadroomError } from "@headroom/core";
import { labelPageParameters } from "@headroom/contract";
import type { LabelPage } from "@headroom/contract";
import { readLabels } from "@headroom/db";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { readLabelRanges } from "../record/label-ranges.ts";
import { toLabelSummary } from "../record/read-run-detail.ts";
import { storedSummary } from "../record/stored.ts";
import { requireRun } from "../record/require-run.ts";

/** One page of a run's labels, busiest first. */
export async function listRunLabels({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; parameters: unknown };
}): Promise<LabelPage> {
  requireScope(ctx, "read");
  const runId = readRunId(input.runId);
  const { limit, cursor } = parseInput(labelPageParameters, input.parameters);
  const skip = cursor === undefined ? 0 : readCursor(cursor);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, runId);
    const { summary } = await tx.prisma.run.findUniqueOrThrow({
      where: { id: runId },
      select: { summary: true },
    });
    const all = storedSummary(summary)?.items ?? null;
    const { labels, total } = await readLabels(tx, { runId, skip, limit });
    const ranges = await readLabelRanges(tx, runId, labels);
    const after = skip + labels.length;
    return {
      labels: labels.map((label) => toLabelSummary(label, { allItems: all, ranges })),
      labelsTotal: total,
      next: labels.length > 0 && after < total ? writeCursor(after) : null,
    };
  });
}

/** The order of a published run's labels never changes, so a position in it is enough. */
function writeCursor(after: number): string {
  return Buffer.from(`after:${after}`).toString("base64url");
}

function readCursor(cursor: string): number {
  const [, after] = /^after:(\d{1,9})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (after !== undefined) return Number(after);
  throw new HeadroomError("parameter-unreadable", "The cursor is invalid.", {
    field: "cursor",
    hint: "Use `next` from the previous page, or leave it out for the first page.",
  });
}
