import type { CliEnv } from "../env.ts";
import { parseOptions, usageError } from "../run-arguments.ts";
import { readServiceArguments, SERVICE_OPTIONS, type ServiceArguments } from "../service-arguments.ts";
import type { GateLimits } from "./judge-gate.ts";
import { FORMATS, type ReportFormat } from "./write-report.ts";

export interface GateArguments extends Omit<ServiceArguments, "json">, GateLimits {
  run: string;
  /** Null: the baseline of the run's experiment. */
  baseline: string | null;
  /** Whether the run's targets count, and not only the comparison. */
  targets: boolean;
  waitSeconds: number;
  allowUnsure: boolean;
  format: ReportFormat;
  /** Null: standard output. */
  output: string | null;
}

const text = { type: "string" } as const;
const OPTIONS = {
  ...SERVICE_OPTIONS,
  "min-change": text,
  detect: text,
  wait: text,
  "allow-unsure": { type: "boolean", default: false },
  format: text,
  output: text,
} as const;

const WAIT_SECONDS = 300;

export function readGateArguments(args: readonly string[], env: CliEnv): GateArguments {
  const { values, positionals } = parseOptions(args, { ...OPTIONS, baseline: text });
  const [run, ...more] = positionals;
  if (run === undefined || more.length > 0) throw usageError("Name one run: headroom gate RUN.");
  const { baseline } = values;
  return {
    ...readShared(values, env),
    run: readRun(run),
    baseline: baseline === undefined ? null : readRun(baseline),
    targets: true,
  };
}

export function readCompareArguments(args: readonly string[], env: CliEnv): GateArguments {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0)
    throw usageError("Name two runs, the earlier one first: headroom compare A B.");
  return {
    ...readShared(values, env),
    run: readRun(after),
    baseline: readRun(before),
    targets: false,
  };
}

interface GivenOptions {
  url?: string | undefined;
  token?: string | undefined;
  json: boolean;
  "min-change"?: string | undefined;
  detect?: string | undefined;
  wait?: string | undefined;
  "allow-unsure": boolean;
  format?: string | undefined;
  output?: string | undefined;
}

function readShared(values: GivenOptions, env: CliEnv) {
  const { url, token, json } = readServiceArguments(values, env);
  const { detect, wait } = values;
  return {
    ...{ url, token },
    minChange: readNumber("min-change", values["min-change"] ?? "0") / 100,
    detect: detect === undefined ? null : readNumber("detect", detect) / 100,
    waitSeconds: wait === undefined ? WAIT_SECONDS : readNumber("wait", wait),
    allowUnsure: values["allow-unsure"],
    format: json ? "json" : readFormat(values.format),
    output: values.output ?? null,
  };
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
function readRun(given: string): string {
  const [id] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(given) ?? [];
  if (id === undefined) throw usageError(`"${given}" is not a run's ID or the address of its page.`);
  return id.toLowerCase();
}
