import { describe, expect, it } from "vitest";
import {
  curveBox,
  curvePlot,
  histogramBox,
  histogramPlot,
  prepareHistogram,
  preparePercentileCurve,
  prepareTimeline,
  timeBox,
  timePlot,
} from "@headroom/ui/charts";
import type { Axis, PlacedWord } from "@headroom/ui/charts";
import type { Html } from "./html.ts";
import { drawCurve, drawHistogram, drawPanel } from "./svg.ts";

const pointAt = (offsetSeconds: number, requests: number) => ({
  offsetSeconds,
  requests,
  errors: 2,
  latencyMicros: { p50: 34_000, p90: 118_000, p99: 240_000 + requests, "p99.9": 470_000 },
});

const timeline = prepareTimeline({
  pointSeconds: 10,
  cellSeconds: 1,
  lengthSeconds: 100,
  points: [pointAt(0, 400), pointAt(10, 900), pointAt(20, 700), pointAt(50, 300), pointAt(60, 350)],
  leftOut: [{ fromSeconds: 0, toSeconds: 20, label: "warm-up" }],
  outages: [{ fromSeconds: 32, toSeconds: 47, label: "outage 0:15" }],
  throughputTargets: [{ value: 50, text: "target 50 req/s" }],
  latencyTargets: [{ value: 300, text: "p99 target 300 ms" }],
});

const curve = preparePercentileCurve({
  runs: [
    {
      key: "run",
      name: "this run",
      requests: 100_000,
      points: [50, 75, 90, 99, 99.9].map((percent) => ({ percent, micros: percent * 1_000 })),
    },
  ],
  targets: [{ value: 80, text: "target 80 ms" }],
});

const histogram = prepareHistogram({
  bars: [
    { fromMicros: 10_000, toMicros: 20_000, count: 60 },
    { fromMicros: 20_000, toMicros: 40_000, count: 40 },
  ],
  marks: [{ value: 18, text: "p50 18 ms" }],
});

const round = (value: number) => Math.round(value * 10) / 10;
const texts = ({ text }: Html, kind: string) =>
  [...text.matchAll(new RegExp(`<text\\s+class="${kind}"[^>]*>([^<]*)</text`, "g"))].map(([, own]) => own);
const paths = ({ text }: Html, kind: string) =>
  [...text.matchAll(new RegExp(`<path\\s+class="${kind}"[^>]*? d="([^"]*)"`, "g"))].map(([, d]) => d);
const labels = (ticks: Axis["ticks"]) => ticks.map(({ label }) => label);
const words = (placed: readonly PlacedWord[]) => placed.map(({ text }) => text);

describe("an exported chart", () => {
  it("has the ticks, lines and names of the page's chart over time", () => {
    expect(timeline.panels.length).toBeGreaterThan(1);
    for (const [index, panel] of timeline.panels.entries()) {
      const drawn = drawPanel(timeline, panel, index === 0);
      const box = timeBox(timeline, { width: 940, height: panel.size === "tall" ? 300 : 170 });
      const plot = timePlot({ model: timeline, panel, lines: panel.lines, box, upper: index === 0 });
      expect(texts(drawn, "axis middle")).toEqual(labels(plot.xTicks));
      expect(texts(drawn, "axis right")).toEqual(labels(panel.axis.ticks));
      expect(texts(drawn, "word")).toEqual(words(plot.words));
      const wanted = plot.values.map((values) =>
        values
          .flatMap((value, at) => {
            const point = timeline.points[at];
            if (value === null || !point) return [];
            const begins = (values[at - 1] ?? null) === null;
            return [`${begins ? "M" : "L"}${round(plot.x(point.at))} ${round(plot.y(value))}`];
          })
          .join(""),
      );
      expect(paths(drawn, "line")).toEqual(wanted);
    }
  });

  it("marks an outage apart from what isn't judged", () => {
    const [panel] = timeline.panels;
    if (!panel) throw new Error("no panel");
    const { text } = drawPanel(timeline, panel, true);
    expect(text.match(/class="(?:shade|outage)"/g)).toEqual([`class="shade"`, `class="outage"`]);
  });

  it("breaks its lines at a gap", () => {
    const [panel] = timeline.panels;
    if (!panel) throw new Error("no panel");
    expect(timeline.gaps).toEqual([{ from: 30, to: 50 }]);
    expect(paths(drawPanel(timeline, panel, true), "line")[0]?.match(/M/g)).toHaveLength(2);
  });

  it("has the ticks, lines and names of the page's percentile curve", () => {
    const drawn = drawCurve(curve);
    if (drawn === null || curve.y === null) throw new Error("no curve");
    const plot = curvePlot(curve, curve.y, curveBox({ width: 940, height: 280 }));
    expect(texts(drawn, "axis middle")).toEqual(labels(plot.xTicks));
    expect(texts(drawn, "axis right")).toEqual(labels(curve.y.ticks));
    expect(texts(drawn, "word")).toEqual(words(plot.words));
    const points = curve.rows.flatMap(({ x }, at) => {
      const value = curve.lines[0]?.values[at] ?? null;
      return value === null ? [] : [`${round(plot.x(x))} ${round(plot.y(value))}`];
    });
    expect(points.length).toBeGreaterThan(2);
    expect(paths(drawn, "line")).toEqual([`M${points.join("L")}`]);
  });

  it("has the bars, ticks and names of the page's histogram", () => {
    const drawn = drawHistogram(histogram);
    if (drawn === null || histogram.x === null) throw new Error("no histogram");
    const plot = histogramPlot(histogram, histogram.x, histogramBox({ width: 940, height: 220 }));
    expect(texts(drawn, "axis middle")).toEqual(labels(plot.xTicks));
    expect(texts(drawn, "word")).toEqual(words(plot.words));
    const bars = [...drawn.text.matchAll(/class="bar" x="([^"]*)" width="([^"]*)"/g)].map(([, x, width]) => [
      Number(x),
      Number(width),
    ]);
    expect(bars).toEqual(plot.bars.map(({ x, width }) => [round(x), round(width)]));
  });
});
