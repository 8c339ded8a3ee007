import type { FastifyInstance } from "fastify";
import { HeadroomError } from "@headroom/core";
import { DETECTION_BYTES, detectFormat } from "@headroom/formats";
import { decodeBody } from "../body/decode.ts";
import { openBody } from "../body/open-body.ts";
import type { Deps } from "../deps.ts";

/** Tells by a file's first bytes what it is, before all of it is sent. */
export function detectRoute(app: FastifyInstance, { bodyLimits }: Deps): void {
  app.post("/v1/detect", { config: { ticket: "upload" } }, async (request) => {
    const { chunks } = decodeBody(await openBody(request, bodyLimits), bodyLimits);
    const head = await readHead(chunks);
    const detected = detectFormat(head);
    if (!detected.ok) return { format: null, tried: detected.tried };
    const { id, tool, title, reads, role } = detected.format;
    return { format: { id, tool, title, reads, role }, tried: [] };
  });
}

/** A compressed file that was cut off at the end of its head is one still. */
async function readHead(chunks: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      pieces.push(chunk);
      bytes += chunk.length;
      if (bytes >= DETECTION_BYTES) break;
    }
  } catch (error) {
    if (bytes === 0) throw error;
  }
  if (bytes === 0) {
    throw new HeadroomError("file-empty", "The body is empty.", {
      hint: "Send the first 64 KB of the file.",
    });
  }
  return Buffer.concat(pieces).subarray(0, DETECTION_BYTES);
}
