export { isTimeZone, type Occurrence, TimeZone } from "./time-zone.ts";
export { daysBefore } from "./days-before.ts";
