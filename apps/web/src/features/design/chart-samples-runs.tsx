"use client";

import { DAY_MILLIS } from "@headroom/core";
import { useMemo, useState } from "react";
import {
  IntervalChart,
  MapChart,
  TrendChart,
  prepareIntervals,
  prepareMap,
  prepareTrendChart,
} from "@headroom/ui/charts";
import { LONG_NAME, sampleNoise } from "./sample-data.ts";
import { Sample } from "./sample.tsx";

function sampleRuns(count: number) {
  const noise = sampleNoise(21);
  return Array.from({ length: count }, (_, index) => ({
    key: `run-${index}`,
    name: `run ${index + 1}`,
    at: Date.UTC(2025, 0, 3) + (index * 330 * DAY_MILLIS) / count,
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
          { runKey: "run-505", text: "+18%, run 506" },
          { runKey: "run-961", text: "\u221238%, new cache", tone: "accepted" },
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
        words={`click to open${opened ? `: ${opened}` : ""}; Shift-click to select two: ${selected.join(" and ")}`}
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
      <Sample title="By version" words="each version is named where it starts">
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
    <Sample title="Map" words="the tinted corner meets the target; arrows go from A to B">
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
    const throughput = intervalRow("higher", { better: "higher", worse: "lower" });
    const latency = intervalRow("lower", FASTER_SLOWER);
    return prepareIntervals({
      heads: { row: "Experiment", group: "Metric" },
      groups: [
        {
          key: "throughput",
          title: "throughput",
          rows: [
            throughput("200k distinct", 2.87, 0.03, 0.04),
            throughput("campaign", 15.37, 0.03, 0.03),
            throughput(LONG_NAME, 1.02, 0.05, 0.06),
          ],
        },
        {
          key: "p99",
          title: "p99, lower is better",
          rows: [
            latency("200k distinct", 0.171, 0.04, 0.05),
            { ...latency("campaign", 1.49, 0.1, 0.12), state: "regressed" as const },
            {
              key: "none",
              name: "complex",
              ratio: null,
              low: null,
              high: null,
              smallestChange: null,
              better: "lower" as const,
              words: FASTER_SLOWER,
              state: "not-comparable" as const,
            },
          ],
        },
      ],
    });
  }, []);
  return (
    <Sample title="How certain is the change" words="changes inside the grey block are too small to detect">
      <IntervalChart model={model} fileName="design-intervals" />
    </Sample>
  );
}

const FASTER_SLOWER = { better: "faster", worse: "slower" };

function intervalRow(better: "higher" | "lower", words: typeof FASTER_SLOWER) {
  return (name: string, ratio: number, half: number, smallest: number) => ({
    key: name,
    name,
    ratio,
    low: ratio * (1 - half),
    high: ratio * (1 + half),
    smallestChange: smallest,
    better,
    words,
    state: Math.abs(ratio - 1) < smallest ? ("same" as const) : ("improved" as const),
  });
}
