/** The load tools whose files can be read, by the names that the API uses, and as their makers write them. */
export const LOAD_TOOLS = {
  ab: "ab",
  artillery: "Artillery",
  autocannon: "autocannon",
  drill: "drill",
  fortio: "Fortio",
  gatling: "Gatling",
  generic: "generic",
  ghz: "ghz",
  h2load: "h2load",
  hdrhistogram: "HdrHistogram",
  hey: "hey",
  jmeter: "JMeter",
  k6: "k6",
  locust: "Locust",
  oha: "oha",
  pgbench: "pgbench",
  prometheus: "Prometheus",
  siege: "Siege",
  sysbench: "sysbench",
  taurus: "Taurus",
  tsung: "Tsung",
  vegeta: "vegeta",
  wrk: "wrk",
} as const;
export type LoadTool = keyof typeof LOAD_TOOLS;

/** The tool of runs that were kept from live traffic. */
export const LIVE_TRAFFIC = "live-traffic";

/** The tool of runs whose parts are from several. */
export const MIXED_TOOLS = "mixed";

const TITLES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LOAD_TOOLS),
  [LIVE_TRAFFIC, "Live traffic"],
  [MIXED_TOOLS, "Several tools"],
]);

/** A summary can name any tool, which is shown as it is. */
export function toolTitle(tool: string): string {
  return TITLES.get(tool) ?? tool;
}
