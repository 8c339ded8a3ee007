"use client";

import { memo } from "react";
import type { ChangeState } from "../../components/status/change-pill.tsx";
import { CHANGE_WORDS } from "../../components/status/change-pill.tsx";
import { xScale } from "../plot/axes.ts";
import { ChartFrame } from "../frame/chart-frame.tsx";
import {
  groupHeadHeight,
  INTERVALS_FOOT,
  INTERVALS_HEAD,
  intervalRowHeight,
  intervalsHeight,
} from "../frame/interval-heights.ts";
import { fittingTicks } from "./prepare-intervals.ts";
import type { DrawnInterval, IntervalModel } from "./prepare-intervals.ts";

interface IntervalChartProps {
  model: IntervalModel;
  fileName: string;
  title?: string;
}

const NAME_SHARE = 0.3;
const MAX_NAME = 190;
const TEXT_ROOM = 96;
const MIN_TICK = 44;

/** How certain each change is: a dot with its interval, and in grey the changes too small to detect. */
export function IntervalChart({ model, fileName, title }: IntervalChartProps) {
  const height = intervalsHeight(model.groups);
  return (
    <ChartFrame
      unit="change, log scale"
      name="Intervals"
      title={title}
      fileName={fileName}
      heightClassName="shrink-0"
      height={height}
      data={model.data}
      file={model.file}
    >
      {({ width }) => <Intervals model={model} width={width} height={height} />}
    </ChartFrame>
  );
}

const TINTS: Record<ChangeState, string> = {
  improved: "var(--good)",
  regressed: "var(--bad)",
  same: "var(--neutral)",
  noisy: "var(--neutral)",
  differs: "var(--unsure)",
  "not-tested": "var(--neutral)",
  "not-comparable": "var(--neutral)",
  pending: "var(--neutral)",
};

interface IntervalsProps {
  model: IntervalModel;
  width: number;
  height: number;
}

const Intervals = memo(function Intervals({ model, width, height }: IntervalsProps) {
  const left = Math.min(MAX_NAME, width * NAME_SHARE);
  const right = width - TEXT_ROOM - 8;
  const x = xScale(model.axis, left, right);
  const bottom = height - INTERVALS_FOOT;
  const heads = model.groups.map(
    (_, group) => intervalsHeight(model.groups.slice(0, group)) - INTERVALS_FOOT,
  );
  return (
    <svg width={width} height={height} role="img" aria-label={model.spoken} className="block">
      <SideNames {...model.sides} from={left} to={right} />
      {fittingTicks(model.axis.ticks, x, MIN_TICK).map(({ value, label, side }) => (
        <g key={value} fontSize="11" fill="var(--ink-3)" textAnchor="middle">
          <path
            d={`M${x(value)} ${INTERVALS_HEAD}V${bottom}`}
            stroke={value === 1 ? "var(--ink)" : "var(--grid)"}
            strokeWidth={value === 1 ? 1.6 : 1}
          />
          <text x={x(value)} y={bottom + 16}>
            {label}
          </text>
          {side === null ? null : (
            <text x={x(value)} y={bottom + 30}>
              {side}
            </text>
          )}
        </g>
      ))}
      {model.groups.map((one, group) => {
        const { key, title, rows } = one;
        const head = heads[group] ?? 0;
        const step = intervalRowHeight(one);
        return (
          <g key={key}>
            <text x="0" y={head + 17} fontSize="12" fontWeight={600} fill="var(--ink)">
              {title}
            </text>
            {rows.map((row, index) => (
              <Row
                key={row.key}
                row={row}
                y={head + groupHeadHeight(one) + index * step + step / 2}
                x={x}
                left={left}
                right={right}
              />
            ))}
          </g>
        );
      })}
    </svg>
  );
});

/** Named also where no change is drawn on one of them. */
function SideNames({ left, right, from, to }: IntervalModel["sides"] & { from: number; to: number }) {
  return (
    <g fontSize="11" fontWeight={600} fill="var(--ink-2)">
      <text x={from} y={12}>
        {`\u2190 ${left}`}
      </text>
      <text x={to} y={12} textAnchor="end">
        {`${right} \u2192`}
      </text>
    </g>
  );
}

interface RowProps {
  row: DrawnInterval;
  y: number;
  x: (value: number) => number;
  left: number;
  right: number;
}

const NAME_LETTER = 6.4;

function Row({ row, y, x, left, right }: RowProps) {
  const { name, detail, state, at, from, to, block, text } = row;
  const tint = TINTS[state];
  const most = Math.max(4, Math.floor((left - 10) / NAME_LETTER));
  return (
    <g className="plot-words">
      <title>{`${name}: ${text}, ${CHANGE_WORDS[state]}`}</title>
      <text x="0" y={detail === null ? y + 4 : y - 3} fontSize="12" fill="var(--ink-2)">
        {name.length > most ? `${name.slice(0, most - 1)}\u2026` : name}
      </text>
      {detail === null ? null : (
        <text x="0" y={y + 11} fontSize="11" fill="var(--ink-3)">
          {detail}
        </text>
      )}
      {block ? (
        <rect
          x={x(block[0])}
          y={y - 8}
          width={Math.max(2, x(block[1]) - x(block[0]))}
          height="16"
          fill="var(--line-strong)"
        />
      ) : null}
      {from !== null && to !== null ? (
        <rect
          x={x(from) - 3}
          y={y - 4}
          width={Math.max(6, x(to) - x(from) + 6)}
          height="8"
          rx="4"
          fill={tint}
          fillOpacity="0.35"
        />
      ) : null}
      {at === null ? null : <circle cx={x(at)} cy={y} r="4" fill={tint} stroke="var(--surface)" />}
      <text
        x={right + 8 + TEXT_ROOM}
        y={y + 4}
        textAnchor="end"
        fontSize="12"
        fontWeight={at === null ? 400 : 600}
        fill={at === null ? "var(--ink-3)" : "var(--ink)"}
      >
        {text}
      </text>
    </g>
  );
}
