export {
  coarsen,
  CURVE_UNITS,
  holesOf,
  peakOf,
  readCurve,
  requestsOf,
  typedCurve,
  unitReadings,
  wholePoints,
  widen,
} from "./curve.ts";
export type { Curve, CurveRow, CurveUnit, Hole, ReadCurve } from "./curve.ts";
export * from "./day-peak.ts";
export * from "./median-of-weeks.ts";
export * from "./quoted.ts";
export { forecastSlope, SLOPE_SECONDS, type SlopeForecast } from "./slope-forecast.ts";
export * from "./volume.ts";
