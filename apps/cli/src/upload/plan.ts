import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { HeadroomError } from "@headroom/core";
import type { ImportParameters } from "@headroom/contract";
import { DETECTION_BYTES } from "@headroom/formats";
import type { UploadArguments } from "./arguments.ts";
import { formatOf } from "./local-run.ts";
import { inputFile, unpack, type InputFile } from "./open-file.ts";

/** One upload: a file, or several files that a tool wrote for one run. */
export interface UploadPlan {
  files: InputFile[];
  parameters: ImportParameters;
  generator: string | null;
  /** Nothing else adds to the run. */
  alone: boolean;
}

/**
 * One file is one upload. Several of one format are generators, each with its own upload to one
 * run. Several of different formats come from one tool and are one upload.
 */
export async function planUploads(given: UploadArguments, stdin: Readable): Promise<UploadPlan[]> {
  const files = given.files.map((path) => inputFile(path, stdin));
  const { parameters } = given;
  const alone = parameters.run === undefined;
  const generator = parameters.generator ?? null;
  if (files.length === 1) return [{ files, parameters, generator, alone }];
  const heads = await Promise.all(files.map(readHead));
  const formats = new Set(heads.map((head) => formatOf(head, given).format.id));
  if (formats.size === files.length) return [{ files, parameters, generator, alone }];
  if (formats.size > 1) throw mixed();
  if (generator !== null) throw oneGenerator();
  const run = parameters.run ?? keyOf(files, heads, parameters);
  return files.map((file) => {
    const name = basename(file.path);
    return {
      files: [file],
      parameters: { ...parameters, run, generator: name },
      generator: name,
      alone: false,
    };
  });
}

async function readHead(file: InputFile): Promise<Uint8Array> {
  const { chunks } = await unpack(file, () => {});
  const head: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    head.push(chunk);
    bytes += chunk.length;
    if (bytes >= DETECTION_BYTES) break;
  }
  return Buffer.concat(head).subarray(0, DETECTION_BYTES);
}

/** The same files are the same run, however often they are sent. */
function keyOf(
  files: readonly InputFile[],
  heads: readonly Uint8Array[],
  parameters: ImportParameters,
): string {
  const hash = createHash("sha256").update(JSON.stringify(parameters));
  for (const [at, { bytes }] of files.entries()) hash.update(`\0${bytes ?? ""}\0`).update(heads[at] ?? "");
  return `upload ${hash.digest("hex").slice(0, 16)}`;
}

function mixed(): HeadroomError {
  return new HeadroomError(
    "parameter-unreadable",
    "The files mix several of one format with files of other formats.",
    {
      hint: "Send the files of each generator separately, with the same --run and a different --generator.",
    },
  );
}

function oneGenerator(): HeadroomError {
  return new HeadroomError(
    "parameter-unreadable",
    "The files are from several generators, but --generator names only one.",
    {
      hint: "Leave out --generator to name each generator after its file.",
    },
  );
}
