export * from "./mapping-detection.ts";
export * from "./mapping.ts";
export * from "./parser.ts";
export * from "./registry.ts";
