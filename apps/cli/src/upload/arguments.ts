import type { CliEnv } from "../env.ts";
import {
  parseOptions,
  readRunArguments,
  RUN_OPTIONS,
  usageError,
  type RunArguments,
} from "../run-arguments.ts";

export interface UploadArguments extends RunArguments {
  files: string[];
  send: "raw" | "cells" | "smaller";
}

const OPTIONS = {
  ...RUN_OPTIONS,
  generator: { type: "string" },
  raw: { type: "boolean", default: false },
  cells: { type: "boolean", default: false },
} as const;

export function readUploadArguments(args: readonly string[], env: CliEnv): UploadArguments {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const { raw, cells, ...ofRun } = values;
  const files = readFiles(positionals);
  return { files, send: readSend({ raw, cells }), ...readRunArguments(ofRun, env) };
}

function readFiles(positionals: string[]): string[] {
  if (positionals.length === 0) throw usageError("No file given.");
  if (positionals.filter((file) => file === "-").length > 0 && positionals.length > 1)
    throw usageError("Standard input (-) cannot be combined with other files.");
  return positionals;
}

function readSend({ raw, cells }: { raw: boolean; cells: boolean }): UploadArguments["send"] {
  if (raw && cells) throw usageError("Use either --raw or --cells, not both.");
  if (raw) return "raw";
  return cells ? "cells" : "smaller";
}
