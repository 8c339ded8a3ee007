"use client";

import { memo, useMemo, useState } from "react";
import { formatCount, formatPercent } from "@headroom/core/format";
import { ChartMessage } from "../frame/chart-frame.tsx";
import { ReadChart } from "../frame/read-chart.tsx";
import { PlacedWords } from "../plot/placed-words.tsx";
import { histogramBox, histogramPlot } from "./histogram-plot.ts";
import { PointTracker } from "./point-tracker.tsx";
import type { HistogramBar, HistogramModel } from "./prepare-histogram.ts";
import type { Axis } from "../model/time-model.ts";
import type { Size } from "../plot/use-size.ts";
import { XyPlot } from "./xy-plot.tsx";

interface HistogramProps {
  model: HistogramModel;
  fileName: string;
  title?: string;
}

/** How many requests took how long. */
export function Histogram({ model, fileName, title }: HistogramProps) {
  const [index, setIndex] = useState<number | null>(null);
  const bar = index === null ? undefined : model.bars[index];
  return (
    <ReadChart
      legendLine={{
        head: bar?.text ?? null,
        items: [
          {
            key: "share",
            name: "requests",
            color: "var(--s1)",
            box: true,
            reading: { text: bar ? barWords(bar) : null, widest: "" },
          },
        ],
      }}
      unit="% of requests, by latency in ms"
      name="Distribution"
      title={title}
      fileName={fileName}
      data={model.data}
    >
      {(size) =>
        model.x ? (
          <HistogramPlot model={model} x={model.x} size={size} index={index} onIndex={setIndex} />
        ) : (
          <ChartMessage>No latencies in this window.</ChartMessage>
        )
      }
    </ReadChart>
  );
}

function barWords({ count, share }: HistogramBar): string {
  return `${formatCount(count)}, ${formatPercent(share)}`;
}

interface HistogramPlotProps {
  model: HistogramModel;
  x: Axis;
  size: Size;
  index: number | null;
  onIndex: (index: number | null) => void;
}

function HistogramPlot({ model, x, size, index, onIndex }: HistogramPlotProps) {
  const { width, height } = size;
  const plot = useMemo(
    () => histogramPlot(model, x, histogramBox({ width, height })),
    [model, x, width, height],
  );
  const { box, x: toX } = plot;
  const nearest = (px: number) => {
    const at = model.bars.findIndex(({ from, to }) => px >= toX(from) - 1 && px <= toX(to) + 1);
    return at < 0 ? null : at;
  };
  const looked = index === null ? undefined : model.bars[index];
  return (
    <>
      <PointTracker
        label="Latency range"
        count={model.bars.length}
        index={index}
        onIndex={onIndex}
        nearest={nearest}
        spoken={(at) => {
          const bar = model.bars[at];
          return bar ? `${bar.text}: ${barWords(bar)}` : "";
        }}
      >
        <HistogramBars model={model} x={x} plot={plot} />
      </PointTracker>
      {looked ? (
        <span
          aria-hidden="true"
          data-crosshair=""
          className="pointer-events-none absolute border-x border-ink bg-ink/10"
          style={{
            left: toX(looked.from),
            width: Math.max(2, toX(looked.to) - toX(looked.from)),
            top: box.top,
            height: box.bottom - box.top,
          }}
        />
      ) : null}
    </>
  );
}

interface BarsProps {
  model: HistogramModel;
  x: Axis;
  plot: ReturnType<typeof histogramPlot>;
}

const HistogramBars = memo(function HistogramBars({ model, x, plot }: BarsProps) {
  const { box, bars, marks, words, xTicks } = plot;
  return (
    <XyPlot
      box={box}
      x={x}
      xTicks={xTicks}
      y={model.y}
      rows={[]}
      lines={[]}
      under={bars.map(({ key, ...bar }) => (
        <rect key={key} {...bar} fill="var(--s1)" fillOpacity="0.75" />
      ))}
      marks={marks.map(({ text, x: at }) => (
        <path
          key={text}
          d={`M${at} ${box.top}V${box.bottom}`}
          stroke="var(--ink-2)"
          strokeWidth="1.4"
          strokeDasharray="5 4"
        />
      ))}
      words={<PlacedWords words={words} />}
    />
  );
});
