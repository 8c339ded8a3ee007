import { parseArgs } from "node:util";
import type { ParseArgsConfig } from "node:util";
import { isHeadroomError } from "@headroom/core";
import { backupEnv } from "../env.ts";
import type { BackupEnv } from "../env.ts";
import { BackupProblem } from "./problem.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

interface Frame {
  usage: string;
  options: Options;
  /** Options that can't be left out. */
  required?: readonly string[];
  /** How many arguments there are besides options. */
  arguments: number;
}

interface Parsed {
  flags: ReadonlySet<string>;
  texts: ReadonlyMap<string, string>;
  arguments: readonly string[];
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The frame of these commands: arguments, environment, and problems as two lines. Exit code 2: the call was wrong. */
export async function runCommand(
  frame: Frame,
  work: (env: BackupEnv, parsed: Parsed) => Promise<void>,
): Promise<void> {
  const parsed = parse(frame);
  const env = backupEnv();
  if (parsed === null || env === null) {
    const reason = parsed === null ? frame.usage : "Set DATABASE_URL to the database.";
    process.stderr.write(`${reason}\n`);
    process.exitCode = 2;
    return;
  }
  try {
    await work(env, parsed);
  } catch (error) {
    const hint = error instanceof BackupProblem || isHeadroomError(error) ? `\n${error.hint ?? ""}` : "";
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}${hint}\n`);
    process.exitCode = 1;
  }
}

function parse({ options, required = [], arguments: expected }: Frame): Parsed | null {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length !== expected || required.some((name) => values[name] === undefined)) return null;
    const given = Object.entries(values);
    return {
      flags: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
      texts: new Map(given.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))),
      arguments: positionals,
    };
  } catch {
    return null;
  }
}
