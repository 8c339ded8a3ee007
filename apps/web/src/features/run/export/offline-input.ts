import type { RunFailures, RunGauge } from "@headroom/contract";
import type { RunComment, RunDetail, RunWindow, WindowLabel } from "@headroom/services";
import type { RunView } from "../view/search-params.ts";
import type { TimelineExtras } from "../timeline/timeline-input.ts";
import type { TimelineFigures } from "../timeline/timeline-points.ts";

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
  gauges: readonly RunGauge[];
  /** While something waited, in sentences. */
  meanwhile: readonly string[];
  savedAt: Date;
}
