export { databaseStatus, DEFAULT_PORT, startLocalDatabase, stopLocalDatabase } from "./start.ts";
export type { DatabaseStatus, LocalDatabase, StartOptions } from "./start.ts";
export { ensureEngine } from "./engine/ensure-engine.ts";
export type { Engine } from "./engine/ensure-engine.ts";
export { LocalDatabaseError } from "./problem.ts";
export type { LocalDatabaseCode } from "./problem.ts";
