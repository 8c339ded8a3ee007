export * from "./label-mix.ts";
export * from "./likeness.ts";
