import type { CliEnv } from "../env.ts";
import { parseOptions, readRun, usageError } from "../run-arguments.ts";
import { readServiceArguments, SERVICE_OPTIONS } from "../service-arguments.ts";
import type { ServiceArguments } from "../service-arguments.ts";
import { FORMATS } from "./write-report.ts";
import type { ReportFormat } from "./write-report.ts";

/** How the run to compare with is chosen. `default`: the one set on the experiment, and without one the last good run. */
export type BaselineChoice =
  | { kind: "default" | "pinned" | "last-good" }
  | { kind: "run"; id: string }
  /** `ref`: the branch that this one left; null: from CI, or the remote's default branch. */
  | { kind: "merge-base"; ref: string | null };

/** How a run is judged, however it came to be. */
export interface GateSettings {
  /** In percent: a smaller regression is reported and doesn't fail the gate. Null: every one counts. */
  minChange: number | null;
  /** In percent: unsure if a change of this size could have been missed. Null: as usual. */
  detect: number | null;
  baseline: BaselineChoice;
  waitSeconds: number;
  /** How many generators have to upload first; null: the run is judged as it is. */
  generators: number | null;
  allowUnsure: boolean;
  format: ReportFormat;
  /** Null: standard output. */
  output: string | null;
}

export interface GateArguments extends Omit<ServiceArguments, "json">, GateSettings {
  run: string;
}

/** Two runs are compared whatever their targets and baselines. */
export interface CompareArguments
  extends
    Omit<ServiceArguments, "json">,
    Pick<GateSettings, "minChange" | "detect" | "waitSeconds" | "allowUnsure" | "format" | "output"> {
  before: string;
  after: string;
}

const text = { type: "string" } as const;
/** Of a comparison. */
const PAIR_OPTIONS = {
  "min-change": text,
  detect: text,
  wait: text,
  "allow-unsure": { type: "boolean" },
  format: text,
  output: text,
} as const;
export const GATE_OPTIONS = { ...PAIR_OPTIONS, baseline: text, base: text, generators: text } as const;

const WAIT_SECONDS = 300;

export function readGateArguments(args: readonly string[], env: CliEnv): GateArguments {
  const { values, positionals } = parseOptions(args, { ...SERVICE_OPTIONS, ...GATE_OPTIONS });
  const [run, ...more] = positionals;
  if (run === undefined || more.length > 0) throw usageError("Name one run: headroom gate RUN.");
  const { url, token, json } = readServiceArguments(values, env);
  return { url, token, ...readGateSettings(values, json), run: readRun(run) };
}

export function readCompareArguments(args: readonly string[], env: CliEnv): CompareArguments {
  const { values, positionals } = parseOptions(args, { ...SERVICE_OPTIONS, ...PAIR_OPTIONS });
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0)
    throw usageError("Name two runs, the earlier one first: headroom compare A B.");
  const { url, token, json } = readServiceArguments(values, env);
  return { url, token, ...readGateSettings(values, json), before: readRun(before), after: readRun(after) };
}

export interface GivenGateOptions {
  "min-change"?: string | undefined;
  detect?: string | undefined;
  wait?: string | undefined;
  "allow-unsure"?: boolean | undefined;
  format?: string | undefined;
  output?: string | undefined;
  baseline?: string | undefined;
  base?: string | undefined;
  generators?: string | undefined;
}

export function readGateSettings(values: GivenGateOptions, json: boolean): GateSettings {
  const { "min-change": minChange, detect, wait, generators } = values;
  return {
    baseline: readBaseline(values),
    minChange: minChange === undefined ? null : readNumber("min-change", minChange),
    detect: detect === undefined ? null : readNumber("detect", detect),
    waitSeconds: wait === undefined ? WAIT_SECONDS : readNumber("wait", wait),
    generators: generators === undefined ? null : readNumber("generators", generators),
    allowUnsure: values["allow-unsure"] === true,
    format: json ? "json" : readFormat(values.format),
    output: values.output ?? null,
  };
}

function readBaseline({ baseline, base }: GivenGateOptions): BaselineChoice {
  if (baseline === "merge-base") return { kind: "merge-base", ref: base ?? null };
  if (base !== undefined) throw usageError("--base belongs to --baseline merge-base.");
  if (baseline === undefined) return { kind: "default" };
  if (baseline === "pinned" || baseline === "last-good") return { kind: baseline };
  return { kind: "run", id: readRun(baseline) };
}

function readFormat(given = "text"): ReportFormat {
  const format = FORMATS.find((one) => one === given);
  if (format === undefined) throw usageError(`--format must be one of ${FORMATS.join(", ")}.`);
  return format;
}

function readNumber(option: string, given: string): number {
  if (!/^\d{1,6}(\.\d+)?%?$/.test(given)) throw usageError(`--${option} must be a number, such as 5.`);
  return Number.parseFloat(given);
}

/** A run's ID, or the address of its page. */
