import { readGateSettings } from "../gate/arguments.ts";
import type { GateSettings } from "../gate/arguments.ts";
import { parseOptions, readFileReading } from "../run-arguments.ts";
import type { FileReading } from "../run-arguments.ts";
import { readFiles } from "../upload/arguments.ts";

export interface FileGateArguments extends Pick<
  GateSettings,
  "allowUnsure" | "format" | "output" | "generators"
> {
  /** The result files of a run, or - for standard input. */
  files: string[];
  /** A file with targets; null: only those of the options. */
  targets: string | null;
  targetTexts: string[];
  /** Which experiment of the targets file it is. */
  experiment: string | undefined;
  reading: FileReading;
}

const text = { type: "string" } as const;
const OPTIONS = {
  file: { type: "string", multiple: true },
  targets: text,
  target: { type: "string", multiple: true },
  experiment: text,
  tool: text,
  started: text,
  timestamps: text,
  zone: text,
  load: text,
  "errors-by": text,
  unit: text,
  "only-label": { type: "string", multiple: true },
  "except-label": { type: "string", multiple: true },
  mapping: text,
  generators: text,
  "allow-unsure": { type: "boolean" },
  format: text,
  output: text,
  json: { type: "boolean", default: false },
} as const;

/** `headroom gate FILE… --targets FILE`: everything that needs no server. */
export function readFileGateArguments(args: readonly string[]): FileGateArguments {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const { file = [], targets, target = [], experiment, json, format, output, generators } = values;
  const given = { format, output, generators, "allow-unsure": values["allow-unsure"] };
  const { allowUnsure, ...settings } = readGateSettings(given, json);
  return {
    files: readFiles([...file, ...positionals]),
    targets: targets ?? null,
    targetTexts: target,
    experiment,
    reading: readFileReading(values),
    allowUnsure,
    format: settings.format,
    output: settings.output,
    generators: settings.generators,
  };
}
