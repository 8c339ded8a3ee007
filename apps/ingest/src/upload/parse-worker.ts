import { parentPort } from "node:worker_threads";
import { ParseServer } from "./parse-server.ts";
import type { FromWorker, ToWorker } from "./parse-messages.ts";

/** The thread that parses files, any number of them, taking turns by chunk. */
const port = parentPort;
if (port === null) throw new Error("this file is run as a worker");

const jobs = new Map<number, ParseServer>();
const post = (message: FromWorker, transfer: ArrayBuffer[]) => port.postMessage(message, transfer);

port.on("message", (message: ToWorker) => {
  const { job } = message;
  switch (message.kind) {
    case "begin": {
      const begun = new ParseServer(job, message.slabs, post);
      jobs.set(job, begun);
      void begun.run(message.order).finally(() => jobs.delete(job));
      return;
    }
    case "bytes":
      jobs.get(job)?.take(message);
      return;
    case "file":
      jobs.get(job)?.take(message.file);
      return;
    case "end":
      jobs.get(job)?.take(null);
      return;
    case "written":
      jobs.get(job)?.written();
      return;
    case "cancel":
      jobs.delete(job);
  }
});
