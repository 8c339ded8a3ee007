import type { FastifyRequest } from "fastify";
import type { RequestBody } from "./decode.ts";
import { openFormFile } from "./form-file.ts";
import type { BodyLimits } from "./limits.ts";

/** The file in a request: its body, or the file of a form. */
export async function openBody(request: FastifyRequest, limits: BodyLimits): Promise<RequestBody> {
  const { headers } = request;
  if (request.isMultipart()) {
    const stream = await openFormFile(request, limits.idleSeconds);
    // What the header says is of the form around the file.
    return { stream, contentEncoding: undefined, contentLength: null };
  }
  const length = Number(headers["content-length"]);
  return {
    stream: request.raw,
    contentEncoding: headers["content-encoding"],
    contentLength: Number.isSafeInteger(length) ? length : null,
  };
}
