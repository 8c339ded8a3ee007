export * from "./axes.ts";
export { findChangePoints, type ChangePoint } from "./change-points.ts";
export { MIN_RUNS } from "./split.ts";
export { findLiveTrend, findRunTrend, type TrendGroup, type TrendValue } from "./run-trend.ts";
export { isSameHour } from "./same-hour.ts";
export { findTrend, type Drift, type TrendFindings } from "./find-trend.ts";
