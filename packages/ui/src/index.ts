export * from "./format/duration.ts";
export * from "./format/instant.ts";
export * from "./format/latency.ts";
export * from "./format/number.ts";
