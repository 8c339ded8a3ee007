import type { FastifyInstance, FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";
import type { CurveRow } from "@headroom/core";
import { DETECTION_BYTES, openGauges } from "@headroom/formats";
import { deleteCurve, importCurve, typeCurve } from "@headroom/services";
import type { CurveFile, CurveSource } from "@headroom/services";
import { decodeBody } from "../body/decode.ts";
import { openBody } from "../body/open-body.ts";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import { MainThreadTurns } from "../upload/main-thread-turns.ts";
import type { Turnstile } from "../upload/turnstile.ts";

const MAX_BODY_BYTES = 200_000;
/** Two days of seconds in a few columns. */
const MAX_FILE_BYTES = 32 * 1024 ** 2;
const MAX_ROWS = 200_000;
const MAX_SERIES = 1_000;
/** They are read on the main thread, which other requests need too. */
const turns = new MainThreadTurns();
const TURN_BYTES = 8 * 1024;

/** Throughput of peak days that we didn't receive ourselves. */
export function curveRoutes(app: FastifyInstance, deps: Deps, uploads: Turnstile): void {
  const { bodyLimits, webUrl } = deps;

  serve(app, "POST /v1/peak-days/{id}/curve", async (request) => {
    const ctx = contextOfRequest(request);
    return uploads.pass(ctx.workspaceId, async () => {
      const source = sourceOf(request, deps);
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

function sourceOf(request: FastifyRequest, { bodyLimits }: Pick<Deps, "bodyLimits">): CurveSource {
  return {
    async read(zone) {
      const within = {
        ...bodyLimits,
        bodyBytes: Math.min(MAX_FILE_BYTES, bodyLimits.bodyBytes),
        decodedBytes: Math.min(MAX_FILE_BYTES, bodyLimits.decodedBytes),
      };
      const { chunks } = decodeBody(await openBody(request, within), within);
      return readCurveFile(chunks, zone);
    },
  };
}

async function readCurveFile(chunks: AsyncGenerator<Uint8Array>, zone: string): Promise<CurveFile> {
  const received: Uint8Array[] = [];
  for await (const chunk of chunks) received.push(chunk);
  const bytes = Buffer.concat(received);
  if (bytes.length === 0)
    throw new HeadroomError("file-empty", "The body is empty.", { hint: "Send the file as the body." });
  const rows = new CurveRows();
  const parser = await turns.take(() => openGauges(bytes.subarray(0, DETECTION_BYTES), rows, { zone }));
  for (let at = 0; at < bytes.length; at += TURN_BYTES)
    await turns.take(() => parser.write(bytes.subarray(at, at + TURN_BYTES)));
  const { format, refused, warnings } = await turns.take(() => parser.end());
  return { format, series: rows.series, rowEnds: format === "prometheus-query-range", refused, warnings };
}

/** Takes the values of a file as rows of its series. */
class CurveRows {
  readonly series: { name: string; unit: string | null; rows: CurveRow[] }[] = [];
  readonly #numbers = new Map<string, number>();
  #count = 0;

  gauge(name: string, unit: string | null): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (this.series.length >= MAX_SERIES) throw tooLarge(`more than ${MAX_SERIES} series`);
    const number = this.series.push({ name, unit, rows: [] }) - 1;
    this.#numbers.set(name, number);
    return number;
  }

  measure(gauge: number, atMicros: number, value: number): void {
    this.#count += 1;
    if (this.#count > MAX_ROWS) throw tooLarge(`more than ${MAX_ROWS} values`);
    this.series[gauge]?.rows.push({ at: atMicros / 1e6, value });
  }
}

function tooLarge(what: string): HeadroomError {
  return new HeadroomError("document-too-large", `The file has ${what}.`, {
    hint: "Export fewer series, or a wider step: a minute is enough for a day.",
  });
}
