"use client";

import { useMemo } from "react";
import { LoadChart, prepareLoadChart } from "@headroom/ui/charts";
import type { LoadLine } from "@headroom/ui/charts";
import { sampleNoise } from "./sample-data.ts";
import { Sample } from "./sample.tsx";

const LAW = { lambda: 20, sigma: 0.02, kappa: 1e-4 };
const lawAt = (users: number) =>
  (LAW.lambda * users) / (1 + LAW.sigma * (users - 1) + LAW.kappa * users * (users - 1));

function fitted(to: number): LoadLine[] {
  const loads = Array.from({ length: 40 }, (_, at) => 1 + (at * (to - 1)) / 39);
  const line = (key: string, width: number, dash: string, factor: number): LoadLine => ({
    key,
    width,
    dash,
    name: key === "law" ? "Scalability law" : "Its interval",
    color: "var(--ink-3)",
    points: loads.map((load) => ({ load, value: lawAt(load) * factor })),
  });
  return [line("law", 1.6, "6 4", 1), line("low", 1, "2 4", 0.96), line("high", 1, "2 4", 1.04)];
}

/** A ramp with its knee and breaking point, and runs at several loads with the law that they follow. */
export function LoadSamples() {
  const ramp = useMemo(() => {
    const noise = sampleNoise(3);
    const points = Array.from({ length: 30 }, (_, at) => {
      const load = 30 * (at + 1);
      const value = load < 500 ? load / 15 : load < 700 ? 33 + (load - 500) / 60 : 36 - (load - 700) / 12;
      return { load, value: value * (1 + noise() * 0.03) };
    });
    return prepareLoadChart({
      of: "throughput",
      loadUnit: "users",
      measured: [{ key: "measured", name: "Measured", color: "var(--s1)", width: 2, points }],
      marks: [
        { key: "knee", text: "knee", at: 500, low: 470, high: 520, tone: "knee" },
        { key: "break", text: "breaks", at: null, low: 700, high: 730, tone: "break" },
      ],
    });
  }, []);
  const runs = useMemo(() => {
    const noise = sampleNoise(7);
    const points = [1, 8, 8, 16, 32, 32, 48, 64, 96, 96].map((load, at) => {
      return { load, value: lawAt(load) * (1 + noise() * 0.04), name: `Run ${at + 1}` };
    });
    return prepareLoadChart({
      of: "throughput",
      loadUnit: "users",
      scattered: true,
      marks: [],
      fitted: fitted(144),
      measured: [{ key: "runs", name: "Runs", color: "var(--s1)", width: 3, points }],
    });
  }, []);
  return (
    <>
      <Sample title="Throughput by load" words="a ramp with its knee and its breaking point">
        <LoadChart model={ramp} fileName="design-ramp" title="Ramp" />
      </Sample>
      <Sample title="Throughput over runs" words="one dot for each run; two have the same load">
        <LoadChart model={runs} fileName="design-runs-by-load" title="Runs by users" />
      </Sample>
    </>
  );
}
