export { isTimeZone, type Occurrence, TimeZone } from "./time-zone.ts";
export { weeksBefore } from "./weeks-before.ts";
