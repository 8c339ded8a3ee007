"use client";

import { useEffect, useState } from "react";
import type { PeakDayView } from "@headroom/contract";
import { BrandMark } from "@headroom/ui";
import { useFeed } from "../../../feed/use-feed.ts";
import type { PeakDayPlace } from "../addresses.ts";
import { prepareWall } from "./prepare-wall.ts";
import type { WallModel } from "./prepare-wall.ts";
import { WallFigures } from "./wall-figures.tsx";
import dynamic from "next/dynamic";

export interface WallDayProps {
  view: PeakDayView;
  place: PeakDayPlace;
  /** The next day follows its feed before it is shown. */
  isShown: boolean;
  nowMillis: number;
  /** Called with the server's time. */
  onHeard: (at: string) => void;
  /** "2 of 3"; null: there is only one. */
  turn: string | null;
}

/** One peak day on the whole screen. */
export function WallDay({ view: rendered, place, isShown, nowMillis, onHeard, turn }: WallDayProps) {
  const { view, link } = useFeed(rendered, rendered.phase === "after" ? null : place.feed);
  const isHeard = view !== rendered;
  useEffect(() => {
    if (isHeard) onHeard(view.now);
  }, [isHeard, view.now, onHeard]);
  const drawn = useDrawn(view);
  if (!isShown) return null;
  const model = prepareWall(view, { link, nowMillis });
  return (
    <>
      <Top model={model} turn={turn} />
      <Words model={model} />
      {link === "over" ? null : (
        <>
          <WallFigures figures={model.figures} isOld={model.alarm !== null} />
          {model.note === null ? null : <p className="wall-small text-unsure">{model.note}</p>}
          <WallChart view={drawn} isOld={model.alarm !== null} />
        </>
      )}
    </>
  );
}

const DRAWN_EVERY_MILLIS = 10_000;

/** On a chart of a whole day nobody sees a second, so it isn't drawn every second. */
function useDrawn(view: PeakDayView): PeakDayView {
  const [drawn, setDrawn] = useState(view);
  const isDue =
    drawn.phase !== view.phase ||
    drawn.peakDay.version !== view.peakDay.version ||
    Math.abs(Date.parse(view.now) - Date.parse(drawn.now)) >= DRAWN_EVERY_MILLIS;
  if (isDue) setDrawn(view);
  return isDue ? view : drawn;
}

function Top({ model, turn }: { model: WallModel; turn: string | null }) {
  const { name, service, clock, state } = model;
  return (
    <header className="flex items-center gap-[1.4em] whitespace-nowrap">
      <span className="wall-mark flex">
        <BrandMark />
      </span>
      <p className="wall-name min-w-0 truncate font-semibold">
        <bdi>{name}</bdi>
        <bdi className="ml-[0.6em] font-normal text-ink-2">{service}</bdi>
      </p>
      <p
        className="wall-small rounded-md px-[0.7em] py-[0.25em] font-semibold"
        style={{ color: `var(--${state.tone})`, background: `var(--${state.tone}-soft)` }}
      >
        {state.text}
      </p>
      <p className="wall-clock ml-auto tabular-nums">{clock}</p>
      {turn === null ? null : <p className="wall-small text-ink-2">{turn}</p>}
    </header>
  );
}

const LONG_LEAD = 44;

function Words({ model: { alarm, lead, rest, ahead } }: { model: WallModel }) {
  if (alarm !== null)
    return (
      <div
        role="alert"
        className="flex flex-1 flex-col justify-center rounded-sheet bg-bad-soft px-[2em] py-[0.8em]"
      >
        <h1 className="wall-alarm font-bold text-bad">{alarm.title}</h1>
        <p className="wall-rest mt-[0.3em]">{alarm.text}</p>
      </div>
    );
  return (
    <div className="flex items-center justify-between gap-[3em]">
      <h1 className="min-w-0 font-semibold text-balance">
        <span className="wall-lead line-clamp-3" data-long={lead.length > LONG_LEAD}>
          {lead}
        </span>
        {rest === "" ? null : (
          <span className="wall-rest mt-[0.25em] line-clamp-2 font-normal text-ink-2">{rest}</span>
        )}
      </h1>
      {ahead === null ? null : (
        <div className="shrink-0 border-l-4 border-unsure pl-[1.6em] text-right">
          <p className="wall-small text-ink-2">{ahead.label}</p>
          <p className="wall-ahead font-bold tabular-nums">
            {ahead.value}
            <span className="wall-unit ml-[0.2em] font-normal text-ink-2">{ahead.unit}</span>
          </p>
          {ahead.note === "" ? null : <p className="wall-small text-ink-2">{ahead.note}</p>}
        </div>
      )}
    </div>
  );
}

const WallDrawing = dynamic(() => import("./wall-drawing.tsx").then((module) => module.WallDrawing), {
  ssr: false,
});

function WallChart({ view, isOld }: { view: PeakDayView; isOld: boolean }) {
  return (
    <div
      className={`wall-chart relative min-h-0 flex-[3] rounded-sheet border border-line bg-surface ${isOld ? "opacity-50" : ""}`}
    >
      <WallDrawing view={view} />
    </div>
  );
}
