import type { Readable, Writable } from "node:stream";
import type { CliEnv } from "./env.ts";

/** Everything outside the command, passed in so that tests can replace it. */
export interface World {
  env: CliEnv;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean; columns?: number };
  /** Milliseconds. */
  now: () => number;
  sleep: (millis: number) => Promise<void>;
  /** Calls back when the user asks the command to stop (Ctrl+C); returns how to undo that. */
  onStop: (listener: () => void) => () => void;
  isRunning: (pid: number) => boolean;
  /** What git says in the current folder, without the last line end; null: it fails, or isn't installed. */
  git: (args: readonly string[]) => string | null;
  /** 0 to 1. */
  random: () => number;
}
