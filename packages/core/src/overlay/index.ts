export * from "./curve.ts";
export { forecastSlope, SLOPE_SECONDS, type SlopeForecast } from "./slope-forecast.ts";
export * from "./median-of-weeks.ts";
