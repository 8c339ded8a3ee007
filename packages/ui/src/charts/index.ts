export * from "./prepare-timeline.ts";
export * from "./timeline-charts.tsx";
export * from "./timeline-model.ts";
