import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isHeadroomError } from "@headroom/core";
import { experimentIn, readAsCode } from "../as-code/read-as-code.ts";
import { ciOf } from "../env.ts";
import { RUN_OPTIONS } from "../run-arguments.ts";
import { asOptions } from "../terminal/as-options.ts";
import type { World } from "../world.ts";
import { GATE_OPTIONS } from "./arguments.ts";
import { writeError } from "./write-error.ts";
import type { ErrorReport } from "./write-error.ts";
import { writeOut } from "./write-out.ts";
import { FORMATS } from "./write-report.ts";
import type { ReportFormat } from "./write-report.ts";

const OPTIONS = {
  ...RUN_OPTIONS,
  ...GATE_OPTIONS,
  gate: { type: "boolean" },
  config: { type: "string" },
  file: { type: "string", multiple: true },
} as const;

/**
 * Writes why nothing was judged to where the report was asked for. A step that reads the report then shows this error, and
 * not an earlier verdict or one of its own about a missing file. Reads only what it needs of arguments that may be wrong.
 */
export function reportError(error: unknown, command: string, args: readonly string[], world: World): void {
  const given = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: false });
  if (command === "upload" && given.values.gate !== true) return;
  const output = textOf(given.values.output);
  const format = formatOf(given.values);
  // Standard error has the error as text already.
  if (format === undefined || (output === null && format === "text")) return;
  const subject = {
    names: command === "upload" ? namesOf(given.values) : [judgedBy(given)],
    build: { number: null, commit: commitOf(given.values, world) },
  };
  try {
    writeOut(writeError({ subject, ...reasonOf(error) }, format), output, world);
  } catch {
    // The command fails anyway, and says why on standard error.
  }
}

type Values = Record<string, unknown>;

function formatOf({ json, format = "text" }: Values): ReportFormat | undefined {
  const wanted = json === true ? "json" : format;
  return FORMATS.find((one) => one === wanted);
}

function commitOf({ commit }: Values, { env }: World): string | null {
  return textOf(commit) ?? ciOf(env).commit ?? null;
}

/** A run or files, as they were given. */
function judgedBy({ values, positionals }: { values: Values; positionals: readonly string[] }): string {
  const { file } = values;
  return [...(Array.isArray(file) ? file : []), ...positionals].join(", ");
}

function namesOf({ service, experiment, config }: Values): string[] {
  const path = textOf(config);
  if (path === null) return [textOf(service) ?? "", textOf(experiment) ?? ""];
  try {
    const read = readAsCode(readFileSync(path, "utf8"), path);
    return [read.service, experimentIn(read, textOf(experiment) ?? undefined, path).name];
  } catch {
    return [path];
  }
}

function reasonOf(error: unknown): Omit<ErrorReport, "subject"> {
  if (isHeadroomError(error)) {
    const { code, message, hint } = error;
    return { code, message, hint: hint === null ? null : asOptions(hint) };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "internal", message: `Unexpected: ${message}`, hint: null };
}

function textOf(given: unknown): string | null {
  return typeof given === "string" ? given : null;
}
