import type { RunView } from "./search-params.ts";

type Shown = Pick<RunView, "label" | "successful">;

interface DrawnTime {
  maxPoints: number;
  /** Null: the whole run is drawn. */
  window: { fromSeconds: number; toSeconds: number } | null;
}

/** A run over time, as the procedure is asked for it. */
export function timelineQuery(runId: string, { label, successful }: Shown, { maxPoints, window }: DrawnTime) {
  const stretch = window === null ? {} : { fromSeconds: window.fromSeconds, toSeconds: window.toSeconds };
  return { runId, maxPoints, label, successful, ...stretch };
}

/** The same of its heatmap: a stretch that was chosen, or else the whole run. */
export function heatmapQuery(runId: string, { window, label, successful }: Shown & Pick<RunView, "window">) {
  return { runId, window: typeof window === "object" ? window : ("whole" as const), label, successful };
}

/** Why requests failed, in the chosen window. */
export function failuresQuery(runId: string, { window, label }: Pick<RunView, "window" | "label">) {
  return { runId, window, label };
}
