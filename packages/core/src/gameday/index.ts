export * from "./changes.ts";
export * from "./outcome.ts";
export * from "./run-standing.ts";
export * from "./step.ts";
