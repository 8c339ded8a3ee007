export { besideLoad, type BesideLoad } from "./beside-load.ts";
export { joinLoad, type GaugeMoment, type LoadMoment, type Stretch } from "./moments.ts";
export { gaugeFigure, gaugeRange, loadText, sayGauge, type GaugeFacts } from "./gauge-sentences.ts";
export { findMeanwhile, type Meanwhile } from "./meanwhile.ts";
export { sayMeanwhile } from "./meanwhile-sentences.ts";
export { statedLimits, type StatedLimit } from "./stated-limits.ts";
export { gaugeChange, sayGaugeChange, type GaugeChange } from "./gauge-change.ts";
