export { besideLoad, type BesideLoad } from "./beside-load.ts";
export { isLastBack } from "./peak.ts";
export { joinLoad, type GaugeMoment, type LoadMoment, type Stretch } from "./moments.ts";
export { gaugeFigure, gaugeRange, loadText, sayGauge, sayShare, type GaugeFacts } from "./gauge-sentences.ts";
export { gaugeShare, type GaugeShare, sharedRequests, type SharedRequests, unitOfShare } from "./share.ts";
export { findMeanwhile, type Meanwhile } from "./meanwhile.ts";
export { sayMeanwhile } from "./meanwhile-sentences.ts";
export { statedLimits, type StatedLimit } from "./stated-limits.ts";
export { gaugeChange, sayGaugeChange, type GaugeChange } from "./gauge-change.ts";
