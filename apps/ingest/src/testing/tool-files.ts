import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** In milliseconds; null: the file doesn't say. */
type ToolLatencies = Partial<Record<string, number | null>>;

interface ToolTruth {
  requests: number | null;
  errors: number | null;
  latency_ms: ToolLatencies | null;
  labels?: Record<string, { latency_ms?: ToolLatencies }>;
  options?: { unit?: string; mapping?: unknown };
  expect?: unknown;
}

export interface ToolFile {
  bytes: Buffer;
  truth: ToolTruth;
}

const FORMATS = join(import.meta.dirname, "../../../../packages/formats/src/file");
const TRUTH = ".truth.json";

/** A file that a tool wrote, with what is known about it: the one with this name, or the smallest ordinary one. */
export function readToolFile(format: string, name: string = smallestOf(format)): ToolFile {
  const path = join(FORMATS, format, "fixtures", name);
  return {
    bytes: existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`)),
    truth: truthOf(format, name),
  };
}

function smallestOf(format: string): string {
  const folder = join(FORMATS, format, "fixtures");
  const files = readdirSync(folder);
  const names = files.filter((file) => file.endsWith(TRUTH)).map((file) => file.slice(0, -TRUTH.length));
  const plain = names.filter((name) => {
    const { requests, options, expect } = truthOf(format, name);
    return requests !== null && options === undefined && expect === undefined;
  });
  const bytesOf = (name: string) => statSync(join(folder, files.includes(name) ? name : `${name}.gz`)).size;
  const [smallest] = (plain.length > 0 ? plain : names).toSorted((a, b) => bytesOf(a) - bytesOf(b));
  if (smallest === undefined) throw new Error(`${format} has no file to try`);
  return smallest;
}

function truthOf(format: string, name: string): ToolTruth {
  return JSON.parse(readFileSync(join(FORMATS, format, "fixtures", name + TRUTH), "utf8"));
}
