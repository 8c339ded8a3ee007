export * from "./curve.ts";
export * from "./day-peak.ts";
export * from "./median-of-weeks.ts";
export { forecastSlope, SLOPE_SECONDS, type SlopeForecast } from "./slope-forecast.ts";
