import type { FastifyRequest } from "fastify";
import type { RequestBody, RequestFile } from "./decode.ts";
import { formFiles } from "./form-file.ts";
import type { BodyLimits } from "./limits.ts";

/** The files in a request: its body, or those of a form. */
export function openFiles(request: FastifyRequest, limits: BodyLimits): AsyncGenerator<RequestFile> {
  return request.isMultipart() ? formFiles(request, limits) : onlyFile(request);
}

/** For requests that aren't uploads: the body, or the first file of a form. */
export async function openBody(request: FastifyRequest, limits: BodyLimits): Promise<RequestBody> {
  const { value } = await openFiles(request, limits).next();
  if (value === undefined) throw new Error("a request without a file was accepted");
  return (value as RequestFile).body;
}

async function* onlyFile({ headers, raw }: FastifyRequest): AsyncGenerator<RequestFile> {
  const length = Number(headers["content-length"]);
  yield {
    name: "the file",
    several: false,
    body: {
      stream: raw,
      contentEncoding: headers["content-encoding"],
      contentLength: Number.isSafeInteger(length) ? length : null,
    },
  };
}
