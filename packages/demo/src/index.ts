export { demo } from "./demo.ts";
export type { Demo, DemoExperiment, DemoRun } from "./demo-run.ts";
export type { Destination } from "./post-demo.ts";
export { publishedDemo } from "./published/published-demo.ts";
export { publishedResults, publishedWorkload } from "./published/recommendation-service.ts";
export { seed } from "./seed.ts";
export { replayTraffic, type ReplayReport, type ReplayTarget } from "./traffic/replay-traffic.ts";
export { SCENARIOS } from "./traffic/scenarios.ts";
export { DAY_SECONDS, STEP_SECONDS, TrafficDay } from "./traffic/traffic-day.ts";
