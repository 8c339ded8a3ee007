export { asCode, type AsCode, type ExperimentAsCode } from "./workspace/as-code.ts";
export * from "./peak-day/accepted-risk.ts";
export * from "./run/cell-file.ts";
export {
  audienceOf,
  ciClaims,
  type CiIdentityList,
  type CreatedCiIdentity,
  exchangedToken,
  type ExchangedToken,
  identityInAudience,
  idTokenOfJob,
  issuerList,
  newCiIdentity,
  jobKey,
} from "./workspace/ci-identity.ts";
export * from "./comparison/comparison.ts";
export * from "./comparison/rounds.ts";
export {
  type AcceptAnswer,
  acceptAnswer,
  acceptFields,
  type AsideAnswer,
  asideFields,
} from "./run/run-mark.ts";
export * from "./run/run-configuration.ts";
export { priceText, pricedRun, runCost, type RunCostAnswer, runPrice } from "./run/cost.ts";
export * from "./run/detection.ts";
export * from "./workspace/experiment.ts";
export {
  experimentList,
  type ExperimentList,
  experimentListParameters,
  listedExperiment,
  type ListedExperiment,
} from "./workspace/experiment-list.ts";
export * from "./peak-day/gameday.ts";
export * from "./peak-day/headroom.ts";
export * from "./run/import-parameters.ts";
export * from "./run/judgement.ts";
export * from "./run/label-page.ts";
export * from "./query-number.ts";
export * from "./workspace/share.ts";
export * from "./run/latency.ts";
export * from "./live/live.ts";
export * from "./run/live-cell.ts";
export * from "./workspace/notification.ts";
export * from "./peak-day/peak-day.ts";
export * from "./peak-day/peak-day-alert.ts";
export type * from "./peak-day/peak-day-view.ts";
export * from "./problem.ts";
export { PROBLEM_KINDS } from "./problem-kinds.ts";
export * from "./run/proof.ts";
export * from "./peak-day/readiness.ts";
export * from "./run/reparse.ts";
export * from "./run/run-answer.ts";
export * from "./run/run-capacity.ts";
export * from "./run/run-event.ts";
export * from "./run/run-gauge.ts";
export * from "./run/run-codes.ts";
export * from "./run/run-failures.ts";
export * from "./run/run-slowest.ts";
export * from "./run/run-list.ts";
export * from "./run/run-verdict.ts";
export * from "./run/run-window.ts";
export * from "./live/service-event.ts";
export * from "./live/service-filter.ts";
export * from "./slo/slo.ts";
export * from "./slo/slo-alert.ts";
export * from "./run/summary.ts";
export * from "./workspace/token.ts";
export { viewQuery } from "./view-query.ts";
export { freeText, lineOfText, optionalLine } from "./text.ts";
export * from "./run/verdict.ts";
export {
  type GaugeBesideLoad,
  gaugeBesideLoad,
  type GaugesMeanwhile,
  gaugesMeanwhile,
} from "./run/gauge-beside-load.ts";
export {
  keepTraffic,
  type SimulatedStretch,
  simulatedStretch,
  trafficAnswer,
  trafficParameters,
  type TrafficAnswer,
} from "./live/traffic.ts";
export {
  MAX_OWN_SOURCES,
  ownSourceAnswer,
  type OwnSourceAnswer,
  ownSourceInput,
  type OwnSourceInput,
  type SeenMetricAnswer,
  sourcePreview,
  type SourcePreview,
  sourceToPreview,
} from "./run/own-source.ts";
export { serviceTraces, type ServiceTraces, traceParameters } from "./workspace/trace.ts";
export {
  changedMapping,
  trafficMapping,
  type TrafficMapping,
  unmappedSender,
  type UnmappedSender,
} from "./live/traffic-mapping.ts";
export { instant } from "./instant.ts";
export { ownToken, type OwnToken } from "./workspace/own-token.ts";
export {
  acceptedChange,
  type AcceptedChange,
  changeAcceptance,
  changeAcknowledgement,
  experimentTrend,
  type ExperimentTrend,
  experimentTrendParameters,
  trendMetric,
} from "./comparison/trend.ts";
export { slugOf } from "./slug.ts";
export { likenessAnswer, type LikenessAnswer, likenessParameters } from "./run/likeness.ts";
export * from "./workspace/workspace.ts";
