"use client";

import { useMemo, useState } from "react";
import { ChartMessage } from "../frame/chart-frame.tsx";
import { ReadChart } from "../frame/read-chart.tsx";
import type { Axis } from "../model/time-model.ts";
import { alongLine } from "../plot/along-line.ts";
import { extent, xScale, yScale } from "../plot/axes.ts";
import { fitTicks } from "../plot/fit-ticks.ts";
import { PlacedWords } from "../plot/placed-words.tsx";
import { placeMarks, placeTargets, STRONG } from "../plot/placed-word.ts";
import { plotBox } from "../plot/plot-box.ts";
import type { Size } from "../plot/use-size.ts";
import { PointLine, PointTracker } from "./point-tracker.tsx";
import type { LoadChartModel, LoadMark } from "./prepare-load-chart.ts";
import { XyPlot } from "./xy-plot.tsx";

interface LoadChartProps {
  model: LoadChartModel;
  title: string;
  fileName: string;
}

/** Throughput or latency by load, with the knee and the breaking point of the ramp. */
export function LoadChart({ model, title, fileName }: LoadChartProps) {
  const [index, setIndex] = useState<number | null>(null);
  const { measured, lines, levels, show, y } = model;
  const level = index === null ? undefined : levels[index];
  return (
    <ReadChart
      legendLine={{
        head: level?.name ?? null,
        items: measured.map(({ key, name, color, width, dash }, at) => ({
          key,
          name,
          color,
          width,
          dash,
          reading: {
            text: level === undefined ? null : readingOf(level.values[at], show),
            widest: readingOf(extent(levels.map(({ values }) => values[at] ?? null)).high, show),
          },
        })),
      }}
      unit={model.unit}
      name={title}
      title={title}
      fileName={fileName}
      data={model.data}
      legend={model.dots.length === 0 ? lines : [...measured, ...lines]}
    >
      {(size) =>
        y === null ? (
          <ChartMessage>The source has no values over time.</ChartMessage>
        ) : (
          <LoadPlot model={model} y={y} size={size} index={index} onIndex={setIndex} />
        )
      }
    </ReadChart>
  );
}

function readingOf(value: number | null | undefined, show: (value: number) => string): string {
  return value === null || value === undefined ? "-" : show(value);
}

interface LoadPlotProps {
  model: LoadChartModel;
  y: Axis;
  size: Size;
  index: number | null;
  onIndex: (index: number | null) => void;
}

function LoadPlot({ model, y: yAxis, size, index, onIndex }: LoadPlotProps) {
  const { width, height } = size;
  const plot = useMemo(() => loadPlot(model, yAxis, { width, height }), [model, yAxis, width, height]);
  const { box, x, ticks, words } = plot;
  const { levels, measured, lines, rows, targets, show } = model;
  const nearest = (px: number) => {
    if (px < box.left - 10 || px > box.right + 10 || levels.length === 0) return null;
    const apart = levels.map(({ load }) => Math.abs(x(load) - px));
    return apart.indexOf(Math.min(...apart));
  };
  const looked = index === null ? undefined : levels[index];
  return (
    <>
      <PointTracker
        label="Load"
        count={levels.length}
        index={index}
        onIndex={onIndex}
        nearest={nearest}
        spoken={(at) =>
          [
            levels[at]?.name ?? "",
            ...measured.map(({ name }, line) => `${name} ${readingOf(levels[at]?.values[line], show)}`),
          ].join(", ")
        }
      >
        <XyPlot
          box={box}
          x={model.x}
          xTicks={ticks}
          y={yAxis}
          rows={rows}
          lines={lines}
          bridged
          targets={targets}
          under={model.marks.map((mark) => (
            <Band key={mark.key} mark={mark} x={x} top={box.top} height={box.bottom - box.top} />
          ))}
          marks={model.dots.map((dot) => (
            <circle
              key={dot.key}
              cx={x(dot.x)}
              cy={plot.y(dot.y)}
              r={4}
              fill={dot.color}
              stroke="var(--surface)"
              strokeWidth={1.5}
            />
          ))}
          words={<PlacedWords words={words} />}
        />
      </PointTracker>
      {looked ? <PointLine x={x(looked.load)} top={box.top} bottom={box.bottom} /> : null}
    </>
  );
}

/** Where everything is, in pixels. */
function loadPlot(model: LoadChartModel, yAxis: Axis, size: Size) {
  const box = plotBox(size, 30, 26);
  const x = xScale(model.x, box.left, box.right);
  const y = yScale(yAxis, box.top, box.bottom);
  const drawn = () =>
    model.lines.flatMap(({ points }) =>
      alongLine(
        points.map(({ load, value }) => (value === null ? null : ([x(load), y(value)] as [number, number]))),
      ),
    );
  const marks = model.marks.map(({ key, text, at, low, high }) => ({
    key,
    text,
    x: x(at ?? (low + high) / 2),
  }));
  return {
    box,
    x,
    y,
    ticks: fitTicks(model.x.ticks, x),
    words: [
      ...placeMarks(marks, box, { look: STRONG, rows: 2 }),
      ...placeTargets({ box, targets: model.targets, y, drawn }),
    ],
  };
}

interface BandProps {
  mark: LoadMark;
  x: (load: number) => number;
  top: number;
  height: number;
}

/** The interval, and in it the load itself. */
function Band({ mark, x, top, height }: BandProps) {
  const [from, to] = [x(mark.low), x(mark.high)];
  const broken = mark.tone === "break";
  return (
    <g>
      <rect
        x={from}
        y={top}
        width={Math.max(2, to - from)}
        height={height}
        fill={broken ? "var(--bad)" : "var(--shade)"}
        fillOpacity={broken ? 0.14 : 1}
      />
      {mark.at === null ? null : (
        <line
          x1={x(mark.at)}
          x2={x(mark.at)}
          y1={top}
          y2={top + height}
          stroke="var(--ink-2)"
          strokeDasharray="2 3"
        />
      )}
    </g>
  );
}
