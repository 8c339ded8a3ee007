export * from "./parser.ts";
export * from "./registry.ts";
