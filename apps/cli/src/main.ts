import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { readCliEnv } from "./env.ts";
import { EXIT } from "./exit-codes.ts";
import { runCommand } from "./run-command.ts";

// A reader that has seen enough closes the pipe, which isn't an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const STOPS = ["SIGINT", "SIGTERM"] as const;

runCommand(process.argv.slice(2), {
  env: readCliEnv(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: Date.now,
  sleep: (millis) => sleep(millis).then(() => undefined),
  onStop(listener) {
    for (const signal of STOPS) process.on(signal, listener);
    return () => {
      for (const signal of STOPS) process.off(signal, listener);
    };
  },
  isRunning(pid) {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      // Another user's process is running, too.
      return error instanceof Error && "code" in error && error.code === "EPERM";
    }
  },
  git(args) {
    try {
      return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trimEnd();
    } catch {
      return null;
    }
  },
  random: Math.random,
}).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`headroom: unexpected: ${String(error)}\n`);
    process.exitCode = EXIT.unexpected;
  },
);
