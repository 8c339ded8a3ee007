import type { FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";
import { parseJson } from "@headroom/formats";
import { decodeBody } from "./decode.ts";
import type { BodyLimits } from "./limits.ts";
import { openBody } from "./open-body.ts";

/** A small JSON body, at most `most` decoded bytes. */
export async function readJson(request: FastifyRequest, limits: BodyLimits, most: number): Promise<unknown> {
  const within = { ...limits, bodyBytes: Math.min(most, limits.bodyBytes), decodedBytes: most };
  const { chunks } = decodeBody(await openBody(request, limits), within);
  const received: Uint8Array[] = [];
  for await (const chunk of chunks) received.push(chunk);
  const text = Buffer.concat(received).toString("utf8");
  if (text.trim() === "") {
    throw new HeadroomError("parameter-missing", "The body is empty.", { hint: "Send JSON." });
  }
  return parseJson(text);
}
