"use client";

import clsx from "clsx";
import { RunLetter } from "../components/run-letter.tsx";
import { formatClock } from "../format/duration.ts";
import { useSight } from "./crosshair.ts";
import type { Crosshair } from "./crosshair.ts";
import { nearestIndex } from "./plot-box.ts";
import type { LegendEntry, TimeModel } from "./time-model.ts";

interface TimeReadoutProps {
  crosshair: Crosshair;
  model: TimeModel;
  /** Which series are drawn, where one can choose. */
  choice?: { shown: ReadonlySet<string>; full: boolean; onToggle: (series: string) => void } | undefined;
}

/** The legend, which is also where the crosshair is read: nothing ever covers the data. */
export function TimeReadout({ crosshair, model, choice }: TimeReadoutProps) {
  const at = useSight(crosshair, "at");
  const mark = useSight(crosshair, "mark");
  const index = at === null ? null : nearestIndex(model.points, at);
  const point = index === null ? undefined : model.points[index];
  const happened = point
    ? model.events.filter(
        ({ atSeconds }) =>
          atSeconds >= point.fromSeconds && atSeconds < point.fromSeconds + model.sliceSeconds,
      )
    : [];
  return (
    <div className="flex min-h-9 flex-wrap content-center items-center gap-x-4 gap-y-1 text-12 text-ink-2 wide:min-h-5">
      {point ? (
        <b className="min-w-10 font-semibold text-ink">
          {mark ? `${formatClock(mark[0])} to ${formatClock(mark[1])}` : formatClock(point.fromSeconds)}
        </b>
      ) : null}
      {model.legend.map((entry) => (
        <Entry key={entry.series} entry={entry} index={point ? index : null} choice={choice} />
      ))}
      {happened.map(({ key, text }) => (
        <span key={key} className="max-w-full truncate text-ink" title={text}>
          {text}
        </span>
      ))}
    </div>
  );
}

interface EntryProps {
  entry: LegendEntry;
  index: number | null;
  choice: TimeReadoutProps["choice"];
}

function Entry({ entry, index, choice }: EntryProps) {
  const { series, name, position, color, width, dash, readings } = entry;
  const content = (
    <>
      {position === undefined ? (
        <span
          aria-hidden="true"
          className="mr-1.5 inline-block w-3.5 flex-none"
          style={{ borderTop: `${width}px ${dash ? "dashed" : "solid"} ${color}` }}
        />
      ) : (
        <RunLetter position={position} className="mr-1.5" />
      )}
      <span className="max-w-[24ch] truncate" title={name}>
        {name}
      </span>
      {index === null ? null : (
        <b className="ml-1.5 font-semibold text-ink">
          {readings
            .map(({ values, show }) => {
              const value = values[index] ?? null;
              return value === null ? "-" : show(value);
            })
            .join(" \u00b7 ")}
        </b>
      )}
    </>
  );
  if (!choice) return <span className="inline-flex items-center whitespace-nowrap">{content}</span>;
  const shown = choice.shown.has(series);
  return (
    <button
      type="button"
      aria-pressed={shown}
      disabled={!shown && choice.full}
      title={!shown && choice.full ? "Eight lines are drawn at once: hide one first." : undefined}
      onClick={() => choice.onToggle(series)}
      className={clsx(
        "inline-flex min-h-8 items-center whitespace-nowrap",
        !shown && "text-ink-3 line-through decoration-ink-3",
      )}
    >
      {content}
    </button>
  );
}
