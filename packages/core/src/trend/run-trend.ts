import type { ChangePoint } from "./change-points.ts";
import { findTrend } from "./find-trend.ts";
import type { TrendFindings } from "./find-trend.ts";
import { groupByHour } from "./same-hour.ts";
import { medianOf } from "./scores.ts";
import { MIN_RUNS } from "./split.ts";

/** A run with a value, as its trend sees it. */
export interface TrendValue {
  /** Milliseconds since 1970. */
  at: number;
  value: number;
  /** The run was kept from live traffic: nobody controlled its load, and it differs by the time of day. */
  liveTraffic: boolean;
}

/** Runs that have one level as long as nothing changes, and what changed among them. */
export interface TrendGroup extends TrendFindings {
  /** Their places among all runs; the findings count among these. */
  places: number[];
}

/**
 * The changes of a figure over runs. Runs kept from live traffic are compared with those of about the same time of day, and
 * not at all if the figure is what users sent. Groups of too few runs to find a change in are left out.
 */
export function findRunTrend(
  runs: readonly TrendValue[],
  { sentByUsers }: { sentByUsers: boolean },
): TrendGroup[] {
  const live = runs.flatMap(({ liveTraffic }, place) => (liveTraffic ? [place] : []));
  const tests = runs.flatMap(({ liveTraffic }, place) => (liveTraffic ? [] : [place]));
  const hours = sentByUsers ? [] : groupByHour(live.map((place) => runs[place]?.at ?? 0));
  const groups = [tests, ...hours.map((group) => group.flatMap((at) => live[at] ?? []))];
  return groups
    .filter(({ length }) => length >= 2 * MIN_RUNS)
    .map((places) => {
      const own = places.flatMap((place) => runs[place] ?? []);
      return {
        places,
        ...(places === tests ? findTrend(own.map(({ value }) => value)) : findLiveTrend(own)),
      };
    });
}

/** Of live traffic at about the same time of day. A difference between days of the week isn't a change. */
export function findLiveTrend(runs: readonly Pick<TrendValue, "at" | "value">[]): TrendFindings {
  const { steps, drifts } = findTrend(runs.map(({ value }) => value));
  const places = [0, ...steps.map(({ index }) => index), runs.length];
  const isChange = ({ before, after }: ChangePoint, at: number) => {
    const sides = [
      runs.slice(places[at], places[at + 1]),
      runs.slice(places[at + 1], places[at + 2]),
    ] as const;
    const days = sides.map((side) => new Set(side.map(dayOf)));
    const both = (run: Pick<TrendValue, "at">) => days.every((own) => own.has(dayOf(run)));
    const [one, other] = sides.map((side) => side.filter(both).map(({ value }) => value));
    if (one === undefined || other === undefined || one.length === 0 || other.length === 0) return false;
    return Math.sign(medianOf(other) - medianOf(one)) === Math.sign(after - before);
  };
  return { steps: steps.filter(isChange), drifts };
}

/** Of the week. By UTC: at one time of day, that tells days apart anywhere. */
function dayOf({ at }: Pick<TrendValue, "at">): number {
  return new Date(at).getUTCDay();
}
