export * from "./access.ts";
export * from "./aggregate/aggregate.ts";
export * from "./aggregate/aggregate-run.ts";
export * from "./aggregate/aggregation-limits.ts";
export { readTraceId } from "./cell/trace-id.ts";
export { SAMPLE_DIGEST, sameSamplesWarning } from "./aggregate/sample-digest.ts";
export { spreadSlowest } from "./aggregate/slow-requests.ts";
export { joinHosts, OTHER_HOSTS } from "./aggregate/host-register.ts";
export { runTooLong } from "./aggregate/run-too-long.ts";
export type { ClosedCells } from "./aggregate/closed-cells.ts";
export * from "./capacity/index.ts";
export * from "./cell/cell.ts";
export * from "./cell/cell-codec.ts";
export * from "./cell/cell-columns.ts";
export * from "./comparison/index.ts";
export * from "./sketch/distribution-drawing.ts";
export { FailureRegister } from "./cell/failure-register.ts";
export {
  decodeFailureTimes,
  type FailureCount,
  type FailureTimes,
  encodeFailureTimes,
  mergeFailureTimes,
  passFailure,
} from "./cell/failure-times.ts";
export * from "./cell/gauge-cells.ts";
export {
  gaugeDrawing,
  joinGauge,
  type GaugeMeasured,
  type GaugeOfPart,
  type GaugePoint,
} from "./cell/gauge-timeline.ts";
export { GaugeRegister, type GaugeTotals } from "./cell/gauge-register.ts";
export * from "./cost/index.ts";
export * from "./forecast/index.ts";
export * from "./gauge/index.ts";
export * from "./judgement/index.ts";
export * from "./likeness/index.ts";
export * from "./cell/heatmap.ts";
export * from "./sketch/hgrm.ts";
export * from "./proof/honesty.ts";
export { heldBack } from "./proof/held-back.ts";
export { outageOf } from "./proof/outage.ts";
export * from "./cell/interval.ts";
export * from "./cell/bucket-drawing.ts";
export * from "./cell/list-buckets.ts";
export { ALL_LABEL, OTHER_LABEL, storableLabel } from "./aggregate/label-register.ts";
export * from "./cell/label-filter.ts";
export { isSelection, selectLabels } from "./aggregate/label-selection.ts";
export * from "./news/index.ts";
export * from "./overlay/index.ts";
export * from "./peak-day/index.ts";
export * from "./phase/phase.ts";
export type { PhasePoint } from "./phase/phase-point.ts";
export { cutWords, phaseWords, type PhaseReason } from "./phase/phase-sentences.ts";
export type { Unsent } from "./phase/unsent.ts";
export * from "./policy.ts";
export { chooseDrawing, type Drawing } from "./choose-drawing.ts";
export * from "./time.ts";
export { narrowestWidth } from "./time-widths.ts";
export * from "./problem.ts";
export * from "./proof/proof.ts";
export { normalTail } from "./chance/special-functions.ts";
export { seededRandom } from "./random.ts";
export * from "./run/index.ts";
export * from "./run-states.ts";
export * from "./cell/run-totals.ts";
export * from "./cell/steps.ts";
export * from "./cell/sample.ts";
export * from "./cell/sample-columns.ts";
export { rankOf } from "./sketch/rank.ts";
export { Sketch } from "./sketch/sketch.ts";
export { gridOfSteps } from "./sketch/sketch-grid.ts";
export * from "./cell/summary.ts";
export * from "./gameday/index.ts";
export * from "./readiness/index.ts";
export * from "./slo/index.ts";
export * from "./targets/target.ts";
export * from "./targets/target-values.ts";
export * from "./targets/figures.ts";
export * from "./targets/metrics.ts";
export type { GaugeFigures, Statistic } from "./targets/read-metric.ts";
export { inShownUnit } from "./targets/units.ts";
export * from "./traffic/index.ts";
export * from "./trend/index.ts";
export * from "./phase/users-windows.ts";
export * from "./verdict/achieved-share.ts";
export * from "./verdict/run-load.ts";
export { heldBackIn } from "./verdict/held-back.ts";
export { heldLoadText, type HeldLoad } from "./verdict/held-load.ts";
export type {
  ChanceInterval,
  JudgedFigures,
  JudgedSlices,
  JudgedWindow,
  JudgeInput,
  LabelFigures,
  Side,
  TargetVerdict,
  Verdict,
} from "./verdict/judged.ts";
export * from "./verdict/reached-target.ts";
export { ERRORS_BY, runCodes } from "./verdict/called-success.ts";
export type { ErrorsBy, RunCodes } from "./verdict/called-success.ts";
export { DOUBT_CODES, FAILURES_PARTS, VERDICTS } from "./verdict/judged.ts";
export * from "./verdict/verdict.ts";
export { doubtReasons } from "./verdict/target-sentences.ts";
export * from "./zone/index.ts";
