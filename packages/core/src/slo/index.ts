export * from "./alert-state.ts";
export * from "./budget.ts";
export * from "./burn-rate.ts";
export * from "./maintenance.ts";
export * from "./slo-window.ts";
export * from "./so-far.ts";
export * from "./stretches.ts";
export { addTallies, tallyOf, type GoodRequest, type Objective, type SloTally } from "./tally.ts";
