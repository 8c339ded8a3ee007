export { LONGEST_WORD, TREND_AXES, type TrendAxis } from "./axes.ts";
export { findChangePoints, type ChangePoint } from "./change-points.ts";
export { LEAST_RUNS } from "./split.ts";
