import { Readable } from "node:stream";
import { MINUTE_MILLIS } from "@headroom/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PARQUET_MEDIA_TYPE } from "@headroom/contract";
import { exportCells } from "@headroom/services";
import { writeCellFile } from "../cell-file/write-cell-file.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import { Turnstile } from "../upload/turnstile.ts";

/** Each has a thread, which holds a group of rows in memory. */
const FILES_AT_ONCE = 4;
/** A client that takes nothing for so long gives its place to others. */
const IDLE_MILLIS = MINUTE_MILLIS;

/** A page's ticket says who asks, not what for. */
function parametersOf(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== "ticket"));
}

type CellsRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

export function cellFileRoutes(app: FastifyInstance, { webUrl }: Pick<Deps, "webUrl">): void {
  const files = new Turnstile(FILES_AT_ONCE, { what: "files of cells", code: "rate-limited" });

  const send = async (request: CellsRequest, reply: FastifyReply) => {
    const ctx = contextOfRequest(request);
    const leave = files.enter(ctx.workspaceId);
    try {
      const input = { runId: request.params.id, parameters: parametersOf(request.query), webUrl };
      const cells = await exportCells({ ctx, input });
      reply.headers({
        "Content-Type": PARQUET_MEDIA_TYPE,
        "Content-Disposition": `attachment; filename="${cells.about.run.id}.parquet"`,
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-store",
      });
      // A response to HEAD has no body, so none is written.
      const sent = request.method === "HEAD" ? Readable.from([]) : stream(cells);
      sent.once("close", leave);
      // However the response ends, reading stops.
      reply.raw.once("close", () => sent.destroy());
      reply.raw.setTimeout(IDLE_MILLIS, () => reply.raw.destroy());
      return sent;
    } catch (error) {
      leave();
      throw error;
    }
  };

  serve(app, "GET /v1/runs/{id}/cells.parquet", send);
}

function stream(cells: Awaited<ReturnType<typeof exportCells>>): Readable {
  return Readable.from(writeCellFile(cells), { objectMode: false });
}
