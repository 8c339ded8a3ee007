import type { LiveRunView } from "@headroom/services";
import { formatAge } from "@headroom/ui";
import { gaugeValue, prepareLive } from "./prepare-live.ts";
import type { LiveModel } from "./prepare-live.ts";
import { simulatedOf } from "../view/run-title.ts";
import { timelineFrame } from "../timeline/timeline-input.ts";
import type { TimelineFrame } from "../timeline/timeline-input.ts";
import { timelineFigures } from "../timeline/timeline-points.ts";
import type { TimelineFigures } from "../timeline/timeline-points.ts";

/** A live run as its page gets it, again and again: figures and words, not sketches. */
export interface ShownLive {
  now: string;
  /** Null: it is finished, or gone. */
  run: ShownLiveRun | null;
}

export interface ShownLiveRun extends Pick<LiveRunView, "number" | "experiment" | "labels"> {
  model: LiveModel;
  /** Null: no simulator sends it. */
  simulated: { withReal: boolean } | null;
  openedAt: string;
  /** How long ago something arrived; null: nothing has. */
  heard: string | null;
  timeline: ShownTimeline | null;
  gauges: { name: string; value: string; age: string }[];
  writers: (Pick<LiveRunView["writers"][number], "name" | "state" | "requests"> & { age: string })[];
}

interface ShownTimeline {
  frame: TimelineFrame;
  figures: TimelineFigures;
  /** Null: the run is drawn from its start. */
  window: { fromSeconds: number; toSeconds: number } | null;
}

export function showLive(run: LiveRunView | null, now: Date): ShownLive {
  return { now: now.toISOString(), run: run === null ? null : showRun(run, now) };
}

function showRun(run: LiveRunView, now: Date): ShownLiveRun {
  const { number, experiment, labels, openedAt, heardAt, span, gauges, writers } = run;
  return {
    number,
    experiment,
    labels,
    model: prepareLive(run, now),
    simulated: simulatedOf(run.warnings),
    openedAt: openedAt.toISOString(),
    heard: span === null ? null : formatAge(heardAt, now),
    timeline: showTimeline(run),
    gauges: gauges.map((gauge) => {
      return { name: gauge.name, value: gaugeValue(gauge), age: formatAge(gauge.at, now) };
    }),
    writers: writers.map(({ name, state, requests, heardAt: at }) => {
      return { name, state, requests, age: formatAge(at, now) };
    }),
  };
}

function showTimeline({ timeline, targets }: LiveRunView): ShownTimeline | null {
  if (timeline === null) return null;
  const { origin, fromSeconds, toSeconds, endSeconds, pointSeconds } = timeline;
  const endedAt = new Date(origin.getTime() + endSeconds * 1_000).toISOString();
  const judged = targets.flatMap(({ judged: one }) => (one === null ? [] : [one]));
  return {
    frame: timelineFrame({ targets: judged, phase: null, run: { endedAt } }, null),
    figures: timelineFigures(timeline),
    // Of a long run, only its end is read.
    window: fromSeconds <= pointSeconds ? null : { fromSeconds, toSeconds },
  };
}
