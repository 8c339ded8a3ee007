export { type ClassicPart, classicPart } from "./classic-part.ts";
export type * from "./metric-sink.ts";
