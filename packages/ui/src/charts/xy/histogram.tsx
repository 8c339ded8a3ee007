"use client";

import { memo, useMemo, useState } from "react";
import { formatCount, formatPercent } from "../../format/number.ts";
import { xScale, yScale } from "../plot/axes.ts";
import { ChartFrame, ChartMessage } from "../frame/chart-frame.tsx";
import { CHART_HEIGHT_CLASS } from "../frame/chart-heights.ts";
import { LegendLine } from "../frame/legend-line.tsx";
import { placeEvents } from "../plot/place-events.ts";
import { plotBox } from "../plot/plot-box.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import { LETTER_WIDTH } from "../plot/plot-words.tsx";
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
    <div className="flex flex-1 flex-col">
      <LegendLine
        head={bar?.text ?? null}
        items={[
          {
            key: "share",
            name: "requests",
            color: "var(--s1)",
            box: true,
            reading: { text: bar ? barWords(bar) : null, widest: "" },
          },
        ]}
      />
      <ChartFrame
        unit="% of requests, by latency in ms"
        name="Distribution"
        title={title}
        fileName={fileName}
        heightClassName={CHART_HEIGHT_CLASS}
        data={model.data}
      >
        {(size) =>
          model.x ? (
            <HistogramPlot model={model} x={model.x} size={size} index={index} onIndex={setIndex} />
          ) : (
            <ChartMessage>No latencies in this window.</ChartMessage>
          )
        }
      </ChartFrame>
    </div>
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
  const box = useMemo(() => plotBox({ width, height }, 16), [width, height]);
  const toX = xScale(x, box.left, box.right);
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
        <HistogramBars model={model} x={x} box={box} />
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
  box: PlotBox;
}

const HistogramBars = memo(function HistogramBars({ model, x, box }: BarsProps) {
  const [toX, toY] = [xScale(x, box.left, box.right), yScale(model.y, box.top, box.bottom)];
  return (
    <XyPlot
      box={box}
      x={x}
      y={model.y}
      rows={[]}
      lines={[]}
      under={model.bars.map(({ from, to, share }) => (
        <rect
          key={from}
          x={toX(from)}
          width={Math.max(1, toX(to) - toX(from) - 0.6)}
          y={Math.min(toY(share), box.bottom - 1)}
          height={Math.max(1, box.bottom - toY(share))}
          fill="var(--s1)"
          fillOpacity="0.75"
        />
      ))}
      marks={model.marks.map(({ value, text }) => (
        <path
          key={text}
          d={`M${toX(value)} ${box.top}V${box.bottom}`}
          stroke="var(--ink-2)"
          strokeWidth="1.4"
          strokeDasharray="5 4"
        />
      ))}
      words={<MarkWords model={model} x={x} box={box} />}
    />
  );
});

function MarkWords({ model, x, box }: BarsProps) {
  const toX = xScale(x, box.left, box.right);
  const placed = placeEvents({
    events: [...model.marks]
      .sort((a, b) => a.value - b.value)
      .map(({ value, text }) => ({ key: text, text, x: toX(value) })),
    left: box.left,
    right: box.right,
    letterWidth: LETTER_WIDTH,
    rows: 3,
  });
  return placed.map(({ key, words }) =>
    words ? (
      <text
        key={key}
        x={words.x}
        y={box.top + 9 + words.row * 13}
        textAnchor={words.anchor}
        fontWeight={600}
        fill="var(--ink)"
      >
        {words.text}
      </text>
    ) : null,
  );
}
