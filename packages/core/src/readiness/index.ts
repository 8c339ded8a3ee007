export * from "./changes.ts";
export * from "./counting-proof.ts";
export * from "./freshness.ts";
export * from "./headroom.ts";
export * from "./readiness.ts";
export * from "./reconcile.ts";
export * from "./rules.ts";
export * from "./sentence.ts";
