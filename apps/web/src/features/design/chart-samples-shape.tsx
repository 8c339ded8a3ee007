"use client";

import { useMemo } from "react";
import {
  Heatmap,
  Histogram,
  PercentileCurve,
  createCrosshair,
  prepareHeatmap,
  prepareHistogram,
  preparePercentileCurve,
} from "@headroom/ui/charts";
import { RIGHT_TO_LEFT, sampleNoise } from "./sample-data.ts";
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
      <Sample title="Distribution" words="buckets have equal widths on a log axis">
        <Histogram model={histogram} fileName="design-histogram" title="Round 2, run 42" />
      </Sample>
      <Sample title="Percentile curve" words="each nine gets the same space">
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

      lengthSeconds: 900,
      leftOut: [{ fromSeconds: 0, toSeconds: 130, label: "warm-up 2:10" }],
      targets: [{ value: 200, text: "target p99 \u2264 200 ms" }],
    });
  }, []);
  return (
    <Sample
      title="Latency heatmap"
      words="360 columns, 40 latency ranges; opacity shows the share, with p99 on top"
    >
      <Heatmap model={model} fileName="design-heatmap" title="Round 2, run 42" crosshair={crosshair} />
    </Sample>
  );
}
