export * from "./change.ts";
export * from "./fingerprint.ts";
export * from "./metrics.ts";
export * from "./verdict.ts";
