"use client";

import { useMemo, useState } from "react";
import {
  Heatmap,
  Histogram,
  IntervalChart,
  MapChart,
  PercentileCurve,
  TrendChart,
  createCrosshair,
  prepareHeatmap,
  prepareHistogram,
  prepareIntervals,
  prepareMap,
  preparePercentileCurve,
  prepareTrendChart,
} from "@headroom/ui/charts";
import { LONG_NAME, RIGHT_TO_LEFT, sampleNoise } from "./sample-data.ts";
import { Sample } from "./sample.tsx";

const bell = (at: number, middle: number, width: number) => Math.exp(-(((at - middle) / width) ** 2));

function sampleBars(slow: number) {
  return Array.from({ length: 60 }, (_, index) => {
    const fromMicros = 8000 * 1.1 ** index;
    return {
      fromMicros,
      toMicros: fromMicros * 1.1,
      count: Math.round(
        40_000 * (bell(index, 16 * slow, 5) + 0.35 * bell(index, 28 * slow, 7)) + (index > 45 ? 3 : 0),
      ),
    };
  });
}

function samplePoints(p50: number, growth: number) {
  const percents = [
    0, 25, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 97.5, 98.75, 99, 99.5, 99.75, 99.9, 99.95, 99.99, 99.995,
    99.999, 100,
  ];
  return percents.map((percent) => ({
    percent,
    micros: Math.round(p50 * 1000 * (1 / (1 - Math.min(percent, 99.9995) / 100) / 2) ** growth),
  }));
}

export function Distributions() {
  const histogram = useMemo(
    () =>
      prepareHistogram({
        bars: sampleBars(1),
        marks: [
          { value: 37, text: "p50 37" },
          { value: 200, text: "target p99 \u2264 200 ms" },
          { value: 240, text: "p99 240" },
        ],
      }),
    [],
  );
  const curve = useMemo(
    () =>
      preparePercentileCurve({
        runs: [
          { key: "b", name: "this run", requests: 36_242_100, points: samplePoints(34, 0.5) },
          { key: "a", name: "round 1", requests: 12_000, aside: true, points: samplePoints(180, 0.45) },
        ],
        targets: [{ value: 200, text: "target p99 \u2264 200 ms" }],
      }),
    [],
  );
  const several = useMemo(
    () =>
      preparePercentileCurve({
        runs: [
          { key: "a", name: "Round 1", position: 0, requests: 12_600_000, points: samplePoints(180, 0.52) },
          { key: "b", name: "Round 2", position: 1, requests: 36_242_100, points: samplePoints(34, 0.5) },
          { key: "c", name: RIGHT_TO_LEFT, position: 2, requests: 3000, points: samplePoints(60, 0.3) },
        ],
      }),
    [],
  );
  return (
    <>
      <Sample title="Distribution" words="buckets on a log axis have one width">
        <Histogram model={histogram} fileName="design-histogram" title="Round 2, run 42" />
      </Sample>
      <Sample title="Percentile curve" words="each nine has the same room">
        <PercentileCurve model={curve} fileName="design-curve" title="Round 2, run 42" />
      </Sample>
      <Sample title="Curves of several runs" words="C had 3,000 requests and ends early">
        <PercentileCurve model={several} fileName="design-curves" />
      </Sample>
    </>
  );
}

export function HeatmapSample() {
  const crosshair = useMemo(() => createCrosshair(), []);
  const model = useMemo(() => {
    const noise = sampleNoise(11);
    const edgesMicros = Array.from({ length: 41 }, (_, row) => 8000 * 1.14 ** row);
    const columns = Array.from({ length: 360 }, (_, index) => {
      const cold = 12 * Math.exp(-index / 25) + (Math.abs(index - 166) < 6 ? 4 : 0);
      const counts = edgesMicros.slice(1).map((_edge, row) => {
        const share = bell(row, 8 + cold, 3) + 0.5 * bell(row, 19 + cold * 0.6, 3) + (row < 33 ? 0.004 : 0);
        return Math.max(0, Math.round(4000 * share * (1 + noise() * 0.3)));
      });
      return {
        offsetSeconds: index * 2.5,
        requests: counts.reduce((sum, count) => sum + count, 0),
        counts,
        p99Micros: 240_000 * (1 + noise() * 0.1) * (1 + cold / 8),
      };
    }).filter(({ offsetSeconds }) => offsetSeconds < 600 || offsetSeconds >= 640);
    return prepareHeatmap({
      edgesMicros,
      columns,
      columnSeconds: 2.5,
      cellSeconds: 1,
      lengthSeconds: 900,
      leftOut: [{ fromSeconds: 0, toSeconds: 130, label: "warm-up 2:10" }],
      targets: [{ value: 200, text: "target p99 \u2264 200 ms" }],
    });
  }, []);
  return (
    <Sample title="Latency heatmap" words="360 moments, 40 ranges; opacity is the share, p99 lies over it">
      <Heatmap model={model} fileName="design-heatmap" title="Round 2, run 42" crosshair={crosshair} />
    </Sample>
  );
}

