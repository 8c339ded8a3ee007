export { type AroundEvent, type EventWindow, usualWindows, windowsAround } from "./around-event.ts";
export { type ClassicPart, classicPart } from "./classic-part.ts";
export type { CountedBetween } from "./counted.ts";
export { DEFAULT_RULES } from "./default-rules.ts";
export { mapSeries } from "./map-series.ts";
export type { MappingRule, TagMatcher } from "./mapping-rule.ts";
export type { SeenMetric } from "./metric-notes.ts";
export { type OwnSource, outcomesRuleOf, rulesOfSources } from "./own-source.ts";
export * from "./metric-sink.ts";
export { advance, type Advanced, type LostBetween, type Reading, type SourceState } from "./source-state.ts";
export {
  decodeSourceState,
  decodeTargetState,
  encodeSourceState,
  encodeTargetState,
} from "./source-state-codec.ts";
export { spread, spreadWithOutcome, type SecondCell } from "./spread.ts";
export { phaseOf } from "./fold-cells.ts";
export type { FoldedCell } from "./fold-cells.ts";
export { decodeFoldedCells, encodeFoldedCells } from "./folded-cells-codec.ts";
export { FoldedReadingsWriter, readFoldedReadings } from "./folded-readings-codec.ts";
export { type Exemplar, EXEMPLARS_A_MINUTE, type FoldedExemplar, keptExemplars } from "./fold-exemplars.ts";
export type { FoldedGauge } from "./fold-gauges.ts";
export type { FoldedReading } from "./fold-readings.ts";
export { type FoldedTraffic, TrafficFold } from "./traffic-fold.ts";
export { TRACE_ID, traceUrl, traceUrlProblem } from "./trace-url.ts";
export {
  decodeJoint,
  encodeJoint,
  joinOutcomes,
  type JointState,
  type Outcomes,
  type WithOutcome,
} from "./outcome-join.ts";
export type { TrafficOrigin } from "./traffic-origin.ts";
export { type ReadTwice, type Sample, SourceWatch } from "./one-counter.ts";
export { canBeFound, REPLICA_LABELS, type ReplicaLabels, ReplicaScan } from "./replica-labels.ts";
export { type Election, hear, type Heard, misses, shiftAt } from "./replica-election.ts";
export { decodeElection, encodeElection } from "./replica-election.ts";
export {
  decodeTwins,
  encodeTwins,
  hasTwins,
  hearTwin,
  type TwinJob,
  type TwinPlace,
  type TwinRole,
} from "./twin-names.ts";
export { type FirstReading, type Placed, placeFirst, type Step, type TargetState } from "./target-state.ts";
