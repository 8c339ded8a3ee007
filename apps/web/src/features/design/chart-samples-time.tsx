"use client";

import { useMemo, useState } from "react";
import { prepareOverlay, prepareTimeline, TimeCharts, TimelineCharts } from "@headroom/ui/charts";
import type { TimelineInput } from "@headroom/ui/charts";
import { Sample } from "./sample.tsx";
import { HOSTILE, LONG_NAME, RIGHT_TO_LEFT, sampleGauge, samplePoints } from "./sample-data.ts";

const TARGETS = {
  throughputTargets: [{ value: 50_000, text: "target \u2265 50,000 req/s" }],
  latencyTargets: [{ value: 200, text: "target p99 \u2264 200 ms" }],
};
const BASE: TimelineInput = {
  pointSeconds: 10,
  cellSeconds: 1,
  lengthSeconds: 900,
  points: samplePoints({ gaps: [[600, 640]] }),
  leftOut: [],
  ...TARGETS,
};
const EVENTS = [
  { key: "deploy", atSeconds: 250, text: "deploy a41f9c2" },
  { key: "balance", atSeconds: 415, text: "Bigtable rebalanced" },
  { key: "long", atSeconds: 450, text: LONG_NAME },
  { key: "rtl", atSeconds: 780, text: RIGHT_TO_LEFT },
  { key: "html", atSeconds: 880, text: HOSTILE },
];

/** A run with everything that can be laid over it; drag to zoom, or Shift and arrows, Enter. */
export function FullTimeline() {
  const [window, setWindow] = useState<{ fromSeconds: number; toSeconds: number } | null>(null);
  const [steady, setSteady] = useState({ fromSeconds: 130, toSeconds: 900 });
  const model = useMemo(
    () =>
      prepareTimeline({
        ...BASE,
        window,
        steady,
        leftOut: [{ fromSeconds: 0, toSeconds: steady.fromSeconds, label: "warm-up 2:10" }],
        expected: { text: "expected", perSecond: 46_000 },
        events: EVENTS,
        comments: [
          { key: "c1", atSeconds: 420, text: "Owner: the rebalancing again" },
          { key: "c2", atSeconds: 705, text: "Editor: why the dip?" },
        ],
        gauges: [
          {
            key: "cpu",
            name: "cpu",
            unit: "%",
            lines: [
              { name: "web-1", samples: sampleGauge(3, 40, 78) },
              { name: "web-2", samples: sampleGauge(5, 35, 61) },
            ],
            targets: [{ value: 80, text: "target max \u2264 80%" }],
          },
          {
            key: "lag",
            name: "consumer lag",
            unit: null,
            lines: [{ name: "lag", samples: sampleGauge(9, 29_000, 16_000) }],
          },
        ],
      }),
    [window, steady],
  );
  return (
    <Sample
      title="Timeline"
      words={`events, comments, gauges, a gap, movable steady edges. ${window ? `Window ${window.fromSeconds} to ${window.toSeconds} s, Escape resets.` : "Drag to zoom."}`}
    >
      <TimelineCharts
        model={model}
        fileName="design-timeline"
        title="Round 2, run 42"
        onWindow={(fromSeconds, toSeconds) => setWindow({ fromSeconds, toSeconds })}
        onReset={() => setWindow(null)}
        onSteadyChange={(fromSeconds, toSeconds) => setSteady({ fromSeconds, toSeconds })}
      />
      <p className="mt-2 text-12 text-ink-3">{model.pointText}</p>
    </Sample>
  );
}

const overlay = (runs: number, name = (index: number) => `Round ${index + 1}, run ${40 + index}`) =>
  prepareOverlay({
    pointSeconds: 10,
    cellSeconds: 1,
    percentile: "p99",
    ...TARGETS,
    leftOut: [{ fromSeconds: 0, toSeconds: 130, label: "warm-up 2:10" }],
    runs: Array.from({ length: runs }, (_, index) => ({
      key: String(index),
      name: name(index),
      position: index,
      lengthSeconds: 900 - index * 10,
      points: samplePoints({
        seed: index + 1,
        seconds: 900 - index * 10,
        level: 14_000 + index * (runs > 2 ? 3000 : 26_000),
        p99: 1400 / (1 + index * (runs > 2 ? 0.5 : 4.8)),
      }).map(({ offsetSeconds, requests, latencyMicros }) => ({
        offsetSeconds,
        throughput: requests / 10,
        latencyMillis: latencyMicros.p99 / 1000,
        errors: 0,
      })),
    })),
  });

export function TwoOverlaid() {
  const model = useMemo(() => overlay(2), []);
  return (
    <Sample title="Two runs at t = 0" words="A grey and hollow, B blue and filled">
      <TimeCharts model={model} fileName="design-overlay" title="Bigtable, 200k distinct" of="runs" />
    </Sample>
  );
}

export function TwentyOverlaid() {
  const model = useMemo(
    () =>
      overlay(20, (index) => (index === 3 ? LONG_NAME : index === 4 ? RIGHT_TO_LEFT : `Run ${index + 1}`)),
    [],
  );
  return (
    <Sample title="Twenty runs" words="shows up to eight; choose them in the legend">
      <TimeCharts model={model} fileName="design-overlay-20" of="runs" />
    </Sample>
  );
}

const timelineOf = (changes: Partial<TimelineInput>) => prepareTimeline({ ...BASE, ...changes });

export function TimelineEdges() {
  const models = useMemo(
    () => ({
      one: timelineOf({ points: samplePoints().slice(0, 1), lengthSeconds: 10 }),
      none: timelineOf({ points: [], lengthSeconds: 0, throughputTargets: [], latencyTargets: [] }),
      gaps: timelineOf({ points: samplePoints().filter((_, index) => index % 3 !== 1) }),
    }),
    [],
  );
  return (
    <>
      <Sample title="One point" words="one point is a dot, because a line needs two">
        <TimelineCharts model={models.one} fileName="design-one" />
      </Sample>
      <Sample title="Nothing" words="a run without completed requests">
        <TimelineCharts model={models.none} fileName="design-none" />
      </Sample>
      <Sample title="Every third point missing" words="missing points are gaps, never zero">
        <TimelineCharts model={models.gaps} fileName="design-gaps" />
      </Sample>
    </>
  );
}