const DAY = 86_400_000;

function sampleRuns(count: number) {
  const noise = sampleNoise(21);
  return Array.from({ length: count }, (_, index) => ({
    key: `run-${index}`,
    name: `run ${index + 1}`,
    at: Date.UTC(2025, 0, 3) + (index * 330 * DAY) / count,
    value:
      index % 97 === 40
        ? null
        : 210 * (index > count * 0.42 ? 1.18 : 1) * (index > count * 0.8 ? 0.62 : 1) * (1 + noise() * 0.1),
    group: `1.${Math.floor((index / count) * 12)}.0`,
  }));
}

const SHARED = {
  name: "p99",
  unit: "ms",
  field: "p99_ms",
  scale: "log" as const,
  show: (value: number) => value.toFixed(0),
  timeZone: "UTC",
  targets: [{ value: 200, text: "target \u2264 200 ms" }],
};

export function Trends() {
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState("");
  const long = useMemo(
    () =>
      prepareTrendChart({
        ...SHARED,
        runs: sampleRuns(1200),
        axis: "date",
        baseline: { value: 214, text: "baseline, run 12" },
        changes: [
          { runKey: "run-505", text: "+18 %, run 506" },
          { runKey: "run-961", text: "\u221238 %, new cache", acknowledged: true },
        ],
      }),
    [],
  );
  const short = useMemo(() => prepareTrendChart({ ...SHARED, runs: sampleRuns(24), axis: "order" }), []);
  const one = useMemo(() => prepareTrendChart({ ...SHARED, runs: sampleRuns(1), axis: "date" }), []);
  return (
    <>
      <Sample
        title="Trend of 1,200 runs"
        words={`a click opens${opened ? `: ${opened}` : ""}; Shift and click selects two: ${selected.join(" and ")}`}
      >
        <TrendChart
          model={long}
          fileName="design-trend"
          title="Bigtable, 200k distinct"
          selected={selected}
          onOpen={setOpened}
          onSelect={setSelected}
        />
      </Sample>
      <Sample title="By version" words="names where they begin">
        <TrendChart
          model={short}
          fileName="design-trend-version"
          selected={selected}
          onSelect={setSelected}
        />
      </Sample>
      <Sample title="One run">
        <TrendChart model={one} fileName="design-trend-one" />
      </Sample>
    </>
  );
}

export function MapSample() {
  const model = useMemo(
    () =>
      prepareMap({
        percentile: "p99",
        target: { throughput: 50_000, latencyMillis: 200 },
        entries: [
          entry("200k distinct", [14_010, 1400], [40_269, 240], false),
          entry("campaign replay", [16_831, 410], [258_640, 75], true),
          entry("64 distinct", [120_835, 120], [317_474, 60], true),
          entry("complex", [23_938, 510], null, null),
          entry("ES simple", [52_399, 100], null, null),
          entry(LONG_NAME, [112_149, 200], null, null),
        ],
      }),
    [],
  );
  return (
    <Sample title="Map" words="the corner that holds the target is tinted; an arrow goes from A to B">
      <MapChart model={model} fileName="design-map" title="Round 1 and round 2" />
    </Sample>
  );
}

function entry(name: string, a: [number, number], b: [number, number] | null, holds: boolean | null) {
  const place = ([throughput, latencyMillis]: [number, number]) => ({ throughput, latencyMillis });
  return { key: name, name, a: place(a), b: b && place(b), holds };
}

export function IntervalSample() {
  const model = useMemo(() => {
    const row = (
      name: string,
      ratio: number,
      half: number,
      smallest: number,
      better: "higher" | "lower",
    ) => ({
      key: name,
      name,
      ratio,
      low: ratio * (1 - half),
      high: ratio * (1 + half),
      smallestChange: smallest,
      better,
      state: Math.abs(ratio - 1) < smallest ? ("same" as const) : ("improved" as const),
    });
    return prepareIntervals({
      groups: [
        {
          key: "throughput",
          title: "throughput",
          rows: [
            row("200k distinct", 2.87, 0.03, 0.04, "higher"),
            row("campaign", 15.37, 0.03, 0.03, "higher"),
            row(LONG_NAME, 1.02, 0.05, 0.06, "higher"),
          ],
        },
        {
          key: "p99",
          title: "p99, lower is better",
          rows: [
            row("200k distinct", 0.171, 0.04, 0.05, "lower"),
            { ...row("campaign", 1.49, 0.1, 0.12, "lower"), state: "regressed" as const },
            {
              key: "none",
              name: "complex",
              ratio: null,
              low: null,
              high: null,
              smallestChange: null,
              better: "lower" as const,
              state: "not-comparable" as const,
            },
          ],
        },
      ],
    });
  }, []);
  return (
    <Sample
      title="How sure is the change"
      words="the grey block is the smallest change this pair could have shown"
    >
      <IntervalChart model={model} fileName="design-intervals" />
    </Sample>
  );
}
