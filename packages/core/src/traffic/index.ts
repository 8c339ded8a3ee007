export { type ClassicPart, classicPart } from "./classic-part.ts";
export { DEFAULT_RULES } from "./default-rules.ts";
export type { MappingRule } from "./mapping-rule.ts";
export type * from "./metric-sink.ts";
export { advance, type LostBetween, type Reading, type SourceState } from "./source-state.ts";
export { spread, type SecondCell } from "./spread.ts";
export {
  type FoldedGauge,
  type FoldedReading,
  type FoldedTraffic,
  phaseOf,
  TrafficFold,
  type UnmappedMetric,
} from "./traffic-fold.ts";
