export { asCode, type AsCode, type ExperimentAsCode } from "./as-code.ts";
export * from "./accepted-risk.ts";
export * from "./cell-file.ts";
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
} from "./ci-identity.ts";
export * from "./comparison.ts";
export * from "./rounds.ts";
export {
  type AcceptAnswer,
  acceptAnswer,
  acceptFields,
  type AsideAnswer,
  asideFields,
  MAX_RUN_REASON_LENGTH,
} from "./run-mark.ts";
export * from "./run-configuration.ts";
export { priceText, pricedRun, runCost, type RunCostAnswer, runPrice } from "./cost.ts";
export * from "./detection.ts";
export * from "./experiment.ts";
export {
  experimentList,
  type ExperimentList,
  experimentListParameters,
  listedExperiment,
  type ListedExperiment,
} from "./experiment-list.ts";
export * from "./gameday.ts";
export * from "./headroom.ts";
export * from "./import-parameters.ts";
export * from "./judgement.ts";
export * from "./label-page.ts";
export * from "./query-number.ts";
export * from "./share.ts";
export * from "./latency.ts";
export * from "./live.ts";
export * from "./live-cell.ts";
export * from "./notification.ts";
export * from "./peak-day.ts";
export * from "./peak-day-alert.ts";
export type * from "./peak-day-view.ts";
export * from "./problem.ts";
export { PROBLEM_KINDS } from "./problem-kinds.ts";
export * from "./proof.ts";
export * from "./readiness.ts";
export * from "./reparse.ts";
export * from "./run-answer.ts";
export * from "./run-capacity.ts";
export * from "./run-event.ts";
export * from "./run-gauge.ts";
export * from "./run-codes.ts";
export * from "./run-failures.ts";
export * from "./run-list.ts";
export * from "./run-verdict.ts";
export * from "./run-window.ts";
export * from "./service-event.ts";
export * from "./service-filter.ts";
export * from "./slo.ts";
export * from "./slo-alert.ts";
export * from "./summary.ts";
export * from "./token.ts";
export { freeText, lineOfText, optionalLine } from "./text.ts";
export * from "./verdict.ts";
export {
  type GaugeBesideLoad,
  gaugeBesideLoad,
  type GaugesMeanwhile,
  gaugesMeanwhile,
} from "./gauge-beside-load.ts";
export {
  keepTraffic,
  type SimulatedStretch,
  simulatedStretch,
  trafficAnswer,
  trafficParameters,
  type TrafficAnswer,
} from "./traffic.ts";
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
} from "./own-source.ts";
export { serviceTraces, type ServiceTraces, traceParameters } from "./trace.ts";
export {
  changedMapping,
  trafficMapping,
  type TrafficMapping,
  unmappedSender,
  type UnmappedSender,
} from "./traffic-mapping.ts";
export { instant } from "./instant.ts";
export { ownToken, type OwnToken } from "./own-token.ts";
export {
  changeAcknowledgement,
  experimentTrend,
  type ExperimentTrend,
  experimentTrendParameters,
  trendMetric,
} from "./trend.ts";
export { slugOf } from "./slug.ts";
export { likenessAnswer, type LikenessAnswer, likenessParameters } from "./likeness.ts";
export * from "./workspace.ts";
