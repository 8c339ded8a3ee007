import { constants, setPriority } from "node:os";
import { packProblem } from "../upload/packed-run.ts";
import { chooseFromBytes } from "./choose-from-bytes.ts";
import type { FromQueuedProcess } from "./queued-process.ts";

// The other side of a `QueuedProcess`.
const send = process.send?.bind(process);
if (send === undefined) throw new Error("this file is run as a process of another one");

// Uploads come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// A signal to both processes lets the parent finish its work first; this one ends with it.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", (order: unknown) => send(answerTo(order)));

function answerTo(order: unknown): FromQueuedProcess<unknown> {
  try {
    return { kind: "done", answer: chooseFromBytes(order as never) };
  } catch (error) {
    return { kind: "failed", problem: packProblem(error) };
  }
}
