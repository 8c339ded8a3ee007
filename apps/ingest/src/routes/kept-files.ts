import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { getKeptFile, listKeptFiles } from "@headroom/services";
import type { KeptFileFound, KeptFileEntry } from "@headroom/services";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import type { Deps } from "../deps.ts";
import { filesIn, openKept } from "../kept-files/read-kept.ts";

export function keptFileRoutes(app: FastifyInstance, { keptFiles }: Pick<Deps, "keptFiles">): void {
  serve(app, "GET /v1/runs/{id}/raw", async (request) =>
    listKeptFiles({ ctx: contextOfRequest(request), input: { runId: request.params.id } }),
  );

  serve(app, "GET /v1/runs/{id}/raw/{part}", async (request, reply) => {
    const { id: runId, part: partId } = request.params;
    const found = await getKeptFile({ ctx: contextOfRequest(request), input: { runId, partId } });
    const number = readNumber(request.query, found);
    if (keptFiles === null) throw noStore();
    const kept = await openKept(keptFiles, found);
    // However the response ends, the store's stream is closed.
    reply.raw.once("close", () => kept.destroy());
    const { stream, sent } = await fileOf(kept, found.files, number);
    reply.headers({
      "Content-Type": "application/octet-stream",
      "Content-Length": sent.bytes,
      "Content-Disposition": `attachment; filename="${partId}-${number}"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    });
    return stream;
  });
}

/** Which file of a form, counted from 1. */
function readNumber(query: unknown, { files }: KeptFileFound): number {
  const only = files.length === 1 ? { file: 1 } : {};
  const read = z
    .strictObject({
      file: z.coerce.number().int().min(1).max(files.length),
      // Already read when the request was authenticated.
      ticket: z.string().optional(),
    })
    .safeParse({ ...only, ...(typeof query === "object" ? query : {}) });
  if (read.success) return read.data.file;
  throw new HeadroomError("parameter-unreadable", `file= must be a number from 1 to ${files.length}.`, {
    field: "file",
    hint: "GET /v1/runs/{id}/raw lists the files of a part in order.",
  });
}

async function fileOf(
  kept: Readable,
  files: readonly KeptFileEntry[],
  number: number,
): Promise<{ stream: Readable; sent: KeptFileEntry }> {
  let at = 0;
  for await (const { body } of filesIn(kept, files)) {
    const sent = files[at++];
    if (at === number && sent !== undefined) return { stream: body.stream, sent };
    for await (const _skipped of body.stream);
  }
  throw new Error("a counted file is missing");
}

function noStore(): HeadroomError {
  return new HeadroomError("not-found", "This server does not keep uploaded files.", {
    hint: "Set HEADROOM_RAW_FILES to keep them.",
  });
}
