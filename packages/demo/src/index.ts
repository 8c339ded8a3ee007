export { postRun, type Destination, type PostedRun } from "./post-run.ts";
export { simulatedRuns, type SimulatedRun } from "./simulated-runs.ts";
