import { simulate } from "./simulate.ts";
import type { Scenario, SimulatedRequest } from "./simulate.ts";

const HEADER =
  "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect";
const THREADS = 40;

/** A results file as JMeter writes it: a line for each completed request, in whole milliseconds. */
export function writeJtl(scenario: Scenario): string {
  const requests = [...simulate(scenario)].toSorted((a, b) => endOf(a) - endOf(b));
  const lines = requests.map((request, at) => toLine(request, at, usersOf(scenario, request)));
  return `${HEADER}\n${lines.join("\n")}\n`;
}

function endOf({ startMillis, latencyMillis }: SimulatedRequest): number {
  return startMillis + latencyMillis;
}

/** JMeter writes how many threads ran when the request ended. */
function usersOf({ startMillis, usersAt = () => THREADS }: Scenario, request: SimulatedRequest): number {
  return usersAt((endOf(request) - startMillis) / 1_000);
}

function toLine(
  { operation, startMillis, latencyMillis, failed }: SimulatedRequest,
  at: number,
  users: number,
): string {
  const elapsed = Math.max(1, Math.round(latencyMillis));
  const outcome = failed ? "503,Service Unavailable" : "200,OK";
  const thread = `shop 1-${(at % users) + 1}`;
  const bytes = failed ? 310 : 2_048;
  return `${startMillis},${elapsed},${operation.name},${outcome},${thread},text,${!failed},,${bytes},420,${users},${users},null,${elapsed},0,0`;
}
