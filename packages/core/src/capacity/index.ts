export * from "./capacity.ts";
export * from "./ramp/ramp.ts";
export type { RampPoint } from "./ramp/rising-part.ts";
export { BREAK_SIGNS } from "./ramp/breaking-point.ts";
export { heldLoads, isHeldByLoad } from "./ramp/held-loads.ts";
export { gaugeTurn, gaugeTurnText, TURNS } from "./ramp/gauge-turns.ts";
export * from "./accepted-risk.ts";
export * from "./tested-capacity.ts";
export * from "./ramp/more-data.ts";
