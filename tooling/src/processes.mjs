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
 * @property {boolean} [isAnswerSecret] What it writes to its standard output goes neither to the log nor to `onLine`.
 * @property {boolean} [isCleanUp] It may also start, and runs to its end, while this command is ending.
 *
 * @typedef {SpawnOptions & RunExtras} RunOptions
 * @typedef {{ code: number, signal: NodeJS.Signals | null, output: string, stdout: string }} RunResult
 * @typedef {{ name: string, code: number | null, signal: NodeJS.Signals | null, output: string }} ServiceEnd
 * @typedef {ReturnType<typeof startService>} Service
 * @typedef {import("node:child_process").ChildProcessByStdio<null, Readable, Readable>} Child
 * @typedef {{ write(text: string): unknown, end(): unknown }} Log
 */

const tailLines = 200;
/** @type {Map<number, Identity & { isService: boolean }>} */
const running = new Map();
let isEnding = false;

/**
 * From here on only clean-ups start. Work that a signal interrupts would otherwise go on with its next step, and leave
 * that running.
 */
export function startOnlyCleanUps() {
  isEnding = true;
}

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
  {
    name = basename(command),
    cwd,
    env,
    logFile,
    onLine,
    timeoutMillis,
    isAnswerSecret = false,
    isCleanUp = false,
  } = {},
) {
  return new Promise((resolve, reject) => {
    if (!isCleanUp) assertMayStart(name);
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const log = logFile === undefined ? null : freshLog(logFile);
    const tail = collect(child, { log, onLine, isAnswerSecret });
    const identity = track(name, child, isCleanUp ? "clean-up" : "work");
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
  assertMayStart(name);
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const tail = collect(child, { log: logFile === undefined ? null : new LogFile(logFile) });
  const identity = track(name, child, "service");
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
 * Ends every process that this one started, except for clean-ups.
 *
 * @param {{ graceMillis?: number }} [options]
 */
export async function stopEverything({ graceMillis = 3_000 } = {}) {
  await Promise.all([...running.values()].map((identity) => stop(identity, { graceMillis })));
}

/** Ends the tools that run, and leaves the services alone. */
export async function stopWork() {
  const work = [...running.values()].filter(({ isService }) => !isService);
  await Promise.all(work.map((identity) => stop(identity, { graceMillis: 3_000 })));
}

/** @param {string} name */
function assertMayStart(name) {
  if (isEnding) throw new Error(`${name} doesn't start, because this command is ending.`);
}

/**
 * @param {string} name
 * @param {Child} child
 * @param {"work" | "service" | "clean-up"} kind
 */
function track(name, child, kind) {
  if (child.pid === undefined) return null;
  const identity = identify(child.pid);
  if (kind !== "clean-up") running.set(identity.pid, { ...identity, isService: kind === "service" });
  noteProcess(name, identity);
  child.on("exit", () => {
    running.delete(identity.pid);
    forgetProcess(identity);
  });
  return identity;
}

/**
 * @param {Child} child
 * @param {{ log: Log | null, onLine?: ((line: string) => void) | undefined, isAnswerSecret?: boolean }} options
 */
function collect(child, { log, onLine, isAnswerSecret = false }) {
  /** @type {string[]} */
  const lines = [];
  /** @type {string[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    const isSecret = isAnswerSecret && stream === child.stdout;
    stream.setEncoding("utf8");
    stream.on("data", (text) => {
      if (!isSecret) log?.write(text);
      if (stream === child.stdout) printed.push(text);
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts) keep(line, isSecret);
    });
    stream.on("end", () => {
      if (rest !== "") keep(rest, isSecret);
    });
  }
  child.on("close", () => log?.end());
  return { text: () => lines.join("\n"), stdout: () => printed.join("") };

  /**
   * @param {string} line
   * @param {boolean} isSecret
   */
  function keep(line, isSecret) {
    if (isSecret) return;
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
