import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { MultipartFile } from "@fastify/multipart";
import { HeadroomError } from "@headroom/core";
import type { RequestFile } from "./decode.ts";
import { readContentEncoding } from "./encoding.ts";
import type { WaitLimits } from "./limits.ts";
import { limitDelimiters } from "./form-parts.ts";
import { orIdle } from "./receive.ts";

type Parts = ReturnType<FastifyRequest["parts"]>;

/** More than any tool writes for one run. */
const MAX_FILES = 20;
const NAME_LENGTH = 100;

/** The files of a form, as browsers and `curl -F file=@results.jtl` send them. Each has to be read before the next. */
export async function* formFiles(request: FastifyRequest, limits: WaitLimits): AsyncGenerator<RequestFile> {
  refuseEncoded(request.headers["content-encoding"]);
  // One extra file is let through, because it may be large, and one field, so that the error can name it.
  const parts = request.parts({ limits: { fileSize: Infinity, files: MAX_FILES + 1, fields: 1 } });
  const tooManyParts = Promise.withResolvers<never>();
  tooManyParts.promise.catch(() => undefined);
  let open: Readable | null = null;
  // Each has one before it, and the last one has one after it.
  limitDelimiters(request, MAX_FILES + 1, () => {
    tooManyParts.reject(tooMany());
    open?.destroy(tooMany());
  });
  let count = 0;
  for (;;) {
    const part = await Promise.race([tooManyParts.promise, orIdle(nextPart(parts), limits)]);
    if (part === null) break;
    count += 1;
    if (count > MAX_FILES) throw tooMany();
    open = part.file.on("error", () => undefined);
    const name = part.filename === "" ? `file ${count}` : part.filename.slice(0, NAME_LENGTH);
    // The header describes the form around the file.
    yield {
      name,
      several: true,
      body: { stream: part.file, contentEncoding: undefined, contentLength: null },
    };
  }
  if (count > 0) return;
  throw new HeadroomError("file-empty", "The form contains no file.", {
    hint: "Attach one: curl -F file=@results.jtl",
  });
}

function tooMany(): HeadroomError {
  return new HeadroomError("parameter-unreadable", `The form contains more than ${MAX_FILES} files.`, {
    hint: "Upload the file of each generator separately, with the same run= and a different generator= each.",
  });
}

async function nextPart(parts: Parts): Promise<MultipartFile | null> {
  const { done, value } = await parts.next().catch((cause: unknown) => {
    throw explain(cause);
  });
  if (done === true) return null;
  if (value.type === "file") return value;
  // The parser lets fields without a name through, too.
  const field = ((value.fieldname as string | undefined) ?? "").slice(0, NAME_LENGTH);
  throw new HeadroomError(
    "parameter-unreadable",
    `The form has a field "${field}", but forms may contain only files.`,
    { ...(field === "" ? {} : { field }), hint: "Put parameters in the URL." },
  );
}

function refuseEncoded(contentEncoding: string | undefined): void {
  const encoding = readContentEncoding(contentEncoding);
  if (encoding === null) return;
  throw new HeadroomError("encoding-unsupported", `The form is compressed (${encoding}).`, {
    field: "Content-Encoding",
    hint: "Send the form uncompressed. The files in it can be compressed.",
  });
}

/** Errors from the form parser are about the form; errors with a status of their own are handled elsewhere. */
function explain(cause: unknown): unknown {
  if (!(cause instanceof Error) || "statusCode" in cause) return cause;
  if (/unexpected end/i.test(cause.message)) {
    return new HeadroomError("file-truncated", "The form ends before its closing boundary.", {
      cause,
      hint: "The form was cut off, or its boundary differs from the one in Content-Type.",
    });
  }
  return new HeadroomError("parameter-unreadable", `The form cannot be read: ${cause.message}`, {
    cause,
    field: "Content-Type",
    hint: "Create the form with: curl -F file=@results.jtl",
  });
}
