"use client";

import { useMemo, useState } from "react";
import type { RunGauge } from "@headroom/contract";
import { Checkbox } from "@headroom/ui";
import { prepareGaugeAxes, TimeCharts } from "@headroom/ui/charts";
import { firstAxes } from "./first-axes.ts";
import type { GaugeAxesChoice } from "./first-axes.ts";
import { gaugeAround } from "./timeline-input.ts";

/** More lines of one axis can't be told from each other. */
const MOST = 4;

export interface GaugeAxesProps {
  run: { startedAt: string; endedAt: string };
  gauges: readonly RunGauge[];
  meanwhile: Parameters<typeof firstAxes>[1];
  fileName: string;
  title: string;
}

/** Several gauges in one chart with two axes, also before and after the run. */
export function GaugeAxes({ run, gauges, meanwhile, fileName, title }: GaugeAxesProps) {
  const [chosen, setChosen] = useState<GaugeAxesChoice | null>(null);
  const shown = useMemo(() => chosen ?? firstAxes(gauges, meanwhile), [chosen, gauges, meanwhile]);
  const model = useMemo(() => {
    const drawn = (names: readonly string[]) =>
      gauges.filter(({ name }) => names.includes(name)).map((gauge) => gaugeAround(gauge, run.startedAt));
    const lengthSeconds = (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1_000;
    return prepareGaugeAxes({ lengthSeconds, left: drawn(shown.left), right: drawn(shown.right) });
  }, [gauges, shown, run]);
  /** A gauge is on one axis at a time. */
  const choose = (axis: keyof GaugeAxesChoice, name: string, isShown: boolean) => {
    const without = {
      left: shown.left.filter((one) => one !== name),
      right: shown.right.filter((one) => one !== name),
    };
    setChosen(isShown ? { ...without, [axis]: [...without[axis], name] } : without);
  };
  const isEmpty = shown.left.length + shown.right.length === 0;
  return (
    <div className="flex min-w-0 flex-col gap-2 px-4 py-3 wide:px-5">
      {(["left", "right"] as const).map((axis) => (
        <fieldset key={axis} className="flex flex-wrap items-center gap-x-5">
          <legend className="float-left mr-5 text-13 text-ink-2">
            {axis === "left" ? "Left axis" : "Right axis (dashed)"}
          </legend>
          {gauges.map(({ name, unit }) => (
            <Checkbox
              key={name}
              label={<bdi>{unit === null ? name : `${name}, ${unit}`}</bdi>}
              checked={shown[axis].includes(name)}
              disabled={!shown[axis].includes(name) && shown[axis].length >= MOST}
              onChange={(isShown) => choose(axis, name, isShown)}
            />
          ))}
        </fieldset>
      ))}
      {isEmpty ? (
        <p className="text-13 text-ink-2">Choose a gauge to draw it.</p>
      ) : (
        <TimeCharts model={model} fileName={fileName} title={title} />
      )}
    </div>
  );
}
