import { readGateSettings, type GateSettings } from "../gate/arguments.ts";
import { parseOptions, readFileReading, usageError, type FileReading } from "../run-arguments.ts";

export interface FileGateArguments extends Pick<GateSettings, "allowUnsure" | "format" | "output"> {
  /** The result file, or - for standard input. */
  file: string;
  /** A file with targets; null: only those of the options. */
  targets: string | null;
  targetTexts: string[];
  /** Which experiment of the targets file it is. */
  experiment: string | undefined;
  reading: FileReading;
}

const text = { type: "string" } as const;
const OPTIONS = {
  file: text,
  targets: text,
  target: { type: "string", multiple: true },
  experiment: text,
  tool: text,
  started: text,
  timestamps: text,
  zone: text,
  load: text,
  unit: text,
  mapping: text,
  "allow-unsure": { type: "boolean" },
  format: text,
  output: text,
  json: { type: "boolean", default: false },
} as const;

/** `headroom gate --file`: everything that needs no server. */
export function readFileGateArguments(args: readonly string[]): FileGateArguments {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const { file, targets, target = [], experiment, json, format, output } = values;
  if (file === undefined || positionals.length > 0)
    throw usageError("Give one file and no run: headroom gate --file results.jtl --targets targets.txt.");
  const given = { format, output, "allow-unsure": values["allow-unsure"] };
  const { allowUnsure, ...report } = readGateSettings(given, json);
  return {
    file,
    targets: targets ?? null,
    targetTexts: target,
    experiment,
    reading: readFileReading(values),
    allowUnsure,
    format: report.format,
    output: report.output,
  };
}
