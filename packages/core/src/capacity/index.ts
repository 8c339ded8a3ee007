export * from "./capacity.ts";
export * from "./ramp/ramp.ts";
export { RAMP_CONFIDENCE, type LoadInterval } from "./ramp/knee.ts";
export type { BreakingPoint, BreakSign } from "./ramp/breaking-point.ts";
export { heldLoads, isHeldByLoad } from "./ramp/held-loads.ts";
export * from "./accepted-risk.ts";
export * from "./tested-capacity.ts";
