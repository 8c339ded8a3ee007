import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import type { KeptFiles } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { storedUpload } from "../import/keep-file.ts";
import type { KeptFileEntry } from "../import/keep-file.ts";
import { requireRun } from "../record/require-run.ts";

/** The parts of a run, and whether their files were saved. */
export async function listKeptFiles({
  ctx,
  input: { runId },
}: {
  ctx: Context;
  input: { runId: string };
}): Promise<KeptFiles> {
  requireScope(ctx, "read");
  const id = readRunId(runId);
  const parts = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, id);
    return tx.prisma.part.findMany({
      where: { runId: id, kind: "requests", state: { in: SENT } },
      orderBy: { generator: "asc" },
    });
  });
  return {
    files: parts.map(({ id: part, generator, rawFileBytes, rawFileEncoding, upload }) => ({
      part,
      generator,
      kept:
        rawFileBytes === null || rawFileEncoding === null
          ? null
          : { bytes: Number(rawFileBytes), encoding: rawFileEncoding, files: storedUpload(upload).files },
    })),
  };
}

/** Copies were sent, too. */
const SENT = ["published", "copy"];

export interface KeptFileFound {
  key: string;
  encoding: string;
  files: readonly KeptFileEntry[];
}

/** Where the file of a part is stored. */
export async function getKeptFile({
  ctx,
  input: { runId, partId },
}: {
  ctx: Context;
  input: { runId: string; partId: string };
}): Promise<KeptFileFound> {
  requireScope(ctx, "read");
  const id = readRunId(runId);
  const wanted = z.uuid().safeParse(partId);
  const part = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, id);
    return wanted.success
      ? tx.prisma.part.findFirst({ where: { id: wanted.data, runId: id, state: { in: SENT } } })
      : null;
  });
  const { rawFileKey: key = null, rawFileBytes = null, rawFileEncoding: encoding = null } = part ?? {};
  if (part === null || key === null || rawFileBytes === null || encoding === null) {
    throw new HeadroomError("not-found", "No file was kept for this part.", {
      hint: "GET /v1/runs/{id}/raw lists the parts of a run and their kept files.",
    });
  }
  return { key, encoding, files: storedUpload(part.upload).files };
}
