import { HeadroomError } from "@headroom/core";
import type { ReparseAnswer } from "@headroom/contract";
import { holdRun } from "@headroom/db";
import type { ReparseModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { toReparse } from "../record/reparse-state.ts";
import { requireRun } from "../record/require-run.ts";
import { runUrl } from "../record/run-url.ts";
import { queueReparse } from "./queue-reparse.ts";

/**
 * Parses the kept files of a run again, in the background. Requesting it again while it is pending changes nothing.
 */
export async function reparseRun({
  ctx,
  input: { runId, webUrl, hasStore },
}: {
  ctx: Context;
  /** `hasStore`: this process can reach the kept files. */
  input: { runId: string; webUrl: string; hasStore: boolean };
}): Promise<ReparseAnswer> {
  requireScope(ctx, "edit");
  const id = readRunId(runId);
  const queued = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, id);
    await holdRun(tx, id);
    if (!hasStore) throw noStore();
    await requireKeptFiles(tx, id);
    return requestReparse(tx, ctx, id);
  });
  return { job: toReparse(queued), run: { id, url: runUrl(webUrl, id) } };
}

/** The run is held, and all its files were kept. */
export async function requestReparse(tx: WorkspaceTx, ctx: Context, runId: string): Promise<ReparseModel> {
  const row = (await findQueued(tx, runId)) ?? (await queue(tx, ctx, runId));
  await queueReparse(tx, row.id);
  return row;
}

export async function hasKeptFiles(tx: WorkspaceTx, runId: string): Promise<boolean> {
  return (await partsWithoutFile(tx, runId)).length === 0;
}

function findQueued(tx: WorkspaceTx, runId: string): Promise<ReparseModel | null> {
  return tx.prisma.reparse.findFirst({ where: { runId, state: "queued" } });
}

async function queue(tx: WorkspaceTx, ctx: Context, runId: string): Promise<ReparseModel> {
  const { workspaceId } = ctx;
  const row = await tx.prisma.reparse.create({
    data: { id: ctx.newId(), workspaceId, runId, requestedAt: ctx.clock() },
  });
  const detail = { reparseId: row.id };
  await writeAudit(tx, ctx, { action: "run.reparse", subjectKind: "run", subjectId: runId, detail });
  return row;
}

function noStore(): HeadroomError {
  return new HeadroomError("raw-file-missing", "This server does not keep uploaded files.", {
    hint: "Set HEADROOM_RAW_FILES to a folder or bucket, and turn on keepRawFiles for the workspace.",
  });
}

async function requireKeptFiles(tx: WorkspaceTx, runId: string): Promise<void> {
  const without = await partsWithoutFile(tx, runId);
  if (without.length === 0) return;
  const names = without.map(({ generator }) => generator).filter((name) => name !== "");
  const whose = names.length === 0 ? "this run" : `the generators ${names.slice(0, 10).join(", ")}`;
  throw new HeadroomError("raw-file-missing", `The uploaded file for ${whose} was not kept.`, {
    hint: "Send it again with the same run= and generator= to parse it with the current parser. Turn on keepRawFiles for the workspace to keep future files.",
  });
}

function partsWithoutFile(tx: WorkspaceTx, runId: string): Promise<{ generator: string }[]> {
  return tx.prisma.part.findMany({
    where: { runId, kind: "requests", state: "published", rawFileBytes: null },
    orderBy: { generator: "asc" },
    select: { generator: true },
  });
}
