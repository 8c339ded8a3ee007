import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { readCliEnv } from "../env.ts";
import { runCommand } from "../run-command.ts";

/** A command that waits for a file or a server looks again after so long. */
const LONGEST_WAIT_MILLIS = 30;

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Headroom {
  /** On standard error, until now. */
  said: () => string;
  /** As Ctrl+C does. */
  stop: () => void;
  ended: Promise<Ended>;
}

/** `headroom` in the process of the test: starting another one takes longer than most commands. */
export function startHeadroom(
  args: readonly string[],
  { env, stdin = "" }: { env: Record<string, string>; stdin?: string },
): Headroom {
  const [stdout, stderr] = [new PassThrough().setEncoding("utf8"), new PassThrough().setEncoding("utf8")];
  let [printed, said] = ["", ""];
  stdout.on("data", (text: string) => (printed += text));
  stderr.on("data", (text: string) => (said += text));
  const listeners = new Set<() => void>();
  const stop = () => listeners.forEach((listener) => listener());
  onTestFinished(stop);
  const code = runCommand(args, {
    env: readCliEnv(env),
    stdin: Readable.from(stdin === "" ? [] : [Buffer.from(stdin)]),
    stdout,
    stderr,
    now: Date.now,
    sleep: (millis) => delay(Math.min(millis, LONGEST_WAIT_MILLIS)),
    onStop(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isRunning: () => false,
    git: () => null,
    random: Math.random,
  });
  return {
    said: () => said,
    stop,
    ended: code.then(async (ended) => {
      stdout.end();
      stderr.end();
      await Promise.all([finished(stdout), finished(stderr)]);
      return { code: ended, stdout: printed, stderr: said };
    }),
  };
}

export const headroom = (...given: Parameters<typeof startHeadroom>) => startHeadroom(...given).ended;
