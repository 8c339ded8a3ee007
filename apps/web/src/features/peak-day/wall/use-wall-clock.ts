import { SECOND_MILLIS } from "@headroom/core";
import { useCallback, useEffect, useRef, useState } from "react";

/** The server's clock, ticking every second. The screen's own may be wrong. */
export function useWallClock(rendered: string): { nowMillis: number; onHeard: (at: string) => void } {
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
export function useTurn(count: number, seconds: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (count < 2) return;
    const turning = setInterval(() => setTurn((before) => before + 1), seconds * SECOND_MILLIS);
    return () => clearInterval(turning);
  }, [count, seconds]);
  return count === 0 ? 0 : turn % count;
}
