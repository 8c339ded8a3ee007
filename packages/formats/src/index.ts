export * from "./files-parse.ts";
export * from "./file/generic-summary/shape.ts";
export * from "./mapping-detection.ts";
export * from "./mapping.ts";
export * from "./parser.ts";
export * from "./registry.ts";
export { openGauges, type GaugeOptions, type GaugeParser } from "./gauges/index.ts";
export { parseJson } from "./text/document.ts";
