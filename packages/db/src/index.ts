export { againAfterDeadlock, unavailableReason } from "./availability.ts";
export { openDatabase, type Database, type DatabaseOptions } from "./database.ts";
export type { Lookup, MembershipFound, NewSecret, SessionFound, TokenFound } from "./lookup.ts";
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
export { addEvents, readEvents, type NewEvent, type StoredEvent } from "./events.ts";
export { holdExperiment, holdForPublishing, holdRun, holdService } from "./row-locks.ts";
export { replaceRunLabels, type RunLabelRow } from "./cells/run-labels.ts";
export { writeGaugeCells, type SeriesGaugeRow } from "./cells/gauge-writer.ts";
export { writePartFailures, type SeriesFailure } from "./cells/failures.ts";
export { ensureSeries, type SeriesName } from "./cells/series.ts";
export { writePartTotals, type SeriesTotal } from "./cells/totals.ts";
export { addJob, countJobs, type JobCounts, type NewJob } from "./jobs/add-job.ts";
export { claimInstance, type Instance } from "./jobs/instance.ts";
export { dropCells, removeExpectedRun, removePart } from "./jobs/remove-part.ts";
export { findSilentRuns, type SilentRun } from "./jobs/silent-runs.ts";
export { runJobs, type JobHandlers, type JobRun, type JobsLog, type RunningJobs } from "./jobs/run-jobs.ts";
export { sweep, type Swept } from "./jobs/sweep.ts";
export {
  readCatalog,
  type CatalogEntry,
  type CatalogInput,
  type CatalogPage,
  type CatalogRun,
} from "./reads/catalog.ts";
export { readFailures, type RunFailure } from "./reads/failures.ts";
export { findByWords, type Found, type FoundExperiment, type FoundRun } from "./reads/find.ts";
export {
  readGauges,
  readGaugeTimeline,
  type GaugePoint,
  type GaugeTimeline,
  type StoredGauge,
} from "./reads/gauges.ts";
export {
  LABEL_SORTS,
  readLabels,
  type LabelSort,
  type LabelsInput,
  type LabelsPage,
  type RunLabel,
} from "./reads/labels.ts";
export { findLiveRun, holdLiveWriter, holdRunState, type LiveRunFound, type RunState } from "./live-runs.ts";
export { readMembers, type Member } from "./reads/members.ts";
export { readRun, type RunRead } from "./reads/run.ts";
export type { LabelName } from "./reads/stored-series.ts";
export { findRunOfFile } from "./reads/same-file.ts";
export { readTimeline, type Timeline, type TimelineInput, type TimelinePoint } from "./reads/timeline.ts";
export { readTotals, type RunTotal } from "./reads/totals.ts";
export { readWindow, type MergedWindow, type WindowInput } from "./reads/window.ts";
export { mergeSettings } from "./settings.ts";
