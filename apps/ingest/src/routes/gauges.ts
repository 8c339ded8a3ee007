import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RunAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { GaugeSink } from "@headroom/core";
import { DETECTION_BYTES, openGauges } from "@headroom/formats";
import type { GaugeOptions } from "@headroom/formats";
import { importGauges, listRunGauges } from "@headroom/services";
import type { Context, GaugeSource } from "@headroom/services";
import { decodeBody } from "../body/decode.ts";
import { whileThereIsRoom } from "../body/limits.ts";
import { openBody } from "../body/open-body.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import { MainThreadTurns } from "../upload/main-thread-turns.ts";
import type { Turnstile } from "../upload/turnstile.ts";

/** Gauges are read on the main thread, which other requests need too. */
const MAX_GAUGE_BYTES = 256 * 1024 ** 2;
/** One for the process, as there is one main thread. */
const turns = new MainThreadTurns();
/** Unreadable lines take longest: some milliseconds for so many bytes. */
const TURN_BYTES = 8 * 1024;

type RunRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

export function gaugeRoutes(app: FastifyInstance, deps: Deps, uploads: Turnstile): void {
  serve(app, "POST /v1/runs/{id}/gauges", async (request) => {
    const ctx = contextOfRequest(request);
    return uploads.pass(ctx.workspaceId, () => addGauges(ctx, request, deps));
  });

  serve(app, "GET /v1/runs/{id}/gauges", async (request) =>
    listRunGauges({
      ctx: contextOfRequest(request),
      input: { runId: request.params.id, parameters: request.query },
    }),
  );
}

async function addGauges(ctx: Context, request: RunRequest, deps: Deps): Promise<RunAnswer> {
  const { name, unit, ...parameters } = request.query;
  return importGauges({
    ctx,
    uploads: deps.uploads,
    input: {
      runId: request.params.id,
      parameters,
      source: await gaugesOf(request, deps, {
        ...optional("name", name, 200),
        ...optional("unit", unit, 20),
      }),
      badLinesShare: deps.importLimits.badLinesShare,
      webUrl: deps.webUrl,
    },
  });
}

async function gaugesOf(request: RunRequest, deps: Deps, options: GaugeOptions): Promise<GaugeSource> {
  const limits = whileThereIsRoom(deps);
  const within = { ...limits, decodedBytes: Math.min(MAX_GAUGE_BYTES, limits.decodedBytes) };
  const { chunks } = decodeBody(await openBody(request, within), within);
  const { workspaceId } = contextOfRequest(request);
  return { read: (sink, watch) => readGauges(chunks, { sink, watch, workspaceId }, options) };
}

type Intake = { sink: GaugeSink; watch: Parameters<GaugeSource["read"]>[1]; workspaceId: string };

async function readGauges(
  chunks: AsyncGenerator<Uint8Array>,
  { sink, watch, workspaceId }: Intake,
  options: GaugeOptions,
) {
  const head: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < DETECTION_BYTES) {
    const { done, value } = await chunks.next();
    if (done === true) break;
    head.push(value);
    bytes += value.length;
  }
  if (bytes === 0)
    throw new HeadroomError("file-empty", "The body is empty.", { hint: "Send the file as the body." });
  const parser = await turns.take(workspaceId, () =>
    openGauges(Buffer.concat(head).subarray(0, DETECTION_BYTES), sink, options),
  );
  const read = async (chunk: Uint8Array) => {
    for (let at = 0; at < chunk.length; at += TURN_BYTES) {
      await turns.take(workspaceId, () => parser.write(chunk.subarray(at, at + TURN_BYTES)));
      if (parser.soFar !== undefined) watch(parser.soFar());
    }
  };
  for (const chunk of head) await read(chunk);
  for await (const chunk of chunks) await read(chunk);
  return turns.take(workspaceId, () => parser.end());
}

function optional<Name extends string>(
  field: Name,
  value: unknown,
  most: number,
): Partial<Record<Name, string>> {
  if (value === undefined) return {};
  if (typeof value === "string" && value.trim() !== "" && value.length <= most && !/\p{Cc}/u.test(value)) {
    return { [field]: value.trim() } as Record<Name, string>;
  }
  throw new HeadroomError(
    "parameter-unreadable",
    `${field} must be a single line of at most ${most} characters.`,
    {
      field,
    },
  );
}
