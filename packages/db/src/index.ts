export { againAfterDeadlock, unavailableReason } from "./availability.ts";
export { openDatabase, type Database, type DatabaseOptions } from "./database.ts";
export type {
  InvitationFound,
  Lookup,
  MembershipFound,
  NewSecret,
  SessionFound,
  ShareLinkFound,
  SessionListed,
  TokenFound,
} from "./lookup.ts";
export {
  countAccountRows,
  deleteAccountRows,
  insertAccountRow,
  isAccountTable,
  readAccountRows,
  updateAccountRows,
  type AccountCondition,
  type AccountRow,
  type AccountTable,
} from "./accounts/account-rows.ts";
export { closeSessionsOf, createMailedLink, noteEmailChange, queueMail } from "./accounts/people.ts";
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
export { findOverdueRuns, type OverdueRun } from "./jobs/overdue-runs.ts";
export { removePastAccess, type PastAccess } from "./jobs/remove-past-access.ts";
export { findSilentRuns, type SilentRun } from "./jobs/silent-runs.ts";
export { runJobs, type JobHandlers, type JobRun, type JobsLog, type RunningJobs } from "./jobs/run-jobs.ts";
export { sweep, type Swept } from "./jobs/sweep.ts";
export {
  CATALOG_SORTS,
  readCatalog,
  type CatalogEntry,
  type CatalogInput,
  type CatalogLatest,
  type CatalogPage,
  type CatalogRun,
  type CatalogSort,
  type CatalogTarget,
} from "./reads/catalog.ts";
export { readCatalogChoices, type CatalogChoice, type CatalogChoices } from "./reads/catalog-choices.ts";
export { CATALOG_STATES, type CatalogFilter, type CatalogState } from "./reads/catalog-filter.ts";
export { readExperimentRuns, type ExperimentRun, type ExperimentRuns } from "./reads/experiment-runs.ts";
export {
  readOverview,
  type LatestRunOverview,
  type Overview,
  type ServiceOverview,
} from "./reads/overview.ts";
export { readTargetSets, type TargetSetRead } from "./reads/target-sets.ts";
export { readComparedLabels, readNamedLabels, type ComparedLabel } from "./reads/compared-labels.ts";
export { readComparedRuns, type ComparedRunRead } from "./reads/compared-runs.ts";
export { readEarlierRuns, type EarlierInput, type EarlierRunRead } from "./reads/earlier-runs.ts";
export { readRoundRuns, type RoundRuns, type RoundRunsInput, type Rounds } from "./reads/round-runs.ts";
export { readSlices, type SlicesInput, type Slices } from "./reads/slices.ts";
export { readAudit, type AuditInput, type AuditLine } from "./reads/audit.ts";
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
  readLabelTotals,
  readLabelWindows,
  readTotalParts,
  type LabelSeries,
  type LabelWindow,
} from "./reads/label-windows.ts";
export {
  countLabelKinds,
  LABEL_SORTS,
  readLabels,
  type LabelSort,
  type LabelsInput,
  type LabelsPage,
  type RunLabel,
} from "./reads/labels.ts";
export { findLiveRun, holdLiveWriter, holdRunState, type LiveRunFound, type RunState } from "./live-runs.ts";
export { holdOwners, readMembers, type Member } from "./reads/members.ts";
export { readRun, type RunRead } from "./reads/run.ts";
export type { LabelName } from "./reads/stored-series.ts";
export { findRunOfFile } from "./reads/same-file.ts";
export { readShareLinks, type ShareLinkRead } from "./reads/share-links.ts";
export { readRunSlices, type Slice } from "./reads/run-slices.ts";
export { readTimeline, type Timeline, type TimelineInput, type TimelinePoint } from "./reads/timeline.ts";
export { eachTotal, readTotals, type RunTotal } from "./reads/totals.ts";
export {
  readTrend,
  readTrendFacets,
  type TrendFacets,
  type TrendReadInput,
  type TrendRun,
} from "./reads/trend.ts";
export { readWindow, type MergedWindow, type WindowInput } from "./reads/window.ts";
export { mergeSettings } from "./settings.ts";
