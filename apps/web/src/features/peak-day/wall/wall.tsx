"use client";

import type { PeakDayView } from "@headroom/contract";
import { memberPlace } from "../addresses.ts";
import type { PeakDayPlace } from "../addresses.ts";
import { useAskingAgain } from "./use-asking-again.ts";
import { useScreenOn } from "./use-screen-on.ts";
import { useTurn, useWallClock } from "./use-wall-clock.ts";
import { WallControls } from "./wall-controls.tsx";
import { WallDay } from "./wall-day.tsx";
import "./wall.css";

interface WallProps {
  days: readonly PeakDayView[];
  /** The server's time. */
  now: string;
  /** How long each day is shown. */
  seconds: number;
  /** Where people go who leave. */
  home: string;
  /** A guest sees one day, in the place of the link. */
  guestPlace?: PeakDayPlace;
  /** Asks again from time to time which days to show. */
  asksAgain?: boolean;
}

/** Peak days on a screen that many people see and nobody touches, one after the other. */
export function Wall({ days, now, seconds, home, guestPlace, asksAgain = false }: WallProps) {
  const { nowMillis, onHeard } = useWallClock(now);
  const turn = useTurn(days.length, seconds);
  const next = days.length === 0 ? 0 : (turn + 1) % days.length;
  useScreenOn();
  useAskingAgain(asksAgain);
  return (
    <WallControls home={home}>
      {days.length === 0 ? (
        <h1 className="wall-lead m-auto font-semibold">No peak day is running or planned.</h1>
      ) : null}
      {days.map((view, at) =>
        at === turn || at === next ? (
          <WallDay
            key={view.peakDay.id}
            view={view}
            place={guestPlace ?? memberPlace(view.peakDay.id)}
            isShown={at === turn}
            nowMillis={nowMillis}
            onHeard={onHeard}
            turn={days.length === 1 ? null : `${at + 1} of ${days.length}`}
          />
        ) : null,
      )}
    </WallControls>
  );
}
