import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { MultipartFile } from "@fastify/multipart";
import { HeadroomError } from "@headroom/core";
import { orIdle } from "./receive.ts";

type Parts = ReturnType<FastifyRequest["parts"]>;

/** The one file of a form, as browsers and `curl -F file=@results.jtl` send it. */
export async function openFormFile(request: FastifyRequest, idleSeconds: number): Promise<Readable> {
  // A second file and a field are let through only so far that they can be refused by name.
  const parts = request.parts({ limits: { fileSize: Infinity, files: 2, fields: 1 } });
  const first = await orIdle(nextPart(parts), idleSeconds);
  if (first === null)
    throw new HeadroomError("file-empty", "The form holds no file.", { hint: "curl -F file=@results.jtl" });
  return Readable.from(alone(first, parts), { objectMode: false });
}

/** The file's bytes; whatever comes after it is refused rather than left out in silence. */
async function* alone(file: MultipartFile, parts: Parts): AsyncGenerator<Uint8Array> {
  yield* file.file;
  const second = await nextPart(parts);
  if (second === null) return;
  throw new HeadroomError("parameter-unreadable", "The form holds more than one file.", {
    field: second.fieldname,
    hint: "Upload each file by itself; run= and generator= bring them into one run.",
  });
}

async function nextPart(parts: Parts): Promise<MultipartFile | null> {
  const { done, value } = await parts.next();
  if (done === true) return null;
  if (value.type === "file") return value;
  throw new HeadroomError(
    "parameter-unreadable",
    `The form has a field "${value.fieldname.slice(0, 100)}".`,
    {
      field: value.fieldname.slice(0, 100),
      hint: "Parameters stand in the address; the form holds the file alone.",
    },
  );
}
