import type { ListedPeakDay } from "@headroom/contract";
import { DAY_MILLIS } from "@headroom/core";

type Search = Record<string, string | string[] | undefined>;

export const WALL_SECONDS = { usual: 30, least: 5, most: 3_600 } as const;
/** Each has to come around while people still remember the others. */
const MAX_WALL_DAYS = 12;
const TOGETHER_MILLIS = DAY_MILLIS;

export interface WallChoice {
  /** Null: those that run now or start next. */
  days: string[] | null;
  /** How long each is shown. */
  seconds: number;
}

export function readWallChoice({ days, seconds }: Search): WallChoice {
  const ids = [days ?? []]
    .flat()
    .join(",")
    .split(",")
    .filter((id) => id !== "");
  const wanted = Math.round(Number([seconds].flat()[0] ?? WALL_SECONDS.usual));
  return {
    days: ids.length === 0 ? null : [...new Set(ids)].slice(0, MAX_WALL_DAYS),
    seconds: Number.isNaN(wanted)
      ? WALL_SECONDS.usual
      : Math.min(Math.max(wanted, WALL_SECONDS.least), WALL_SECONDS.most),
  };
}

type Dated = Pick<ListedPeakDay, "id" | "startsAt" | "endsAt">;

/** Those that run now; if none does, the next one and those that start within a day of it. In the order of their start. */
export function daysForWall(days: readonly Dated[], nowMillis: number): string[] {
  const startOf = ({ startsAt }: Dated) => Date.parse(startsAt);
  const ordered = days.toSorted((a, b) => startOf(a) - startOf(b));
  const running = ordered.filter((day) => startOf(day) <= nowMillis && nowMillis < Date.parse(day.endsAt));
  const coming = ordered.filter((day) => startOf(day) > nowMillis);
  const [next] = coming;
  const soon =
    next === undefined ? [] : coming.filter((day) => startOf(day) < startOf(next) + TOGETHER_MILLIS);
  return (running.length > 0 ? running : soon).slice(0, MAX_WALL_DAYS).map(({ id }) => id);
}
