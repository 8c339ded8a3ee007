/** The tool of runs that were kept from a service's live traffic. */
export const LIVE_TRAFFIC = "live-traffic";

/** As their makers write them; the rest are written as they are typed. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["artillery", "Artillery"],
  ["fortio", "Fortio"],
  ["gatling", "Gatling"],
  ["hdrhistogram", "HdrHistogram"],
  ["jmeter", "JMeter"],
  [LIVE_TRAFFIC, "Live traffic"],
  ["locust", "Locust"],
  ["mixed", "Several tools"],
  ["prometheus", "Prometheus"],
  ["siege", "Siege"],
  ["taurus", "Taurus"],
  ["tsung", "Tsung"],
]);

export function toolName(tool: string): string {
  return NAMES.get(tool) ?? tool;
}
