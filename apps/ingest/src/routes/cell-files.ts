import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { PARQUET_MEDIA_TYPE } from "@headroom/contract";
import { exportCells } from "@headroom/services";
import { writeCellFile } from "../cell-file/write-cell-file.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import { Turnstile } from "../upload/turnstile.ts";

/** Each has a thread, which holds a row group in memory. */
const FILES_AT_ONCE = 4;
/** A client that takes nothing for so long gives its place to others. */
const IDLE_MILLIS = 60_000;

export function cellFileRoutes(app: FastifyInstance, { webUrl }: Pick<Deps, "webUrl">): void {
  const files = new Turnstile(FILES_AT_ONCE, { what: "files of cells", code: "rate-limited" });

  serve(app, "GET /v1/runs/{id}/cells.parquet", async (request, reply) => {
    const ctx = contextOfRequest(request);
    const input = { runId: request.params.id, parameters: request.query, webUrl };
    const cells = await exportCells({ ctx, input });
    const leave = files.enter(ctx.workspaceId);
    const sent = Readable.from(writeCellFile("parquet", cells), { objectMode: false });
    sent.once("close", leave);
    // However the response ends, reading stops.
    reply.raw.once("close", () => sent.destroy());
    reply.raw.setTimeout(IDLE_MILLIS, () => reply.raw.destroy());
    reply.headers({
      "Content-Type": PARQUET_MEDIA_TYPE,
      "Content-Disposition": `attachment; filename="${cells.about.run.id}.parquet"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    });
    return sent;
  });
}
