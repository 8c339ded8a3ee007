import type { FastifyInstance, FastifyRequest } from "fastify";
import { deleteCurve, importCurve, typeCurve } from "@headroom/services";
import type { CurveSource } from "@headroom/services";
import { decodeBody } from "../body/decode.ts";
import { openBody } from "../body/open-body.ts";
import { readJson } from "../body/read-json.ts";
import { CurveReader } from "../curve/curve-reader.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import type { Turnstile } from "../upload/turnstile.ts";

const MAX_BODY_BYTES = 200_000;
/** Two days of seconds in a few columns. */
const MAX_FILE_BYTES = 32 * 1024 ** 2;

/** Throughput of peak days that we didn't receive ourselves. */
export function curveRoutes(app: FastifyInstance, deps: Deps, uploads: Turnstile): void {
  const { bodyLimits, webUrl } = deps;
  const curves = new CurveReader();
  app.addHook("onClose", async () => curves.close());

  serve(app, "POST /v1/peak-days/{id}/curve", async (request) => {
    const ctx = contextOfRequest(request);
    return uploads.pass(ctx.workspaceId, async () => {
      const source = sourceOf(request, deps, curves);
      const input = { id: request.params.id, parameters: request.query, source, webUrl };
      const imported = await importCurve({ ctx, input });
      return imported.kind === "preview" ? imported.preview : imported.peakDay;
    });
  });

  serve(app, "PUT /v1/peak-days/{id}/curve", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    return typeCurve({ ctx: contextOfRequest(request), input: { id: request.params.id, body, webUrl } });
  });

  serve(app, "DELETE /v1/peak-days/{id}/curve", async (request) =>
    deleteCurve({
      ctx: contextOfRequest(request),
      input: { id: request.params.id, parameters: request.query, webUrl },
    }),
  );
}

function sourceOf(
  request: FastifyRequest,
  { bodyLimits }: Pick<Deps, "bodyLimits">,
  curves: CurveReader,
): CurveSource {
  const { workspaceId } = contextOfRequest(request);
  return {
    async choose(choice, day) {
      const within = {
        ...bodyLimits,
        bodyBytes: Math.min(MAX_FILE_BYTES, bodyLimits.bodyBytes),
        decodedBytes: Math.min(MAX_FILE_BYTES, bodyLimits.decodedBytes),
      };
      const { chunks } = decodeBody(await openBody(request, within), within);
      const received: Uint8Array[] = [];
      for await (const chunk of chunks) received.push(chunk);
      return curves.choose(workspaceId, { bytes: Buffer.concat(received), choice, day });
    },
  };
}
