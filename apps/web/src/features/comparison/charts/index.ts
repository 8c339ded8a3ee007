/** The charts of a few runs, loaded together: each of them alone would bring its own copy of what they share. */
export { CurveChart } from "./curve-chart.tsx";
export { GaugeOverlays } from "./gauge-overlays.tsx";
export { Intervals } from "./intervals.tsx";
export { OverlayCharts } from "./overlay-charts.tsx";
