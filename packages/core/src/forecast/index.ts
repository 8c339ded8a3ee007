export * from "./forecast.ts";
export * from "./tested-loads.ts";
