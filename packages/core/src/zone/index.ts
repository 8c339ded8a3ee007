export { isTimeZone, type Occurrence, TimeZone } from "./time-zone.ts";
export { daysBefore } from "./days-before.ts";
export { nextMonday } from "./next-monday.ts";
