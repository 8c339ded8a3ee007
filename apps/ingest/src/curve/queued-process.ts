import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { fileURLToPath } from "node:url";
import { unpackProblem } from "../upload/packed-run.ts";
import type { PackedProblem } from "../upload/packed-run.ts";

export type FromQueuedProcess<Answer> =
  | { kind: "done"; answer: Answer }
  | { kind: "failed"; problem: PackedProblem };

interface Waiting<Order, Answer> {
  order: Order;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

export interface ProcessLimits {
  /** Well above what an order needs. One that needs more ends the process, and only itself fails. */
  heapMb: number;
  /** An order that takes longer is ended. */
  orderMillis: number;
  /** Ends after so long without an order, which gives its memory back. */
  idleMillis: number;
}

/** The process ended before it answered: the order took too much memory or time. */
export class EndedEarly extends Error {}

/**
 * A process for work that would hold up the others. It takes one order after another, and workspaces take turns. It isn't a thread,
 * because a thread whose heap is full may neither fail nor let itself be ended.
 */
export class QueuedProcess<Order extends object | string, Answer> {
  readonly #script: URL;
  readonly #limits: ProcessLimits;
  /** By workspace, in the order in which it is their turn. */
  readonly #waiting = new Map<string, Waiting<Order, Answer>[]>();
  #child: ChildProcess | null = null;
  #running: Waiting<Order, Answer> | null = null;
  /** Ends the process: because nothing is asked of it, or because it doesn't answer. */
  #timer: NodeJS.Timeout | undefined;

  constructor(script: URL, limits: ProcessLimits) {
    this.#script = script;
    this.#limits = limits;
  }

  ask(workspaceId: string, order: Order): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const own = this.#waiting.get(workspaceId) ?? [];
      own.push({ order, resolve, reject });
      this.#waiting.set(workspaceId, own);
      this.#next();
    });
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  /** Whatever isn't answered fails. */
  close(): void {
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new EndedEarly("The process was closed."));
    this.#lose(new EndedEarly("The process was closed."));
  }

  #next(): void {
    if (this.#running !== null) return;
    const { orderMillis, idleMillis } = this.#limits;
    const taken = this.#take();
    if (taken === null) {
      this.#endAfter(idleMillis, "It had nothing to do.");
      return;
    }
    this.#running = taken;
    this.#child ??= this.#start();
    this.#endAfter(orderMillis, `The process didn't answer within ${orderMillis} ms.`);
    // A process that has just ended is reported by its exit.
    this.#child.send(taken.order, () => undefined);
  }

  #take(): Waiting<Order, Answer> | null {
    const [first] = this.#waiting;
    if (first === undefined) return null;
    const [workspaceId, [taken = null, ...rest]] = first;
    this.#waiting.delete(workspaceId);
    if (rest.length > 0) this.#waiting.set(workspaceId, rest);
    return taken;
  }

  #endAfter(millis: number, why: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lose(new EndedEarly(why)), millis).unref();
  }

  #start(): ChildProcess {
    const child = fork(fileURLToPath(this.#script), {
      serialization: "advanced",
      execArgv: [`--max-old-space-size=${this.#limits.heapMb}`],
      // It needs no secret, and nobody has to read how its memory ran out.
      env: { NODE_COMPILE_CACHE: getCompileCacheDir() },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.on("message", (message: FromQueuedProcess<Answer>) => {
      if (this.#child !== child) return;
      if (message.kind === "done") this.#end((one) => one.resolve(message.answer));
      else this.#end((one) => one.reject(unpackProblem(message.problem)));
    });
    const lose = (error: Error) => {
      if (this.#child === child) this.#lose(error);
    };
    child.on("error", lose);
    child.on("exit", (code, signal) => lose(new EndedEarly(`The process ended with ${signal ?? code}.`)));
    // Last, because a listener keeps this process alive, and its child must not.
    child.unref();
    child.channel?.unref();
    return child;
  }

  #lose(error: Error): void {
    clearTimeout(this.#timer);
    this.#child?.kill("SIGKILL");
    this.#child = null;
    if (this.#running !== null) this.#end((one) => one.reject(error));
  }

  #end(settle: (ended: Waiting<Order, Answer>) => void): void {
    const ended = this.#running;
    this.#running = null;
    if (ended !== null) settle(ended);
    this.#next();
  }
}
