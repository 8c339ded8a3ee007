"use client";

import type { PeakDayView } from "@headroom/contract";
import { memberPlace } from "../addresses.ts";
import type { PeakDayPlace } from "../addresses.ts";
import { WallControls } from "./wall-controls.tsx";
import { WallDay } from "./wall-day.tsx";
import "./wall.css";
import { MINUTE_MILLIS, SECOND_MILLIS } from "@headroom/core";
import { useRouter } from "next/navigation";
import { useEffect, useCallback, useRef, useState } from "react";
import { isPageThere } from "./page-there.ts";

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

const ASK_MILLIS = 10 * MINUTE_MILLIS;

/** Renders the page again from time to time. */
function useAskingAgain(isWanted: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isWanted) return;
    const ask = async () => {
      // Otherwise the router would leave for the browser's own page of an error, and nobody would come to leave that again.
      if (await isPageThere()) router.refresh();
    };
    const asking = setInterval(() => void ask(), ASK_MILLIS);
    return () => clearInterval(asking);
  }, [isWanted, router]);
}

/** Asks the system not to turn the screen off. It forgets that whenever the page is hidden. */
function useScreenOn(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const ask = async () => {
      if (document.visibilityState === "hidden" || !("wakeLock" in navigator)) return;
      try {
        lock = await navigator.wakeLock.request("screen");
        if (isOver) await lock.release();
      } catch {
        // The battery is low, or the browser doesn't allow it.
      }
    };
    const onVisible = () => void ask();
    onVisible();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", onVisible);
      void lock?.release();
    };
  }, []);
}

/** The server's clock, ticking every second. The screen's own may be wrong. */
function useWallClock(rendered: string): { nowMillis: number; onHeard: (at: string) => void } {
  const [start] = useState(() => Date.parse(rendered));
  const [nowMillis, setNow] = useState(start);
  const ahead = useRef<number | null>(null);
  const onHeard = useCallback((at: string) => {
    ahead.current = Date.parse(at) - Date.now();
  }, []);
  useEffect(() => {
    const first = start - Date.now();
    const tick = () => setNow(Date.now() + (ahead.current ?? first));
    const ticking = setInterval(tick, SECOND_MILLIS);
    return () => clearInterval(ticking);
  }, [start]);
  return { nowMillis, onHeard };
}

/** Which of so many is shown now. */
function useTurn(count: number, seconds: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (count < 2) return;
    const turning = setInterval(() => setTurn((before) => before + 1), seconds * SECOND_MILLIS);
    return () => clearInterval(turning);
  }, [count, seconds]);
  return count === 0 ? 0 : turn % count;
}
