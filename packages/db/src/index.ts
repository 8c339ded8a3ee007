export { againAfterDeadlock, unavailableReason } from "./availability.ts";
export { readDueDayAlerts, readDueSloAlerts } from "./due-alerts.ts";
export {
  holdDueWeeklyMail,
  holdMember,
  noteWeeklyTold,
  readDueWeeklyMails,
  readWeeklyReader,
} from "./weekly-mails.ts";
export { databaseBytes } from "./database-bytes.ts";
export { newestMigration } from "./migration-files.ts";
export { SchemaMismatch } from "./schema-gate.ts";
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
export { enterAgain, type Parameter, type Role, type WorkspaceTx } from "./workspace-tx.ts";
export { Prisma } from "./generated/client.ts";
export type * from "./generated/models.ts";
export {
  createPartWriter,
  partGone,
  type PartIdentity,
  type PartWriter,
  type SeriesCell,
  whileWriting,
} from "./cells/part-writer.ts";
export { addEvents, readEvents, type NewEvent, type StoredEvent } from "./events.ts";
export {
  type HeldForPublishing,
  holdExperiment,
  holdForPublishing,
  holdRun,
  holdRunInExperiment,
  holdService,
} from "./row-locks.ts";
export { replaceRunLabels, type RunLabelRow } from "./cells/run-labels.ts";
export { type ClaimedKey, takeKey } from "./claimed-keys.ts";
export { hideEmptyServices, holdDemo } from "./demo.ts";
export { readMapping } from "./reads/experiment/mapping.ts";
export { type GaugeWrite, writeGaugeCells } from "./cells/gauge-writer.ts";
export { writePartFailures, type SeriesFailure } from "./cells/failures.ts";
export { ensureSeries, STORED_LABEL_KINDS, type SeriesName } from "./cells/series.ts";
export { writePartTotals, type SeriesSlowRequest, type SeriesTotal } from "./cells/totals.ts";
export { addJob, countJobs, type JobCounts, type NewJob } from "./jobs/add-job.ts";
export {
  closeWorkspace,
  DELETE_WORKSPACE,
  endSessionsWithoutWorkspace,
} from "./workspace-deletion/close-workspace.ts";
export { removeWorkspace } from "./workspace-deletion/remove-workspace.ts";
export { readFailedEntries, removeFailedEntries } from "./live/failed-entries.ts";
export { claimInstance, type Instance } from "./jobs/instance.ts";
export {
  LIVE_BACKLOG_LISTED,
  noteProcess,
  noteProcessEnd,
  PROCESS_KINDS,
  readConnections,
  readDatabaseState,
  readLiveBacklog,
  readNow,
  readProcesses,
  type Connections,
  type DatabaseState,
  type LiveBacklog,
} from "./processes.ts";
export { dropCells, removeExpectedRun, removePart } from "./sweep/remove-part.ts";
export { findOverdueRuns, type OverdueRun } from "./sweep/overdue-runs.ts";
export { readServicesToProve } from "./sweep/services-to-prove.ts";
export { noteLateTraffic, readPeakDaysToFreeze } from "./sweep/peak-days-to-freeze.ts";
export { removePastDeliveries } from "./sweep/remove-past-deliveries.ts";
export { removePastAccess, type PastAccess } from "./sweep/remove-past-access.ts";
export { findSilentRuns, type SilentRun } from "./sweep/silent-runs.ts";
export {
  JOB_CONNECTIONS,
  runJobs,
  type JobHandlers,
  type JobQueue,
  type JobRun,
  type JobsLog,
  type RunningJobs,
} from "./jobs/run-jobs.ts";
export { sweep, type Swept } from "./sweep/sweep.ts";
export {
  CATALOG_SORTS,
  noExperiments,
  readCatalog,
  type CatalogInput,
  type CatalogGroup,
  type CatalogPage,
  type CatalogSort,
} from "./reads/catalog/catalog.ts";
export type { CatalogEntry, CatalogLatest, CatalogRun, CatalogTarget } from "./reads/catalog/catalog-row.ts";
export { readSetAside } from "./reads/counts.ts";
export type { NewerRun, SetAside } from "./reads/counts.ts";
export { carryDigest, countOnce, FIGURES_DIGEST, findOriginal, findRunOfFile } from "./same-samples.ts";
export {
  readCatalogChoices,
  type CatalogChoice,
  type CatalogChoices,
} from "./reads/catalog/catalog-choices.ts";
export { CATALOG_STATES, type CatalogFilter, type CatalogState } from "./reads/catalog/catalog-filter.ts";
export { type BadgeRun, readBadgeRun } from "./reads/experiment/badge-run.ts";
export {
  countExperimentRuns,
  readExperimentRuns,
  readNewerElsewhere,
  type ExperimentRun,
  type ExperimentRuns,
  type RunCounts,
} from "./reads/experiment/experiment-runs.ts";
export {
  readCurrentTargetSets,
  readGamedayRuns,
  readTargetTexts,
  type GamedayRunRead,
} from "./reads/experiment/gameday-runs.ts";
export { readPastPeaks, type PastPeakRead } from "./reads/experiment/past-peaks.ts";
export {
  readDeploysSince,
  readHeldRuns,
  readJudgedRuns,
  readPeakExperiments,
  readRehearsals,
  readRunsBefore,
  readTestedRuns,
  type HeldRunRead,
  type JudgedRunRead,
  type PeakExperimentRead,
  type TestedRunRead,
} from "./reads/experiment/peak-evidence.ts";
export { readMeanUsers, readSteadyRuns, type SteadyRunRead } from "./reads/experiment/steady-loads.ts";
export {
  readOverview,
  type LatestRunOverview,
  type Overview,
  type ServiceOverview,
} from "./reads/catalog/overview.ts";
export {
  readNewsEvidence,
  readWorseExperiments,
  readWorseSlos,
  type WorseExperiment,
  type WorseSlo,
} from "./reads/catalog/worse.ts";
export { readGateRuns, type GateRun } from "./reads/catalog/gate-runs.ts";
export {
  countOwned,
  readBetter,
  readExperimentLines,
  readOwnedServices,
  readWorse,
  readWorstOf,
  readWorstOfServices,
  type ExperimentLine,
  type LineTarget,
} from "./reads/catalog/experiment-lines.ts";
export { noteVisit } from "./reads/workspace/note-visit.ts";
export {
  readTargetSets,
  TARGET_SOURCES,
  type TargetSetRead,
  type TargetSource,
} from "./reads/experiment/target-sets.ts";
export {
  readComparedLabels,
  readLabelCounts,
  readLonelyLabels,
  readNamedLabels,
  readTotalsOfLabels,
  type ComparedLabel,
  type LabelTotalsRead,
} from "./reads/comparison/compared-labels.ts";
export { readComparedRuns, type ComparedRunRead } from "./reads/comparison/compared-runs.ts";
export {
  readEarlierRuns,
  readLevels,
  type EarlierInput,
  EARLIER_RUN,
  type EarlierRunRead,
  type LevelRead,
} from "./reads/comparison/earlier-runs.ts";
export {
  readNewestLike,
  readRoundRuns,
  type RoundRuns,
  type RoundRunsInput,
  type Rounds,
} from "./reads/comparison/round-runs.ts";
export { readEncodedCells, type EncodedCellRead } from "./reads/cells/read-cells.ts";
export { readPartsState, readRunSeries, type RunSeries } from "./reads/cells/series-of-run.ts";
export { readSlices, type SlicesInput, type Slices } from "./reads/cells/slices.ts";
export type { SentByWorkspace } from "./list-workspaces.ts";
export { CI_EXCHANGE, readAudit, type AuditInput, type AuditLine } from "./reads/workspace/audit.ts";
export { readFailures, readRunCodes, type RunCode, type RunFailure } from "./reads/run/failures.ts";
export { readPartHosts } from "./reads/run/hosts.ts";
export { readSlowRequests } from "./reads/run/slow-requests.ts";
export { findByWords, type Found, type FoundExperiment, type FoundRun } from "./reads/catalog/find.ts";
export {
  readGauges,
  readGaugesWatched,
  readGaugeTimeline,
  type GaugesWatched,
  type GaugeTimeline,
  type StoredGauge,
} from "./reads/run/gauges.ts";
export {
  readLabelTotals,
  readLabelWindows,
  readTotalParts,
  type LabelSeries,
  type LabelWindow,
} from "./reads/cells/label-windows.ts";
export {
  countLabelKinds,
  LABEL_SORTS,
  readLabels,
  type LabelSort,
  type LabelsInput,
  type LabelsPage,
  type RunLabel,
} from "./reads/run/labels.ts";
export { PartitionLeases } from "./live/leases.ts";
export { TableLog, type LogEntry, type TableLogOptions } from "./live/table-log.ts";
export { markPosition, movePosition, readPositions, setAside } from "./live/position.ts";
export {
  ADDED_UP,
  readCoarseLabels,
  readLiveCells,
  readLiveMinutes,
  SENT,
  writeLiveCells,
  type LiveCellRow,
  type LiveMinute,
  type LivePart,
} from "./live/live-cells.ts";
export {
  readLiveAdditions,
  readLiveLabels,
  readLiveTotals,
  readRunningRuns,
  type LiveLabelCell,
  type LiveTotal,
  type RunningRun,
} from "./live/live-view.ts";
export {
  findLiveRun,
  holdLiveWriter,
  holdRunState,
  LIVE_RUN_STATES,
  type LiveRunFound,
  type RunState,
} from "./live-runs.ts";
export { holdOwners, readMembers, type Member } from "./reads/workspace/members.ts";
export { readListedRuns, type ListedRunRead, type ListedRunsInput } from "./reads/run/listed-runs.ts";
export { countingParts, readRun, type RunRead } from "./reads/run/run.ts";
export { findSeries, type LabelName, type StoredSeries } from "./reads/cells/stored-series.ts";
export {
  findFullWorkspaces,
  readStoredBytes,
  type StoredBytes,
  totalBytes,
} from "./reads/workspace/stored-bytes.ts";
export {
  readGamedayShareLinks,
  readPeakDayShareLinks,
  readRoundsShareLinks,
  readShareLinks,
  type ShareLinkRead,
} from "./reads/workspace/share-links.ts";
export { readRunSlices, type Slice } from "./reads/cells/run-slices.ts";
export {
  readTimeline,
  readTogether,
  type Timeline,
  type TimelineInput,
  type TimelinePoint,
} from "./reads/cells/timeline.ts";
export { eachTotal, readPartTotals, readTotals, type RunTotal } from "./reads/run/totals.ts";
export {
  readTrend,
  readTrendFacets,
  type TrendFacets,
  type TrendReadInput,
  type TrendRun,
} from "./reads/experiment/trend.ts";
export { readWindow, type MergedWindow, type WindowInput } from "./reads/cells/window.ts";
export { mergeSettings } from "./settings.ts";
export {
  clearTrafficStretch,
  type DueStretch,
  markTrafficDue,
  readGaugeStretch,
  readTrafficStretch,
  takeTrafficDue,
  trimTraffic,
} from "./traffic/roll-up.ts";
export {
  addTrafficSeries,
  countTrafficSeries,
  findTrafficSeries,
  setTrafficUnits,
  type TrafficSeriesName,
  writeTrafficCells,
  writeTrafficGauges,
} from "./traffic/traffic-cells.ts";
export { listenForNotices, type NoticeListener } from "./notices.ts";
export { type SeenMetricRow, writeSeenMetrics } from "./traffic/traffic-metrics.ts";
export {
  findWorkspacesWithQuota,
  holdUploadsToday,
  type Quota,
  readQuota,
  saveQuota,
  type UploadsToday,
} from "./quota.ts";
export { countUpload, readContents, readUsageDays, type UsageDay } from "./usage.ts";
export { countTrafficBytes, TRAFFIC_STEPS, type TrafficStep } from "./traffic/traffic-storage.ts";
export {
  type ExemplarStretch,
  readExemplars,
  readSlowestOfLabel,
  readSlowestOfLabels,
  replaceExemplars,
} from "./traffic/traffic-exemplars.ts";
export {
  lockUnmappedSenders,
  type UnmappedSenderRow,
  writeUnmappedSenders,
} from "./traffic/unmapped-senders.ts";
export { addTrafficGaps, readTrafficGaps, type TrafficGap } from "./traffic/traffic-gaps.ts";
export {
  countMetricSources,
  forgetCrowdedSources,
  forgetOldTraffic,
  type MetricsOwner,
  type MetricSourceRow,
  dropMetricSources,
  readMetricSources,
  takeMetricBodies,
  writeMetricSources,
} from "./traffic/traffic-sources.ts";
export {
  readLatestTrafficSecond,
  readTrafficCells,
  readTrafficDue,
  readTrafficGauges,
  type LabelledCell,
  type NamedGauge,
  type TrafficHour,
  type TrafficSegment,
  readTrafficHours,
  readTrafficLabelCounts,
  readTrafficLabelTotals,
} from "./traffic/traffic-reads.ts";
export { readDeliveryHealth } from "./reads/workspace/delivery-health.ts";
export { countRunsByEarlierRules, readRunByEarlierRules } from "./reads/run/earlier-rules.ts";
export {
  ANNOUNCED,
  type EarlierNotice,
  hasAcceptedSince,
  hasLaterNotice,
  hasOpenNews,
  hasOpenNotice,
  holdQueuedAt,
  type OpenNotice,
  openRunNotice,
  reopenLaterNotices,
  reopenRunNotices,
  readEarlierNotice,
  readNextOpenNotices,
  readOpenNotices,
  readQueuedAt,
  readRunNotice,
  type QueuedAt,
  NOTICE_OUTCOMES,
  type RunNoticeRead,
  type NoticeOutcome,
} from "./reads/run/run-notice.ts";
export { inSpan } from "./spans.ts";
