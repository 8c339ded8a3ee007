export { isTimeZone, type Occurrence, TimeZone } from "./time-zone.ts";
