export * from "./cost.ts";
export * from "./cost-change.ts";
export * from "./price.ts";
export * from "./trend-metric.ts";
