import { ALL_REQUESTS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";
import type { Findings } from "../../text/document.ts";

const LINE =
  /^ {2}Socket errors: connect (\d{1,15}), read (\d{1,15}), write (\d{1,15}), timeout (\d{1,15})$/m;
const NAMES = ["connect", "read", "write"];

/** What wrk counts beside its requests, or in them and beside its latencies. */
export interface SocketErrors {
  /** Requests that got no answer. wrk counts a request when its answer is whole, so these are in none of its figures. */
  unanswered: number;
  timeouts: number;
}

/** Reads the line of socket errors, which only reports with such errors have, and gives them as failures. */
export function giveSocketErrors(report: string, sink: SampleSink, { warnings }: Findings): SocketErrors {
  const [connect = 0, read = 0, write = 0, timeouts = 0] = (LINE.exec(report) ?? []).slice(1).map(Number);
  const broken = [connect, read, write];
  const unanswered = broken.reduce((sum, times) => sum + times, 0);
  const told = broken.flatMap((times, at) => (times > 0 ? [{ name: NAMES[at] ?? "", times }] : []));
  for (const { name, times } of told) sink.failure(ALL_REQUESTS, `socket error: ${name}`, times);
  if (unanswered > 0) {
    const list = told.map(({ name, times }) => `${name} ${times}`).join(", ");
    const detail = `wrk does not count requests without a response. They were added as failed: ${list}.`;
    warnings.add("socket-errors", detail);
  }
  return { unanswered, timeouts };
}
