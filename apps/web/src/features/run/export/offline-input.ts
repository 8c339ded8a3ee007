import type { RunFailures } from "@headroom/contract";
import type { RunComment, RunDetail, RunWindow, WindowLabel } from "@headroom/services";
import type { RunView } from "../search-params.ts";
import type { TimelineExtras } from "../timeline-input.ts";
import type { TimelineFigures } from "../timeline-points.ts";

export interface OfflineInput {
  detail: RunDetail;
  view: RunView;
  window: RunWindow;
  /** Null: the source gives nothing over time. */
  timeline: TimelineFigures | null;
  labels: { labels: readonly WindowLabel[]; found: number };
  failures: RunFailures;
  events: TimelineExtras["events"];
  comments: readonly RunComment[];
  gauges: TimelineExtras["gauges"];
  savedAt: Date;
}
