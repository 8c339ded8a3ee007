/** The charts of a comparison, loaded together: each of them alone would bring its own copy of what they share. */
export { Intervals } from "./pair/evidence-charts.tsx";
export { CurveChart } from "./pair/curve-chart.tsx";
export { OverlayCharts } from "./overlay/overlay-charts.tsx";
export { GaugeOverlays } from "./gauges/gauge-overlays.tsx";
export { ByRun } from "./many/by-run.tsx";
