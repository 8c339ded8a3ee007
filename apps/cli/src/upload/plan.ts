import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { HeadroomError } from "@headroom/core";
import type { ImportParameters } from "@headroom/contract";
import type { UploadArguments } from "./arguments.ts";
import { groupFiles } from "./group-files.ts";
import { inputFile } from "./open-file.ts";
import type { InputFile } from "./open-file.ts";

/** One upload: a file, or several files that a tool wrote for one run. */
export interface UploadPlan {
  files: InputFile[];
  parameters: ImportParameters;
  generator: string | null;
  /** Nothing else adds to the run. */
  alone: boolean;
}

/** One upload, or one for each generator to one run. */
export async function planUploads(given: UploadArguments, stdin: Readable): Promise<UploadPlan[]> {
  const files = given.files.map((path) => inputFile(path, stdin));
  const { parameters } = given;
  const generator = parameters.generator ?? null;
  const grouping = await groupFiles(files, given);
  if (grouping.kind === "one") return [{ files, parameters, generator, alone: parameters.run === undefined }];
  if (generator !== null) throw oneGenerator();
  const { names, heads } = grouping;
  const run = parameters.run ?? keyOf(files, heads, parameters);
  return files.map((file, at) => {
    const name = names[at] ?? file.path;
    return {
      files: [file],
      parameters: { ...parameters, run, generator: name },
      generator: name,
      alone: false,
    };
  });
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

function oneGenerator(): HeadroomError {
  return new HeadroomError(
    "parameter-unreadable",
    "The files are from several generators, but --generator names only one.",
    {
      hint: "Leave out --generator to name each generator after its file.",
    },
  );
}
