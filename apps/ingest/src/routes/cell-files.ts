import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ARROW_MEDIA_TYPE, PARQUET_MEDIA_TYPE } from "@headroom/contract";
import { exportCells } from "@headroom/services";
import type { CellFileFormat } from "../cell-file/cell-file-messages.ts";
import { writeCellFile } from "../cell-file/write-cell-file.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import { Turnstile } from "../upload/turnstile.ts";

/** Each has a thread, which holds a group of rows in memory. */
const FILES_AT_ONCE = 4;
/** A client that takes nothing for so long gives its place to others. */
const IDLE_MILLIS = 60_000;

const MEDIA_TYPES: Record<CellFileFormat, string> = { parquet: PARQUET_MEDIA_TYPE, arrow: ARROW_MEDIA_TYPE };

/** A page's ticket says who asks, not what for. */
function parametersOf(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== "ticket"));
}

type CellsRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

export function cellFileRoutes(app: FastifyInstance, { webUrl }: Pick<Deps, "webUrl">): void {
  const files = new Turnstile(FILES_AT_ONCE, { what: "files of cells", code: "rate-limited" });

  const send = async (format: CellFileFormat, request: CellsRequest, reply: FastifyReply) => {
    const ctx = contextOfRequest(request);
    const leave = files.enter(ctx.workspaceId);
    try {
      const input = { runId: request.params.id, parameters: parametersOf(request.query), webUrl };
      const cells = await exportCells({ ctx, input });
      reply.headers({
        "Content-Type": MEDIA_TYPES[format],
        "Content-Disposition": `attachment; filename="${cells.about.run.id}.${format}"`,
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-store",
      });
      // A response to HEAD has no body, so none is written.
      const sent = request.method === "HEAD" ? Readable.from([]) : stream(format, cells);
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

  serve(app, "GET /v1/runs/{id}/cells.parquet", (request, reply) => send("parquet", request, reply));
  serve(app, "GET /v1/runs/{id}/cells.arrow", (request, reply) => send("arrow", request, reply));
}

function stream(format: CellFileFormat, cells: Awaited<ReturnType<typeof exportCells>>): Readable {
  return Readable.from(writeCellFile(format, cells), { objectMode: false });
}
