export { findChangePoints, type ChangePoint } from "./change-points.ts";
export {
  LONGEST_WORD,
  TREND_AXES,
  TREND_METRICS,
  trendBetter,
  type TrendAxis,
  type TrendMetric,
} from "./metrics.ts";
export { LEAST_RUNS } from "./split.ts";
