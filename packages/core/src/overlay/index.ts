export * from "./curve.ts";
