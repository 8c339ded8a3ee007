export * from "./fit-usl.ts";
