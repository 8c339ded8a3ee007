"use client";

import { RunDot } from "../../components/status/run-dot.tsx";
import { extent } from "../plot/axes.ts";
import { useSight } from "./crosshair.ts";
import type { Crosshair } from "./crosshair.ts";
import { nearestIndex } from "../plot/plot-box.ts";
import { LegendChoice } from "../frame/legend-choice.tsx";
import { momentText } from "./moment-text.ts";
import { Reading } from "../frame/reading.tsx";
import type { SeriesChoice } from "../frame/use-series-choice.ts";
import type { LegendEntry, TimeModel } from "../model/time-model.ts";

interface TimeReadoutProps {
  crosshair: Crosshair;
  model: TimeModel;
  /** Which series are drawn, where one can choose. */
  choice?: SeriesChoice | undefined;
}

/** The legend, which also shows the values under the crosshair, so that nothing covers the data. */
export function TimeReadout({ crosshair, model, choice }: TimeReadoutProps) {
  const at = useSight(crosshair, "at");
  const mark = useSight(crosshair, "mark");
  const index = at === null ? null : nearestIndex(model.points, at);
  const say = momentText(model);
  const point = index === null ? undefined : model.points[index];
  const happened = point
    ? model.events.filter(
        ({ atSeconds }) =>
          atSeconds >= point.fromSeconds && atSeconds < point.fromSeconds + model.pointSeconds,
      )
    : [];
  return (
    <div className="relative flex min-h-9 flex-wrap content-center items-center gap-x-4 gap-y-1 text-12 text-ink-2 wide:min-h-5">
      <Reading
        className="order-last ml-auto"
        text={mark ? `${say(mark[0])}–${say(mark[1])}` : point ? say(point.fromSeconds) : null}
        widest={say(model.time[1])}
      />
      {model.legend.map((entry) => (
        <Entry key={entry.series} entry={entry} index={point ? index : null} choice={choice} />
      ))}
      {happened.length > 0 ? (
        <span className="absolute bottom-0 left-0 max-w-full truncate bg-surface pr-3 text-ink wide:max-w-1/2">
          {happened.map(({ text }) => text).join(", ")}
        </span>
      ) : null}
    </div>
  );
}

interface EntryProps {
  entry: LegendEntry;
  index: number | null;
  choice: TimeReadoutProps["choice"];
}

function Entry({ entry, index, choice }: EntryProps) {
  const { series, name, position, color, width, dash } = entry;
  const shown = choice?.shown.has(series) ?? true;
  const content = (
    <>
      {position === undefined ? (
        <span
          aria-hidden="true"
          className="mr-1.5 inline-block w-3.5 flex-none"
          style={{ borderTop: `${width}px ${dash ? "dashed" : "solid"} ${color}` }}
        />
      ) : (
        <RunDot position={position} className="mr-1.5" />
      )}
      <span className="max-w-[24ch] truncate" title={name}>
        {name}
      </span>
      {shown ? (
        <Reading
          className="ml-1.5"
          text={index === null ? null : readingsAt(entry, index)}
          widest={widestOf(entry)}
        />
      ) : null}
    </>
  );
  if (!choice) return <span className="inline-flex items-center whitespace-nowrap">{content}</span>;
  return (
    <LegendChoice series={series} choice={choice}>
      {content}
    </LegendChoice>
  );
}

function readingsAt({ readings }: LegendEntry, index: number): string {
  return readings
    .map(({ values, show }) => {
      const value = values[index] ?? null;
      return value === null ? "-" : show(value);
    })
    .join(JOIN);
}

const JOIN = " \u00b7 ";

/** Largest figures have the most digits; it need not be exact. */
function widestOf({ readings }: LegendEntry): string {
  return readings
    .map(({ values, show }) => {
      const { high } = extent(values);
      return high === null ? "-" : show(high);
    })
    .join(JOIN);
}
