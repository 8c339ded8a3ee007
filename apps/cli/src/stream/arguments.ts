import { hostname } from "node:os";
import type { CliEnv } from "../env.ts";
import { parseOptions, readRunArguments, RUN_OPTIONS, usageError } from "../run-arguments.ts";
import type { RunArguments } from "../run-arguments.ts";
import type { EndingOptions } from "./ending.ts";

export interface StreamArguments extends RunArguments {
  /** A path, or - for standard input. */
  input: string;
  writer: string;
  ends: EndingOptions;
}

const OPTIONS = {
  ...RUN_OPTIONS,
  writer: { type: "string" },
  "until-idle": { type: "string" },
  "until-exit": { type: "string" },
} as const;

/** The writer's name in a run that nobody else adds to. */
const ONLY_WRITER = "stream";

export function readStreamArguments(args: readonly string[], env: CliEnv): StreamArguments {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const { writer, "until-idle": idle, "until-exit": pid, ...ofRun } = values;
  const [input, ...more] = positionals;
  if (input === undefined) throw usageError("No file given.");
  if (more.length > 0) {
    throw usageError(
      "Only one file can be streamed at a time. Start the command for each, with the same --run.",
    );
  }
  return {
    input,
    writer: writer ?? (ofRun.run === undefined ? ONLY_WRITER : hostname()),
    ends: {
      untilIdleSeconds: idle === undefined ? null : numberOf("until-idle", idle, /^\d+(\.\d+)?$/),
      untilExitPid: pid === undefined ? null : numberOf("until-exit", pid, /^\d+$/),
    },
    ...readRunArguments(ofRun, env),
  };
}

function numberOf(option: string, given: string, shape: RegExp): number {
  const number = Number(given);
  if (shape.test(given) && number > 0) return number;
  throw usageError(`--${option} is invalid: expected a number above 0.`);
}
