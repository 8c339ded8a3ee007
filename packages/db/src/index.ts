export { unavailableReason } from "./availability.ts";
export { openDatabase, type Database, type DatabaseOptions } from "./database.ts";
export type { Lookup, MembershipFound, NewSecret, SessionFound, TokenFound } from "./lookup.ts";
export { migrate } from "./migrate.ts";
export type { Parameter, Role, WorkspaceTx } from "./workspace-tx.ts";
export { Prisma } from "./generated/client.ts";
export type * from "./generated/models.ts";
