import type { FastifyRequest } from "fastify";
import { decodeBody } from "./decode.ts";
import type { BodyLimits } from "./limits.ts";
import { openBody } from "./open-body.ts";

/** A small body of text, at most `most` decoded bytes. */
export async function readText(request: FastifyRequest, limits: BodyLimits, most: number): Promise<string> {
  const within = { ...limits, bodyBytes: Math.min(most, limits.bodyBytes), decodedBytes: most };
  const { chunks } = decodeBody(await openBody(request, limits), within);
  const received: Uint8Array[] = [];
  for await (const chunk of chunks) received.push(chunk);
  return Buffer.concat(received).toString("utf8");
}
