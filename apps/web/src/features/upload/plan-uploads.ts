import type { RunPart } from "./upload-form.ts";

/** A file whose format is known. */
export interface KnownFile {
  id: string;
  name: string;
  bytes: number;
  format: { id: string; tool: string; role: "run" | "supplement" };
}

/** How several files belong together. */
export type Bundle = "form" | "generators" | "runs";

export type Bundling =
  | { kind: "fixed"; bundle: Bundle }
  /** Files of one format: one per generator, or separate runs. Only the uploader knows. */
  | { kind: "choice" }
  | { kind: "impossible"; reason: string };

/** What one request carries. */
export interface PlannedUpload {
  fileIds: readonly string[];
  bytes: number;
  part: RunPart | null;
}

const MAX_FILES = 20;

/** How several files can belong together, given their formats. */
export function bundlingOf(files: readonly KnownFile[]): Bundling {
  if (files.length > MAX_FILES)
    return {
      kind: "impossible",
      reason: `You chose ${files.length} files. Upload at most ${MAX_FILES} at a time.`,
    };
  if (files.length > 0 && files.every(({ format }) => format.role === "supplement"))
    return {
      kind: "impossible",
      reason: "This file only adds detail to a run. Upload it together with the tool's results file.",
    };
  const tools = [...new Set(files.map(({ format }) => format.tool))];
  if (tools.length > 1)
    return {
      kind: "impossible",
      reason: `These files come from ${tools.length} tools: ${tools.join(", ")}. A run can contain files from one tool only. Remove the others.`,
    };
  const kinds = new Set(files.map(({ format }) => format.id));
  return files.length > 1 && kinds.size === 1 ? { kind: "choice" } : { kind: "fixed", bundle: "form" };
}

/** The requests that bring the files in, in their order. `runKey` is new for each attempt. */
export function planUploads(files: readonly KnownFile[], bundle: Bundle, runKey: string): PlannedUpload[] {
  if (bundle === "form") {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return [{ fileIds: files.map(({ id }) => id), bytes, part: null }];
  }
  const generators = distinctNames(files.map(({ name }) => name));
  return files.map(({ id, bytes }, at) => ({
    fileIds: [id],
    bytes,
    part: bundle === "runs" ? null : { run: runKey, generator: generators[at] ?? `generator ${at + 1}` },
  }));
}

const MAX_GENERATOR_LENGTH = 190;

/** Two files of one name come from two folders: both are kept apart. */
function distinctNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const short =
      name
        .replaceAll(/\p{Cc}/gu, " ")
        .trim()
        .slice(0, MAX_GENERATOR_LENGTH) || "file";
    const times = (seen.get(short) ?? 0) + 1;
    seen.set(short, times);
    return times === 1 ? short : `${short} (${times})`;
  });
}
