import { parentPort } from "node:worker_threads";
import { demo } from "@headroom/demo";

export interface AskedFile {
  /** When the demo's last night began. */
  lastNight: Date;
  experiment: string;
  key: string;
}

if (parentPort === null) throw new Error("this file runs as a thread of ingest");
const port = parentPort;

port.on("message", ({ lastNight, experiment, key }: AskedFile) => {
  const run = demo(lastNight).runs.find((one) => one.experiment === experiment && one.key === key);
  port.postMessage(run?.file() ?? null, []);
});
