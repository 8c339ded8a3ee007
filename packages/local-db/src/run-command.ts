import { spawn } from "node:child_process";

import { programEnv } from "./env.ts";
import { diskFull, isSystemError, LocalDatabaseError } from "./problem.ts";

export interface CommandOptions {
  env?: Record<string, string>;
  input?: string;
  timeoutSeconds?: number;
  cwd?: string;
}

export interface CommandResult {
  /** null if the program doesn't exist or the timeout ended it. */
  code: number | null;
  missing: boolean;
  timedOut: boolean;
  stdout: string;
  stderr: string;
}

/** Runs one program to its end. Never throws if the program fails: the caller knows what a failure means. */
export function runCommand(
  command: string,
  parameters: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      env: programEnv(options.env),
      stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let timedOut = false;
    const seconds = options.timeoutSeconds ?? 120;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill("SIGKILL");
    }, seconds * 1000);
    const finish = (code: number | null, missing: boolean): void => {
      clearTimeout(timer);
      const stdout = Buffer.concat(out).toString();
      resolve({ code, missing, timedOut, stdout, stderr: Buffer.concat(err).toString() });
    };
    child.stdout?.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", (error) => finish(null, isSystemError(error, "ENOENT")));
    child.on("close", (code) => finish(code, false));
    // A program that ends before it has read its input would otherwise end this process with EPIPE.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(options.input);
  });
}

/** Runs a program that has to succeed; the end of its output becomes the message. */
export async function runOrFail(
  command: string,
  parameters: readonly string[],
  options: CommandOptions & { doing: string; hint: string },
): Promise<string> {
  const result = await runCommand(command, parameters, options);
  if (result.code === 0) return result.stdout;
  const said = `${result.stderr}\n${result.stdout}`;
  if (/no space left on device/i.test(said)) throw diskFull(options.doing);
  const reason = result.missing
    ? `${command} is not installed`
    : result.timedOut
      ? `${command} timed out`
      : lastLines(said);
  throw new LocalDatabaseError("engine-broken", `${options.doing}: ${reason}`, options.hint);
}

export function lastLines(text: string, count = 3): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).slice(-count).join(" | ");
}
