import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import { aboutFile, HeadroomError } from "@headroom/core";
import { DETECTION_BYTES } from "@headroom/formats";
import { usageError } from "../run-arguments.ts";
import type { FileReading } from "../run-arguments.ts";
import { formatOf } from "./local-run.ts";
import { unpack } from "./open-file.ts";
import type { InputFile } from "./open-file.ts";

/** How the files of a run belong together. */
export type Grouping =
  /** A file, or several files that a tool wrote for one run. */
  | { kind: "one" }
  /** Each is from a generator of its own. */
  | { kind: "generators"; names: string[]; heads: Uint8Array[] };

/** Several files of one format are from several generators. Several of different formats come from one tool. */
export async function groupFiles(files: readonly InputFile[], given: FileReading): Promise<Grouping> {
  if (files.length === 1) return { kind: "one" };
  refuseRepeated(files);
  const heads = await Promise.all(files.map(readHead));
  const formats = heads.map((head, at) => formatOfNamed(head, files[at], given));
  const different = new Set(formats).size;
  if (different === files.length) return { kind: "one" };
  if (different > 1) throw mixed();
  return { kind: "generators", names: generatorNames(files.map(({ path }) => path)), heads };
}

/** Named after their files, with as many of their folders as it takes to tell them apart. */
export function generatorNames(paths: readonly string[]): string[] {
  const parts = paths.map((path) => resolve(path).split(sep));
  const most = Math.max(...parts.map(({ length }) => length));
  for (let depth = 1; depth < most; depth++) {
    const names = parts.map((of) => of.slice(-depth).join("/"));
    if (new Set(names).size === names.length) return names;
  }
  return paths.map((path) => resolve(path));
}

/** A file that is named twice is a mistake: another one was meant. */
function refuseRepeated(files: readonly InputFile[]): void {
  const seen = new Set<string>();
  for (const { path, bytes } of files) {
    const real = bytes === null ? path : realpathSync(path);
    if (seen.has(real)) throw usageError(`${path} is given twice.`);
    seen.add(real);
  }
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

function formatOfNamed(head: Uint8Array, file: InputFile | undefined, given: FileReading): string {
  try {
    return formatOf(head, given).format.id;
  } catch (error) {
    throw aboutFile(file?.path ?? "", error);
  }
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
