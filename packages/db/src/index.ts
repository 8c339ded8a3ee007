export { unavailableReason } from "./availability.ts";
export { openDatabase, type Database, type DatabaseOptions } from "./database.ts";
export type { Lookup, MembershipFound, NewSecret, SessionFound, TokenFound } from "./lookup.ts";
export { migrate } from "./migrate.ts";
export type { Parameter, Role, WorkspaceTx } from "./workspace-tx.ts";
export { Prisma } from "./generated/client.ts";
export type * from "./generated/models.ts";
export {
  createPartWriter,
  partGone,
  type PartIdentity,
  type PartWriter,
  type SeriesCell,
} from "./cells/part-writer.ts";
export { replaceRunLabels, type RunLabelRow } from "./cells/run-labels.ts";
export { ensureSeries, type SeriesName } from "./cells/series.ts";
export { writePartTotals, type SeriesTotal } from "./cells/totals.ts";
export { claimInstance, type Instance } from "./jobs/instance.ts";
export { dropCells, removePart } from "./jobs/remove-part.ts";
export { sweep, type Swept } from "./jobs/sweep.ts";
