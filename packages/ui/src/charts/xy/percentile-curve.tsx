"use client";

import { memo, useMemo, useState } from "react";
import { formatMillis } from "@headroom/core/format";
import { extent } from "../plot/axes.ts";
import { ChartMessage } from "../frame/chart-frame.tsx";
import { ReadChart } from "../frame/read-chart.tsx";
import { MAX_LINES, useSeriesChoice } from "../frame/use-series-choice.ts";
import { PointLine, PointTracker } from "./point-tracker.tsx";
import { PlacedWords } from "../plot/placed-words.tsx";
import { curveBox, curvePlot } from "./curve-plot.ts";
import type { CurveLine, CurveModel } from "./prepare-percentile-curve.ts";
import type { Axis } from "../model/time-model.ts";
import type { Size } from "../plot/use-size.ts";
import { XyPlot } from "./xy-plot.tsx";

interface PercentileCurveProps {
  model: CurveModel;
  fileName: string;
  title?: string;
}

/** Latency by percentile, with the same space for each nine. It ends where too few requests are left to measure. */
export function PercentileCurve({ model, fileName, title }: PercentileCurveProps) {
  const [index, setIndex] = useState<number | null>(null);
  const { y, rows, lines: all } = model;
  const choice = useSeriesChoice(useMemo(() => all.map(({ key }) => key), [all]));
  const { shown } = choice;
  const drawn = useMemo(
    () => ({ ...model, lines: all.filter(({ key }) => shown.has(key)) }),
    [model, all, shown],
  );
  const row = index === null ? undefined : rows[index];
  return (
    <ReadChart
      foot={
        y ? (
          <p className="mt-2 text-12 text-ink-3">
            {all.length > MAX_LINES
              ? `${model.note} ${drawn.lines.length} of ${all.length} runs are drawn. Choose them in the legend; the table and the CSV contain all of them.`
              : model.note}
          </p>
        ) : null
      }
      legendLine={{
        head: row ? row.name : null,
        choice: all.length > MAX_LINES ? choice : undefined,
        items: all.map(({ key, name, color, width, dash, position, values }) => ({
          key,
          name,
          color,
          width,
          dash,
          position,
          reading: {
            text: index === null ? null : readingOf(values[index]),
            widest: readingOf(extent(values).high),
          },
        })),
      }}
      unit="latency, ms, log scale"
      name="Percentile curve"
      title={title}
      fileName={fileName}
      data={model.data}
      legend={drawn.lines}
    >
      {(size) =>
        y ? (
          <CurvePlot model={drawn} y={y} size={size} index={index} onIndex={setIndex} />
        ) : (
          <ChartMessage>{model.note}</ChartMessage>
        )
      }
    </ReadChart>
  );
}

function readingOf(value: number | null | undefined): string {
  return value === null || value === undefined ? "-" : `${formatMillis(value)} ms`;
}

interface CurvePlotProps {
  model: CurveModel;
  y: Axis;
  size: Size;
  index: number | null;
  onIndex: (index: number | null) => void;
}

function CurvePlot({ model, y, size, index, onIndex }: CurvePlotProps) {
  const { width, height } = size;
  const plot = useMemo(() => curvePlot(model, y, curveBox({ width, height })), [model, y, width, height]);
  const { box, x } = plot;
  const nearest = (px: number) => {
    if (px < box.left - 10 || px > box.right + 10) return null;
    let best: number | null = null;
    model.rows.forEach((row, at) => {
      const before = best === null ? undefined : model.rows[best];
      if (!before || Math.abs(x(row.x) - px) < Math.abs(x(before.x) - px)) best = at;
    });
    return best;
  };
  const looked = index === null ? undefined : model.rows[index];
  return (
    <>
      <PointTracker
        label="Percentile"
        count={model.rows.length}
        index={index}
        onIndex={onIndex}
        nearest={nearest}
        spoken={(at) =>
          [
            model.rows[at]?.name ?? "",
            ...model.lines.map(({ name, values }) => `${name} ${readingOf(values[at])}`),
          ].join(", ")
        }
      >
        <CurveLines model={model} y={y} plot={plot} />
      </PointTracker>
      {looked ? <PointLine x={x(looked.x)} top={box.top} bottom={box.bottom} /> : null}
    </>
  );
}

interface CurveLinesProps {
  model: CurveModel;
  y: Axis;
  plot: ReturnType<typeof curvePlot>;
}

const CurveLines = memo(function CurveLines({ model, y, plot }: CurveLinesProps) {
  return (
    <XyPlot
      box={plot.box}
      x={model.x}
      xTicks={plot.xTicks}
      y={y}
      rows={model.rows.map(({ x }, index) => ({
        x,
        values: model.lines.map(({ values }) => values[index] ?? null),
      }))}
      lines={model.lines}
      bridged
      gridX
      targets={model.targets}
      marks={plot.dots.map(({ key, ...dot }) => (
        <Dot key={key} {...dot} />
      ))}
      words={<PlacedWords words={plot.words} />}
    />
  );
});

function Dot({ line, x, y }: { line: CurveLine; x: number; y: number }) {
  const hollow = line.position === 0;
  return (
    <circle
      cx={x}
      cy={y}
      r="4"
      fill={hollow ? "var(--surface)" : line.color}
      stroke={hollow ? line.color : "var(--surface)"}
      strokeWidth={hollow ? 2 : 1.5}
    />
  );
}
