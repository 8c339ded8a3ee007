import { formatPercent } from "@headroom/core/format";
import type { TimeModel, WallClock } from "../model/time-model.ts";
import { zeroAxis } from "../plot/axes.ts";
import { pointText } from "./prepare-timeline.ts";
import { gapsOf } from "./time-grid.ts";

export interface LabelMixInput {
  clock: WallClock;
  spanSeconds: number;
  pointSeconds: number;
  labels: readonly string[];
  /** Shares in the order of the labels, from 0 to 1. */
  points: readonly { offsetSeconds: number; shares: readonly number[] }[];
  /** Until when anything can be known. */
  knownSeconds: number;
}

/** The share of each label as a day goes on. */
export function prepareLabelMix(input: LabelMixInput): TimeModel {
  const { pointSeconds, spanSeconds, labels, knownSeconds } = input;
  const count = Math.max(1, Math.ceil(spanSeconds / pointSeconds));
  const points = Array.from({ length: count }, (_, index) => {
    const fromSeconds = index * pointSeconds;
    return { at: fromSeconds + pointSeconds / 2, fromSeconds };
  });
  const byIndex = new Map(
    input.points.map((one) => [Math.floor(one.offsetSeconds / pointSeconds), one.shares]),
  );
  const first = Math.min(...byIndex.keys(), count);
  const isMissing = (index: number) =>
    index >= first && (index + 1) * pointSeconds <= knownSeconds && !byIndex.has(index);
  const lines = labels.map((name, place) => ({
    series: name,
    name,
    color: `var(--s${place + 1})`,
    width: 1.7,
    values: points.map((_, index) => {
      const share = byIndex.get(index)?.[place];
      return share === undefined ? null : share * 100;
    }),
  }));
  const show = (value: number) => formatPercent(value / 100);
  return {
    clock: input.clock,
    points,
    pointSeconds,
    time: [0, spanSeconds],
    gaps: gapsOf(points, isMissing, pointSeconds, spanSeconds),
    shades: [],
    events: [],
    comments: [],
    steady: null,
    panels: [
      {
        key: "label-mix",
        name: "Label mix",
        unit: "share of requests, %",
        axis: zeroAxis(lines.flatMap(({ values }) => values)),
        lines,
        targets: [],
        columns: lines.map(({ name, values }) => ({ head: name, field: `${name}_percent`, values, show })),
        nameEnds: true,
        size: "middle",
      },
    ],
    legend: lines.map(({ values, ...line }) => ({ ...line, readings: [{ values, show }] })),
    spoken: lines
      .slice(0, 4)
      .map(({ name, values }) => ({ values, say: (value) => `${name} ${show(value)}` })),
    pointText: pointText(pointSeconds),
  };
}
