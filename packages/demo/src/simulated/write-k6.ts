import { simulate } from "./simulate.ts";
import type { Scenario, SimulatedRequest } from "./simulate.ts";

const DECLARATIONS = [
  ["http_req_duration", "trend", "time"],
  ["http_req_failed", "rate", "default"],
].map(([name, type, contains]) =>
  JSON.stringify({
    type: "Metric",
    data: { name, type, contains, thresholds: [], submetrics: null },
    metric: name,
  }),
);

/** The points as `k6 run --out json` writes them: the duration of each request and whether it failed. */
export function writeK6(scenario: Scenario): string {
  const requests = [...simulate(scenario)].toSorted((a, b) => endOf(a) - endOf(b));
  return `${[...DECLARATIONS, ...requests.flatMap(toLines)].join("\n")}\n`;
}

function endOf({ startMillis, latencyMillis }: SimulatedRequest): number {
  return startMillis + latencyMillis;
}

function toLines(request: SimulatedRequest): string[] {
  const { operation, latencyMillis, failed } = request;
  const [method = "GET"] = operation.name.split(" ");
  const time = new Date(endOf(request)).toISOString();
  const status = failed ? "503" : "200";
  const tags = `{"expected_response":"${!failed}","group":"","method":"${method}","name":"${operation.name}","proto":"HTTP/1.1","scenario":"ramp","status":"${status}"}`;
  return [
    `{"metric":"http_req_duration","type":"Point","data":{"time":"${time}","value":${latencyMillis.toFixed(3)},"tags":${tags}}}`,
    `{"metric":"http_req_failed","type":"Point","data":{"time":"${time}","value":${failed ? 1 : 0},"tags":${tags}}}`,
  ];
}
