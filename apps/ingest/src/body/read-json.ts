import type { FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";
import { parseJson } from "@headroom/formats";
import type { BodyLimits } from "./limits.ts";
import { readText } from "./read-text.ts";

/** A small JSON body, at most `most` decoded bytes. */
export async function readJson(request: FastifyRequest, limits: BodyLimits, most: number): Promise<unknown> {
  const text = await readText(request, limits, most);
  if (text.trim() === "") {
    throw new HeadroomError("parameter-missing", "The body is empty.", { hint: "Send JSON." });
  }
  return parseJson(text);
}
