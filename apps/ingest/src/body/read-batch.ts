import type { FastifyRequest } from "fastify";
import { HeadroomError, isHeadroomError } from "@headroom/core";
import { decodeBody } from "./decode.ts";
import type { BodyLimits } from "./limits.ts";
import { openBody } from "./open-body.ts";

export interface ReadBatch {
  body: unknown;
  /** As sent. */
  bytesIn: number;
  bytesDecoded: number;
}

/** The body of a live run's writer, at most `batchBytes` long; null if there is none. */
export async function readBatch(
  request: FastifyRequest,
  limits: BodyLimits,
  batchBytes: number,
): Promise<ReadBatch> {
  const within = { ...limits, bodyBytes: Math.min(batchBytes, limits.bodyBytes), decodedBytes: batchBytes };
  try {
    const { chunks, meter } = decodeBody(await openBody(request, limits), within);
    const received: Uint8Array[] = [];
    for await (const chunk of chunks) received.push(chunk);
    const bytes = Buffer.concat(received);
    return { body: parse(bytes), bytesIn: meter.received, bytesDecoded: bytes.length };
  } catch (error) {
    const large =
      isHeadroomError(error, "body-too-large") || isHeadroomError(error, "decompressed-too-large");
    throw large ? tooLarge(batchBytes) : error;
  }
}

function parse(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return null;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new HeadroomError("batch-unreadable", "The body is not valid UTF-8 JSON.", {
      cause,
      hint: "docs/http-api.md describes the body, under live runs.",
    });
  }
}

function tooLarge(batchBytes: number): HeadroomError {
  return new HeadroomError("batch-too-large", `The body is larger than ${batchBytes} bytes.`, {
    hint: "Split the cells into several batches, each with the next sequence.",
  });
}
