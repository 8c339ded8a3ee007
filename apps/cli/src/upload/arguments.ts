import type { CliEnv } from "../env.ts";
import { GATE_OPTIONS, readGateSettings, type GateSettings } from "../gate/arguments.ts";
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
  /** The run is judged as by `headroom gate`; null: it is only uploaded. */
  gate: GateSettings | null;
}

const OPTIONS = {
  ...RUN_OPTIONS,
  generator: { type: "string" },
  raw: { type: "boolean", default: false },
  cells: { type: "boolean", default: false },
  gate: { type: "boolean", default: false },
  ...GATE_OPTIONS,
} as const;

export function readUploadArguments(args: readonly string[], env: CliEnv): UploadArguments {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const { raw, cells, gate, ...others } = values;
  const files = readFiles(positionals);
  const stray = GATE_OPTION_NAMES.find((name) => Reflect.get(values, name) !== undefined);
  if (!gate && stray !== undefined) throw usageError(`--${stray} belongs to --gate.`);
  return {
    files,
    send: readSend({ raw, cells }),
    gate: gate ? readGateSettings(values, values.json) : null,
    ...readRunArguments({ ...others, ...NOT_OF_THE_RUN }, env),
  };
}

const GATE_OPTION_NAMES = Object.keys(GATE_OPTIONS);
const NOT_OF_THE_RUN = Object.fromEntries(GATE_OPTION_NAMES.map((name) => [name, undefined]));

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
