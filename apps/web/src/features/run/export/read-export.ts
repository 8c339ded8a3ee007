import "server-only";
import type { RunDetail } from "@headroom/services";
import { toCsv } from "@headroom/ui";
import { formatHgrm, MAX_POINTS, Sketch } from "@headroom/core";
import { labelsQuery } from "../tables/labels-query.ts";
import { readRunPage } from "../page/read-run-page.ts";
import type { RunCaller } from "../router.ts";
import { failuresQuery } from "../view/run-queries.ts";
import { FIRST_ORDER } from "../view/search-params.ts";
import type { RunView } from "../view/search-params.ts";
import { timelineSteps } from "../timeline/timeline-steps.ts";
import { ERRORS_HEAD, errorsLine, SLOWEST_HEAD, slowestLine } from "./errors-csv.ts";
import { GAUGES_HEAD, gaugesLines } from "./gauges-csv.ts";
import { LABELS_HEAD, labelsLine } from "./labels-csv.ts";
import { offlinePage } from "./offline-page.ts";
import { TIMELINE_HEAD, timelineLines } from "./timeline-csv.ts";

export interface ExportRequest {
  caller: RunCaller;
  detail: RunDetail;
  view: RunView;
}

const LABELS_AT_ONCE = 1_000;
/** An offline page holds no more rows than someone would read. */
const LABELS_OFFLINE = 1_000;

export async function exportOfflinePage({ caller, detail, view }: ExportRequest): Promise<string> {
  const runId = detail.answer.run.id;
  const shown = await readRunPage(caller, detail, { ...view, labels: FIRST_ORDER });
  const drawn = shown.window.kind === "custom" ? shown.window.summary : detail.answer.summary;
  const { first } = timelineSteps({
    lengthSeconds: drawn.durationSeconds ?? 0,
    requests: drawn.requests ?? 0,
  });
  const [timeline, labels, failures, { gauges, meanwhile }] = await Promise.all([
    readTimeline({ caller, detail, view: shown.view }, first.maxPoints),
    caller.run.labels({ ...labelsQuery(runId, shown.view, FIRST_ORDER, 0), limit: LABELS_OFFLINE }),
    caller.run.failures(failuresQuery(runId, view)),
    caller.run.gauges({ runId }),
  ]);
  const window = shown.labelWindow ?? shown.window;
  const { view: seen, events, comments } = shown;
  const savedAt = new Date();
  const drawnToo = { events, comments, gauges, meanwhile: meanwhile.flatMap(({ words }) => words) };
  return offlinePage({ detail, view: seen, window, timeline, labels, failures, ...drawnToo, savedAt });
}

/** All labels, in portions: a run may have twenty thousand. */
export async function* exportLabels({ caller, detail, view }: ExportRequest): AsyncGenerator<string> {
  const asked = labelsQuery(detail.answer.run.id, view, FIRST_ORDER, 0);
  yield toCsv(LABELS_HEAD, []);
  for (let skip = 0; ; skip += LABELS_AT_ONCE) {
    const { labels, found } = await caller.run.labels({ ...asked, skip, limit: LABELS_AT_ONCE });
    yield toCsv([], labels.map(labelsLine)).slice(2);
    if (labels.length === 0 || skip + labels.length >= found) return;
  }
}

export async function exportTimeline(request: ExportRequest): Promise<string> {
  const timeline = await readTimeline(request);
  return toCsv(TIMELINE_HEAD, timeline === null ? [] : timelineLines(timeline));
}

/** Why requests failed in the chosen window, by label. */
export async function exportErrors({ caller, detail, view }: ExportRequest): Promise<string> {
  const { failures } = await caller.run.failures(failuresQuery(detail.answer.run.id, view));
  return toCsv(ERRORS_HEAD, failures.map(errorsLine));
}

/** The slowest requests of the chosen window. */
export async function exportSlowest({ caller, detail, view }: ExportRequest): Promise<string> {
  const { requests } = await caller.run.slowest(failuresQuery(detail.answer.run.id, view));
  return toCsv(SLOWEST_HEAD, requests.map(slowestLine));
}

/** The gauges while the run went on, or in the chosen stretch of it. */
export async function exportGauges({ caller, detail, view }: ExportRequest): Promise<string> {
  const { gauges } = await caller.run.gauges({ runId: detail.answer.run.id });
  const origin = detail.origin?.getTime() ?? null;
  const stretch =
    typeof view.window === "string" || origin === null
      ? null
      : { from: origin + view.window.fromSeconds * 1_000, to: origin + view.window.toSeconds * 1_000 };
  return toCsv(GAUGES_HEAD, gaugesLines(gauges, stretch));
}

/** The percentiles of the chosen window and requests; null where the source gives no distribution. */
export async function exportHgrm({ caller, detail, view }: ExportRequest): Promise<string | null> {
  const { window, label, successful } = view;
  const runId = detail.answer.run.id;
  const { sketch, gridMicros } = await caller.run.sketch({ runId, window, label, successful });
  return sketch === null ? null : formatHgrm(Sketch.decode(sketch, gridMicros));
}

function readTimeline({ caller, detail, view }: ExportRequest, maxPoints = MAX_POINTS) {
  const { window, label, successful } = view;
  if (detail.answer.run.finestStepSeconds === null) return Promise.resolve(null);
  const stretch = typeof window === "object" ? window : {};
  const runId = detail.answer.run.id;
  return caller.run.timeline({ runId, maxPoints, label, successful, ...stretch });
}
