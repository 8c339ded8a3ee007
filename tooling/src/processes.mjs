import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { identify, stop } from "./live-process.mjs";
import { noteProcess, forgetProcess } from "./process-record.mjs";

const tailLines = 200;
const running = new Map();

/**
 * Runs a tool to its end. Its whole output goes to the log file, its last lines come back. Children lead their
 * own process group: Ctrl-C reaches this process alone, which then ends them in order.
 */
export function run(
  command,
  args,
  { name = basename(command), cwd, env, logFile, onLine, timeoutMillis } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const tail = collect(child, { logFile, onLine });
    const timer =
      timeoutMillis === undefined
        ? null
        : setTimeout(() => void stop(identify(child.pid), { graceMillis: 2_000 }), timeoutMillis);
    track(name, child);
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, signal, output: tail.text(), stdout: tail.stdout() });
    });
  });
}

/** Starts a process that stays. `ended` answers when it does, with its last lines. */
export function startService(name, command, args, { cwd, env, logFile }) {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const tail = collect(child, { logFile });
  track(name, child);
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve({ name, code: null, signal: null, output: error.message }));
    child.on("close", (code, signal) => resolve({ name, code, signal, output: tail.text() }));
  });
  const identity = child.pid === undefined ? null : identify(child.pid);
  return {
    name,
    pid: child.pid,
    ended,
    logFile,
    async stop(options) {
      if (identity !== null) await stop(identity, options);
      await ended;
    },
  };
}

/** For a signal that arrives in the middle of set-up: nothing that this process started may outlive it. */
export async function stopEverything() {
  await Promise.all([...running.values()].map((identity) => stop(identity, { graceMillis: 3_000 })));
}

function track(name, child) {
  if (child.pid === undefined) return;
  const identity = identify(child.pid);
  running.set(child.pid, identity);
  noteProcess(name, identity);
  child.on("exit", () => {
    running.delete(child.pid);
    forgetProcess(identity);
  });
}

function collect(child, { logFile, onLine }) {
  const log = logFile === undefined ? null : openLog(logFile);
  const lines = [];
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream.setEncoding("utf8");
    stream.on("data", (text) => {
      log?.write(text);
      if (stream === child.stdout) printed.push(text);
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts) keep(line);
    });
    stream.on("end", () => {
      if (rest !== "") keep(rest);
    });
  }
  child.on("close", () => log?.end());
  return { text: () => lines.join("\n"), stdout: () => printed.join("") };

  function keep(line) {
    lines.push(line);
    if (lines.length > tailLines) lines.shift();
    onLine?.(line);
  }
}

function openLog(logFile) {
  mkdirSync(dirname(logFile), { recursive: true });
  return createWriteStream(logFile, { mode: 0o600 });
}
