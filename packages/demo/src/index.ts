export type { Demo, DemoExperiment, DemoRun } from "./demo-run.ts";
export type { Destination } from "./post-demo.ts";
export { publishedDemo } from "./published/published-demo.ts";
export { publishedResults, publishedWorkload } from "./published/recommendation-service.ts";
export { seed } from "./seed.ts";
