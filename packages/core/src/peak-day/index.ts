export * from "./clock-text.ts";
export * from "./day-alert.ts";
export * from "./headline.ts";
export * from "./peak-hour.ts";
export { succeeded } from "./running-day.ts";
export type { DayFigures, RunningDay } from "./running-day.ts";
export { shownBy, whatTestsShow } from "./shown-by.ts";
export { errorLimit, leastP99, troubleOf, worstFirst } from "./trouble.ts";
export * from "./worst-facts.ts";
