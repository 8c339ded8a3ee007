import { spawn } from "node:child_process";
import { basename } from "node:path";
import { identify, stop } from "./live-process.mjs";
import { LogFile } from "./log-file.mjs";
import { noteProcess, forgetProcess } from "./process-record.mjs";

/**
 * @import { Readable } from "node:stream"
 * @import { Identity } from "./live-process.mjs"
 */

/**
 * @typedef {object} SpawnOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [logFile]
 *
 * @typedef {object} RunExtras
 * @property {string} [name]
 * @property {(line: string) => void} [onLine]
 * @property {number} [timeoutMillis]
 *
 * @typedef {SpawnOptions & RunExtras} RunOptions
 * @typedef {{ code: number, signal: NodeJS.Signals | null, output: string, stdout: string }} RunResult
 * @typedef {{ name: string, code: number | null, signal: NodeJS.Signals | null, output: string }} ServiceEnd
 * @typedef {ReturnType<typeof startService>} Service
 * @typedef {import("node:child_process").ChildProcessByStdio<null, Readable, Readable>} Child
 * @typedef {{ write(text: string): unknown, end(): unknown }} Log
 */

const tailLines = 200;
/** @type {Map<number, Identity>} */
const running = new Map();

/**
 * Runs a tool to completion. Writes its full output to the log file and returns its last lines. Children lead their
 * own process group, so Ctrl-C only reaches this process, which then ends them in order.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(
  command,
  args,
  { name = basename(command), cwd, env, logFile, onLine, timeoutMillis } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const tail = collect(child, { log: logFile === undefined ? null : freshLog(logFile), onLine });
    const identity = track(name, child);
    const timer =
      timeoutMillis === undefined
        ? undefined
        : setTimeout(() => void (identity && stop(identity, { graceMillis: 2_000 })), timeoutMillis);
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

/**
 * Starts a long-running process, whose output is added to the log file. `ended` resolves when it ends, with its last
 * lines.
 *
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions} options
 */
export function startService(name, command, args, { cwd, env, logFile }) {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const tail = collect(child, { log: logFile === undefined ? null : new LogFile(logFile) });
  const identity = track(name, child);
  /** @type {Promise<ServiceEnd>} */
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve({ name, code: null, signal: null, output: error.message }));
    child.on("close", (code, signal) => resolve({ name, code, signal, output: tail.text() }));
  });
  return {
    name,
    pid: child.pid,
    ended,
    logFile,
    /** @param {{ graceMillis?: number }} [options] */
    async stop(options) {
      if (identity !== null) await stop(identity, options);
      await ended;
    },
  };
}

/**
 * For a signal during set-up: ends every process that this one started.
 *
 * @param {{ graceMillis?: number }} [options]
 */
export async function stopEverything({ graceMillis = 3_000 } = {}) {
  await Promise.all([...running.values()].map((identity) => stop(identity, { graceMillis })));
}

/**
 * @param {string} name
 * @param {Child} child
 */
function track(name, child) {
  if (child.pid === undefined) return null;
  const identity = identify(child.pid);
  running.set(identity.pid, identity);
  noteProcess(name, identity);
  child.on("exit", () => {
    running.delete(identity.pid);
    forgetProcess(identity);
  });
  return identity;
}

/**
 * @param {Child} child
 * @param {{ log: Log | null, onLine?: ((line: string) => void) | undefined }} options
 */
function collect(child, { log, onLine }) {
  /** @type {string[]} */
  const lines = [];
  /** @type {string[]} */
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

  /** @param {string} line */
  function keep(line) {
    lines.push(line);
    if (lines.length > tailLines) lines.shift();
    onLine?.(line);
  }
}

/**
 * Everything is in it as soon as the process has ended.
 *
 * @param {string} logFile
 */
function freshLog(logFile) {
  const log = new LogFile(logFile);
  log.empty();
  return log;
}
