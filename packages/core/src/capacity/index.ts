export * from "./capacity.ts";
