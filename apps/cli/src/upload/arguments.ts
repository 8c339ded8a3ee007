import { readFileSync } from "node:fs";
import { MOST_SHARE_DAYS } from "@headroom/contract";
import { experimentIn, readAsCode } from "../as-code/read-as-code.ts";
import type { StatedExperiment } from "../as-code/save-experiment.ts";
import type { CliEnv } from "../env.ts";
import { GATE_OPTIONS, readGateSettings } from "../gate/arguments.ts";
import type { GateSettings } from "../gate/arguments.ts";
import { parseOptions, readRunArguments, RUN_OPTIONS, usageError } from "../run-arguments.ts";
import type { RunArguments } from "../run-arguments.ts";

export interface UploadArguments extends RunArguments {
  files: string[];
  send: "raw" | "cells" | "smaller";
  /** The run is judged as by `headroom gate`; null: it is only uploaded. */
  gate: GateSettings | null;
  /** What `headroom.yaml` says about the experiment; null without that file. */
  stated: StatedExperiment | null;
  /** For how many days a link shows the run to anyone who has it; null: no link. */
  shareDays: number | null;
}

const OPTIONS = {
  ...RUN_OPTIONS,
  "only-label": { type: "string", multiple: true },
  "except-label": { type: "string", multiple: true },
  generator: { type: "string" },
  archive: { type: "boolean", default: false },
  raw: { type: "boolean", default: false },
  cells: { type: "boolean", default: false },
  gate: { type: "boolean", default: false },
  config: { type: "string" },
  share: { type: "string" },
  ...GATE_OPTIONS,
} as const;

export function readUploadArguments(args: readonly string[], env: CliEnv): UploadArguments {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const { raw, cells, gate, config, share, archive, ...others } = values;
  const files = readFiles(positionals);
  const stray = GATE_OPTION_NAMES.find((name) => Reflect.get(values, name) !== undefined);
  if (!gate && stray !== undefined) throw usageError(`--${stray} belongs to --gate.`);
  const stated = config === undefined ? null : readStated(config, others);
  return {
    files,
    stated,
    send: readSend({ raw, cells, filters: FILTERS.some((name) => values[name] !== undefined) }),
    shareDays: share === undefined ? null : readDays(share),
    gate: gate ? readGateSettings(values, values.json) : null,
    ...readRunArguments(
      {
        ...others,
        ...asOptions(stated, others.target),
        ...(archive ? { archive: "true" } : {}),
        ...NOT_OF_THE_RUN,
      },
      env,
    ),
  };
}

/** The server leaves labels out, so it needs the file. */
const FILTERS = ["only-label", "except-label"] as const;

const GATE_OPTION_NAMES = Object.keys(GATE_OPTIONS);
const NOT_OF_THE_RUN = Object.fromEntries(GATE_OPTION_NAMES.map((name) => [name, undefined]));

function readStated(
  path: string,
  { service, experiment }: { service?: string | undefined; experiment?: string | undefined },
): StatedExperiment {
  if (service !== undefined) throw usageError("--config names the service already. Leave out --service.");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw usageError(`${path} cannot be read.`, cause);
  }
  const read = readAsCode(text, path);
  return { service: read.service, ...experimentIn(read, experiment, path), path };
}

/** Its targets go with the upload, so that a token needs no further scope for them. */
function asOptions(stated: StatedExperiment | null, given: readonly string[] = []) {
  if (stated === null) return {};
  const { service, name, experiment } = stated;
  const target = [...(experiment.targets ?? []), ...given];
  return { service, experiment: name, ...(target.length === 0 ? {} : { target }) };
}

export function readFiles(positionals: string[]): string[] {
  if (positionals.length === 0) throw usageError("No file given.");
  if (positionals.filter((file) => file === "-").length > 0 && positionals.length > 1)
    throw usageError("Standard input (-) cannot be combined with other files.");
  return positionals;
}

function readSend({
  raw,
  cells,
  filters,
}: Record<"raw" | "cells" | "filters", boolean>): UploadArguments["send"] {
  if (raw && cells) throw usageError("Use either --raw or --cells, not both.");
  if (cells && filters)
    throw usageError("--only-label and --except-label need the file itself. Leave out --cells.");
  if (raw || filters) return "raw";
  return cells ? "cells" : "smaller";
}

function readDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > MOST_SHARE_DAYS)
    throw usageError(`--share needs a number of days from 1 to ${MOST_SHARE_DAYS}, not ${text}.`);
  return days;
}
