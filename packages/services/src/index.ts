export type { ComparisonEngine } from "./comparison/engine.ts";
export { getComparisonAnswer } from "./run/judgement/get-comparison-answer.ts";
export { getRoundsComparison } from "./comparison/get-rounds.ts";
export { COMPARE_RUNS, getComparisonStatistics } from "./comparison/get-statistics.ts";
export { workComparison } from "./comparison/work-comparison.ts";
export { listSignInServices, openAccounts, type Accounts, type Origin } from "./account/accounts.ts";
export type { AccountSettings, SignInService } from "./account/auth.ts";
export {
  confirmEmailChange,
  requestEmailChange,
  requestEmailChangeInput,
  confirmEmailChangeInput,
} from "./account/email-change.ts";
export {
  changePassword,
  getOwnAccount,
  renameSelf,
  type OwnAccount,
  renameSelfInput,
  changePasswordInput,
} from "./account/own.ts";
export { requestReset, resetPassword, requestResetInput, resetPasswordInput } from "./account/reset.ts";
export { signIn, type SignInAnswer, signInInput } from "./account/sign-in.ts";
export { signUp, type SignUpAnswer, signUpInput } from "./account/sign-up.ts";
export { isProviderId, leaveForProvider, returnFromProvider } from "./account/sign-in-provider.ts";
export { listCatalogChoices, type CatalogChoice, type CatalogChoices } from "./catalog/choices.ts";
export {
  listCatalog,
  listCatalogLines,
  type CatalogEntry,
  type CatalogLatest,
  type CatalogPage,
  type CatalogRun,
  type CatalogSort,
  type CatalogState,
  type CatalogTarget,
  type NewerRun,
} from "./catalog/list.ts";
export { findDestination, type Destination } from "./catalog/find-destination.ts";
export { listExperiments } from "./experiment/list.ts";
export {
  getOverview,
  type ExperimentLine,
  type Overview,
  type ServiceOverview,
  type StaleProof,
} from "./overview/get-overview.ts";
export { getServiceTests, type ServiceTest } from "./overview/get-service-tests.ts";
export { openHome, type SinceLastVisit, type WorseExperiment, type WorseSlo } from "./overview/open-home.ts";
export { contextOf, type Actor, type Context, type Right, type Services } from "./context.ts";
export { instanceSecret, keyFor, type SecretSource } from "./instance-secret.ts";
export { countWaitingJobs, runServiceJobs } from "./jobs/run-jobs.ts";
export { getWorkspaceStorage } from "./workspace/storage-get.ts";
export { getWorkspaceUsage } from "./workspace/usage.ts";
export { listQuotas } from "./quota/list.ts";
export { setQuota } from "./quota/set.ts";
export { getQuotaUse, type QuotaUse } from "./quota/use.ts";
export { StorageLimit } from "./workspace/storage-limit.ts";
export { warnFullWorkspaces } from "./workspace/warn-full.ts";
export {
  newestMigration,
  JOB_CONNECTIONS,
  type JobHandlers,
  type JobRun,
  type JobsLog,
  type PartitionLeases,
  type RunningJobs,
  type Member,
  type TrendRun,
  type Found,
  type FoundExperiment,
  type FoundRun,
  type AuditLine,
  DELETE_WORKSPACE,
  inSpan,
} from "@headroom/db";
export { stopUnlessSchemaFits } from "./health/stop-unless-schema-fits.ts";
export { readInstallation, type Installation } from "./health/read-installation.ts";
export { getHealth, type Health, type ProcessStart } from "./health/get-health.ts";
export { checkConnections, mostConnections } from "./health/check-connections.ts";
export { OwnClock } from "./health/own-clock.ts";
export { REPORT_EVERY_MILLIS, startReporting } from "./health/report-process.ts";
export { measureDatabase } from "./measure-database.ts";
export type { JobName } from "./jobs/add-job.ts";
export { getDemo, type LoadedDemo } from "./demo/get.ts";
export { LOAD_DEMO, loadDemo } from "./demo/load.ts";
export { REMOVE_DEMO, removeDemo } from "./demo/remove.ts";
export { type DemoLoading, workLoadDemo } from "./demo/work-load.ts";
export { workRemoveDemo } from "./demo/work-remove.ts";
export { createExperiment, type CreatedExperiment, createExperimentInput } from "./experiment/create.ts";
export { deleteExperiment, deleteExperimentInput } from "./experiment/delete.ts";
export { getExperimentCapacity } from "./experiment/get-capacity.ts";
export {
  getExperiment,
  type ExperimentDetail,
  type ExperimentRun,
  type TargetSetRead,
} from "./experiment/get.ts";
export { judgeByPresentRules } from "./experiment/judge-by-present-rules.ts";
export { JUDGE_EXPERIMENT, judgeExperimentAgain, type JudgingAgain } from "./experiment/judge-again.ts";
export { workJudgeExperiment } from "./experiment/work-judge-experiment.ts";
export { listExperimentRuns, type ListedExperimentRuns } from "./experiment/list-runs.ts";
export { saveExperiment, type SavedExperiment } from "./experiment/save.ts";
export { openBadge } from "./badge/open.ts";
export { setBadge } from "./badge/set.ts";
export type { BadgeState } from "./badge/state.ts";
export { setBaseline, setBaselineInput } from "./experiment/set-baseline.ts";
export { setConstantLoad, setConstantLoadInput } from "./experiment/set-constant-load.ts";
export { setErrorsBy, setErrorsByInput } from "./run/reparse/set-errors-by.ts";
export { suggestForExperiment, type ExperimentSuggestions } from "./experiment/suggestions.ts";
export { updateExperiment, type UpdatedExperiment, updateExperimentInput } from "./experiment/update.ts";
export { judgeRunAgain } from "./run/judge/judge-again.ts";
export { JUDGE_AWAITING } from "./run/judge/await-baseline.ts";
export { workJudgeAwaiting } from "./run/judge/work-judge-awaiting.ts";
export { DECIDE_RECENT, workDecideRecent } from "./run/judge/work-decide-recent.ts";
export { JUDGE_RECENT, workJudgeRecent } from "./run/judge/work-judge-recent.ts";
export { renameService, renameServiceInput } from "./service/rename.ts";
export { openServices } from "./open-services.ts";
export { addRunEvents, listRunEvents } from "./run/edit/add-events.ts";
export type { AskedWindow, ChosenWindow, WindowKind } from "./run/record/choose-window.ts";
export { createComment, createCommentInput } from "./run/comment/create.ts";
export { deleteComment, deleteCommentInput } from "./run/comment/delete.ts";
export { listComments, type RunComment } from "./run/comment/list.ts";
export { resolveComment, resolveCommentInput } from "./run/comment/resolve.ts";
export { updateComment, updateCommentInput } from "./run/comment/update.ts";
export { deleteRun } from "./run/edit/delete.ts";
export { getRun } from "./run/record/get.ts";
export { exportCells, type CellExport, type ExportedCell } from "./run/read/export-cells.ts";
export { getRunCapacity } from "./run/read/get-capacity.ts";
export { getRunHeatmap, heatmapInput, type RunHeatmap } from "./run/read/get-heatmap.ts";
export {
  getRunSketch,
  getRunWindow,
  sketchInput,
  windowInput,
  type DrawnDistribution,
  type RunWindow,
} from "./run/read/get-window.ts";
export { listRuns } from "./run/read/list-runs.ts";
export { getRunWindowAnswer } from "./run/read/get-window-answer.ts";
export {
  compareSliceLengths,
  getRunSlicesAnswer,
  sliceLengthsInput,
  type SeriesSlices,
} from "./run/read/compare-slice-lengths.ts";
export { importGauges, type GaugeSource } from "./run/import/import-gauges.ts";
export { importRun, type ImportedRun } from "./run/import/import.ts";
export type { ImportInput } from "./run/import/import-request.ts";
export {
  type KeptFile,
  type KeptFileKeeper,
  REMOVE_RAW_FILE,
  type KeptFileEntry,
} from "./run/import/keep-file.ts";
export { acceptInvitation, acceptInvitationInput } from "./invitation/accept.ts";
export { createInvitation, type CreatedInvitation, createInvitationInput } from "./invitation/create.ts";
export { findInvitation, type InvitationState, type ShownInvitation } from "./invitation/find.ts";
export { listInvitations, type ListedInvitation } from "./invitation/list.ts";
export { revokeInvitation, revokeInvitationInput } from "./invitation/revoke.ts";
export { createMailer, openMail, SEND_MAIL, type Mail, type Mailer } from "./mail/mail.ts";
export { mailBySmtp, workMail, type DeliverMail } from "./mail/work-mail.ts";
export { listMembers } from "./member/list.ts";
export { getMemberPowers, memberPowersInput } from "./member/get-powers.ts";
export type { Powers } from "./member/powers.ts";
export { removeMember, removeMemberInput } from "./member/remove.ts";
export { updateMember, updateMemberInput } from "./member/update.ts";
export { listDeletedRuns, type ListedDeletedRun } from "./run/edit/list-deleted.ts";
export { listRunCodes } from "./run/read/list-codes.ts";
export { failuresInput, getRunFailuresAnswer, listRunFailures } from "./run/read/list-failures.ts";
export { listRunGauges } from "./run/read/list-gauges.ts";
export type { BatchLog } from "./live/batch-log.ts";
export { openBatchLog, openLeases } from "./live/open-batch-log.ts";
export { addCells } from "./run/live/add-cells.ts";
export { addMetrics, runForMetrics } from "./run/live/add-metrics.ts";
export { LiveIntake } from "./run/live/intake.ts";
export type { ReadPage } from "./run/live/aggregate.ts";
export { startAggregating, type AggregatingLog } from "./run/live/start-aggregating.ts";
export { closeSilentRuns, type ClosedRuns, type SilenceInput } from "./run/live/close-silent.ts";
export { finishRun } from "./run/live/finish.ts";
export type { WebhookSettings } from "./notification/channel-url.ts";
export { createChannel } from "./notification/create-channel.ts";
export { deleteChannel } from "./notification/delete-channel.ts";
export { getChannel, listChannels } from "./notification/get-channel.ts";
export { testChannel } from "./notification/test-channel.ts";
export { updateChannel } from "./notification/update-channel.ts";
export { getDelivery } from "./notification/get-delivery.ts";
export { listDeliveries } from "./notification/list-deliveries.ts";
export { replayDelivery } from "./notification/replay-delivery.ts";
export { type PostWebhook, webhookPoster } from "./notification/post-webhook.ts";
export { SEND_DELIVERY } from "./notification/queue-delivery.ts";
export { NOTIFY_OF_RUN } from "./notification/queue-run-notice.ts";
export { removePastDeliveries } from "./notification/remove-past-deliveries.ts";
export { workDelivery } from "./notification/work-delivery.ts";
export { workRunNotice } from "./run/notice/work-run-notice.ts";
export { getRunJudgement } from "./run/read/get-judgement.ts";
export { getJudgedComparison, getJudgedStatistics } from "./run/judgement/judged-comparison.ts";
export { getRunVerdict } from "./run/judgement/get-verdict.ts";
export { listUnsureRuns, type UnsureRuns } from "./run/judgement/list-unsure.ts";
export { getRunAnswer } from "./run/live/get-answer.ts";
export { getLiveRun, type LiveRunView, type TargetSoFar } from "./run/live/get-live-run.ts";
export { getLiveState } from "./run/live/get-state.ts";
export { listRunning, type RunningRun, runningRunsInput } from "./run/live/list-running.ts";
export type { LiveLimits } from "./run/live/live-limits.ts";
export { openLiveRun } from "./run/live/open.ts";
export { watchedRun } from "./run/live/watched-run.ts";
export { listRunLabels } from "./run/read/list-labels.ts";
export {
  listRunSlices,
  slicesInput,
  type RunSlice,
  type RunSlices,
  type SliceSpread,
} from "./run/read/list-slices.ts";
export {
  listWindowLabels,
  windowLabelsInput,
  type WindowLabel,
  type WindowLabels,
} from "./run/read/list-window-labels.ts";
export { getKeptFile, listKeptFiles, type KeptFileFound } from "./run/reparse/kept-files.ts";
export type { RunDetail } from "./run/record/read-run-detail.ts";
export type { Workload } from "./run/record/workload.ts";
export { REPARSE_RUN } from "./run/reparse/queue-reparse.ts";
export { reparseRun } from "./run/reparse/reparse.ts";
export { workReparse, type KeptFileToRead, type OpenKeptFile } from "./run/reparse/work-reparse.ts";
export { restoreRun } from "./run/edit/restore.ts";
export { setSteady, setSteadyInput } from "./run/judge/set-steady.ts";
export { compareGauges, type ComparedGauge, type ComparedGauges } from "./run/read/compare-gauges.ts";
export { acceptRun, undoAccept } from "./run/edit/accept.ts";
export { setRunAside, undoSetAside } from "./run/edit/set-aside.ts";
export { setRunPrice } from "./run/edit/set-price.ts";
export { editRun, editRunFrom, editRunInput } from "./run/judge/edit-run.ts";
export { getRunReference, type RunReference } from "./run/read/get-reference.ts";
export { getRunSlowestAnswer, listSlowest } from "./run/read/list-slowest.ts";
export { getRunTimeline, type RunTimeline } from "./run/read/timeline.ts";
export type { CellIntake, UploadHead, UploadSource } from "./run/record/upload-source.ts";
export { Uploads } from "./run/import/uploads.ts";
export { mayDo, requireScope } from "./scope.ts";
export { checkSession, enterWorkspace, type CheckedSession, type Membership } from "./session/check.ts";
export { closeSession } from "./session/close.ts";
export { closeAllSessions, closeOtherSessions, closeSessionsInput } from "./session/close-others.ts";
export { findWorkspaceOf, type HoldingWorkspace, findTaggedWorkspace } from "./session/find-workspace.ts";
export { listSessions, type ListedSession } from "./session/list.ts";
export { openSessionByLink } from "./session/open-by-link.ts";
export type { OpenedSession } from "./session/open-session.ts";
export { switchWorkspace } from "./session/switch.ts";
export { createShareFrom, listSharesOf, readAskedShare, shareUploadedRun } from "./share/by-api.ts";
export { createShare, SHARE_DAYS, type CreatedShare } from "./share/create.ts";
export { getSharedComparedGauges, getSharedComparison, getSharedStatistics } from "./share/get-comparison.ts";
export { getSharedGameday } from "./share/get-gameday.ts";
export { asGuestsSee, sharedPeakDay, watchSharedPeakDay } from "./share/get-peak-day.ts";
export { getSharedRounds, type SharedRoundsReport } from "./share/get-rounds.ts";
export { getSharedReadiness, type SharedReadiness } from "./share/get-readiness.ts";
export {
  getSharedGauges,
  getSharedHeatmap,
  getSharedLabels,
  getSharedRun,
  getSharedTimeline,
  getSharedWindow,
} from "./share/get-run.ts";
export { listShares, type ListedShare } from "./share/list.ts";
export { nameShared, type ShareName } from "./share/name.ts";
export { openShare, type OpenedShare, type OpenedSubject } from "./share/open.ts";
export { revokeShare } from "./share/revoke.ts";
export type { ShareContext } from "./share/share-context.ts";
export { unlockShare, type UnlockedShare } from "./share/unlock.ts";
export { createSignInLink, type CreatedSignInLink } from "./sign-in-link/create.ts";
export { parseInput } from "./parse-input.ts";
export { createCiIdentity, type CiSettings } from "./ci-identity/create.ts";
export { deleteCiIdentity } from "./ci-identity/delete.ts";
export { exchangeJobToken } from "./ci-identity/exchange.ts";
export { listCiIdentities } from "./ci-identity/list.ts";
export { checkToken } from "./token/check.ts";
export { createToken, createTokenFrom, type CreatedToken, createTokenInput } from "./token/create.ts";
export { endPreviousSecrets } from "./token/end-previous.ts";
export { listTokens, listTokensOf, type ListedToken } from "./token/list.ts";
export { getOwnToken } from "./token/own.ts";
export { revokeToken } from "./token/revoke.ts";
export { rotateOwnToken, rotateToken } from "./token/rotate.ts";
export { checkUploadTicket } from "./upload-ticket/check.ts";
export { createUploadTicket, type CreatedUploadTicket } from "./upload-ticket/create.ts";
export { isUploadTicket, type TicketPurpose } from "./upload-ticket/ticket.ts";
export { acceptChange } from "./trend/accept-change.ts";
export { acknowledgeChange } from "./trend/acknowledge-change.ts";
export { getTrend, type Trend } from "./trend/get.ts";
export { getTrendAnswer } from "./trend/get-answer.ts";
export type { TrendChange } from "./trend/found-changes.ts";
export { type TrendInput, trendInput } from "./trend/trend-input.ts";
export { undoAcceptChange, undoAcceptChangeInput } from "./trend/undo-accept-change.ts";
export type { ImportLimits } from "./workspace/limits.ts";
export { createWorkspace, type CreatedWorkspace } from "./workspace/create.ts";
export { createOwnWorkspace, createWorkspaceInput } from "./workspace/create-own.ts";
export { ensureWorkspace, systemContext } from "./workspace/ensure.ts";
export { getWorkspaceSettings } from "./workspace/settings-get.ts";
export { updateWorkspaceSettings } from "./workspace/settings-update.ts";
export { findAnything, findInput } from "./search/find.ts";
export { listAuditLog, type AuditPage, auditLogInput } from "./audit-log/list.ts";
export { workDeleteWorkspace } from "./run/live/work-delete-workspace.ts";
export { deleteWorkspace, deleteWorkspaceInput } from "./workspace/delete.ts";
export { renameWorkspace, renameWorkspaceInput } from "./workspace/rename.ts";
export { getService, type ServiceCounts } from "./service/get.ts";
export { listServices, type ListedService } from "./service/list.ts";
export { retireRuns } from "./run/edit/retire.ts";
export { removePastAccess } from "./session/remove-past.ts";
export { getTrafficMapping } from "./traffic/get-mapping.ts";
export { listSeenMetrics } from "./traffic/list-seen-metrics.ts";
export { previewSource } from "./traffic/preview-source.ts";
export { updateTrafficMapping, updateMappingInput } from "./traffic/update-mapping.ts";
export { listTraces } from "./traffic/list-traces.ts";
export { mapSender } from "./traffic/map-sender.ts";
export { type HeardSender, listUnmappedSenders, noteUnmappedSenders } from "./traffic/unmapped-senders.ts";
export { getTraffic, type TrafficExtent } from "./traffic/get-traffic.ts";
export { watchedTraffic } from "./traffic/watched-traffic.ts";
export { getLikeness, likenessInput } from "./likeness/get-likeness.ts";
export { workProveLive } from "./traffic/work-prove-live.ts";
export { compareAroundEvent } from "./traffic/compare-around-event.ts";
export { keepAsRun } from "./traffic/keep-as-run.ts";
export {
  listLiveServices,
  MAX_SERVICES,
  type LiveService,
  type LiveServices,
} from "./traffic/list-live-services.ts";
export { PROVE_LIVE, queueLiveProofs } from "./traffic/queue-live-proofs.ts";
export { receiveTraffic } from "./traffic/receive-traffic.ts";
export { startRollingUp } from "./traffic/start-rolling-up.ts";
export type { TrafficRetention } from "./traffic/roll-up.ts";
export {
  FIRST_MAPPING,
  type KnownService,
  type ServiceMapping,
  TrafficIntake,
} from "./traffic/traffic-intake.ts";
export { acknowledgeDayAlert } from "./peak-day/acknowledge-alert.ts";
export { checkDayAlerts } from "./peak-day/check-alerts.ts";
export { createPeakDay } from "./peak-day/create.ts";
export { deletePeakDay } from "./peak-day/delete.ts";
export { workFreezePeakDay } from "./peak-day/work-freeze-peak-day.ts";
export { FREEZE_PEAK_DAY, freezePastPeakDays } from "./peak-day/queue-freeze.ts";
export { getPeakDay } from "./peak-day/get.ts";
export { getDayAlert } from "./peak-day/get-alert.ts";
export { listPeakDays } from "./peak-day/list.ts";
export { setDayAlert } from "./peak-day/set-alert.ts";
export { updatePeakDay } from "./peak-day/update.ts";
export { addServiceEvents } from "./service-event/add.ts";
export { changeServiceEvent, deleteServiceEvent } from "./service-event/change.ts";
export { listServiceEvents } from "./service-event/list.ts";
export type { CurveSource } from "./peak-day/choose-curve.ts";
export { deleteCurve, type ImportedCurve, importCurve, typeCurve } from "./peak-day/import-curve.ts";
export { watchPeakDay } from "./peak-day/watch.ts";
export { listenForChanges } from "./live/listen-for-changes.ts";
export { watchedService } from "./peak-day/watched-service.ts";
export { acceptRemoval } from "./accepted-risk/accept-removal.ts";
export { acceptRisk } from "./accepted-risk/accept.ts";
export { listRisks } from "./accepted-risk/list.ts";
export { revokeRisk } from "./accepted-risk/revoke.ts";
export { addReadinessAction, changeReadinessAction } from "./readiness/actions.ts";
export { addFinding, changeFinding } from "./gameday/findings.ts";
export { listGamedayChoices, type GamedayChoices } from "./gameday/choices.ts";
export { closeGameday } from "./gameday/close.ts";
export { createGameday } from "./gameday/create.ts";
export { deleteGameday } from "./gameday/delete.ts";
export { gamedayService, getGameday } from "./gameday/get.ts";
export { listGamedays } from "./gameday/list.ts";
export { tickGamedayStep } from "./gameday/tick.ts";
export { updateGameday } from "./gameday/update.ts";
export { getReadiness } from "./readiness/get-readiness.ts";
export { listComingReadiness, type ComingReadiness } from "./readiness/list-coming.ts";
export { getNextPeakDay, type NextPeakDay, type RunningPeak } from "./readiness/next-peak-day.ts";
export { openReadiness } from "./readiness/open-readiness.ts";
export { getHeadroom } from "./readiness/get-headroom.ts";
export { deleteView, deleteViewInput } from "./saved-view/delete.ts";
export { listViews, listViewsInput, type SavedView } from "./saved-view/list.ts";
export { saveView, saveViewInput, type ViewedPage } from "./saved-view/save.ts";
export { createSlo } from "./slo/create.ts";
export { deleteSlo } from "./slo/delete.ts";
export { getSlo } from "./slo/get.ts";
export { getSloReport } from "./slo/get-report.ts";
export { watchedSlo } from "./slo/watched-slo.ts";
export { listSlos, listWorkspaceSlos } from "./slo/list.ts";
export { exportOpenSlo, importOpenSlo } from "./slo/exchange-openslo.ts";
export { MAX_OPENSLO_BYTES } from "./slo/openslo.ts";
export { updateSlo } from "./slo/update.ts";
export { getSigningKey } from "./notification/get-signing-key.ts";
export { rotateSigningKey } from "./notification/rotate-signing-key.ts";
export { acknowledgeSloAlert } from "./slo/acknowledge-alert.ts";
export { checkSloAlerts } from "./slo/check-alerts.ts";
export { getSloAlert } from "./slo/get-alert.ts";
export { setSloAlert } from "./slo/set-alert.ts";
export { testSloAlert } from "./slo/test-alert.ts";
export { listOwnWeeklyMails, type OwnWeeklyMails } from "./weekly-mail/list.ts";
export { queueWeeklyMails, WRITE_WEEKLY_MAIL } from "./weekly-mail/queue.ts";
export { setWeeklyMail, setWeeklyMailInput } from "./weekly-mail/set.ts";
export { stopWeeklyMail } from "./weekly-mail/stop.ts";
export { isStopLink } from "./weekly-mail/stop-link.ts";
export { workWeeklyMail } from "./weekly-mail/work.ts";
export { startTracing } from "./tracing/start-tracing.ts";
export { isTraced, tracingVariables } from "./tracing/tracing-variables.ts";
