import type { DayAnswer, DayFigures, SlopeForecast } from "@headroom/core";
import type { GaugeBesideLoad } from "../run/gauge-beside-load.ts";
import type { MissAnswer, ProofRunAnswer } from "./headroom.ts";
import type { CURVE_SOURCES, PeakDayAnswer, PeakDaySummary } from "./peak-day.ts";
import type { ServiceEvent } from "../live/service-event.ts";
import type { SimulatedStretch } from "../live/traffic.ts";

/** Throughput is over the seconds that are known. */
export interface PeakDayPoint extends DayFigures {
  at: string;
}

/** An earlier peak day, on this day's clock. */
export interface EarlierCurve {
  id: string;
  name: string;
  growthLow: number;
  growthHigh: number;
  stepSeconds: number;
  /** [epoch second of this day, requests a second]. What is missing is a hole. */
  points: [number, number][];
  source: "live" | (typeof CURVE_SOURCES)[number];
  /** What of it was simulated, at the time of the earlier day; null: nothing. */
  simulated: SimulatedStretch | null;
}

/** Throughput that is proven; or which experiment is missing, and why. */
export type ProvenCapacity =
  | {
      proven: true;
      throughput: number;
      /** When production itself held it, which is more than the run proved; null or missing: the run proved it. */
      heldAt?: string | null;
      experiment: { id: string; name: string };
      run: ProofRunAnswer;
      /** It ran in another environment than the one in which the peak takes place. */
      elsewhere: boolean;
      /** What the run missed, if it counts only because a member accepts that; null: it met every limit. */
      accepted: {
        misses: MissAnswer[];
        /** From then on, it no longer counts. */
        until: string;
      } | null;
      /** What a past peak day showed that the proof is worth; null or missing: nothing speaks against it. */
      calibration?: { factor: number; peakDay: { id: string; name: string } } | null;
    }
  | {
      proven: false;
      experiment: { id: string; name: string } | null;
      measured: number | null;
      /** Why the experiment has no proof, in a sentence. */
      detail: string | null;
    };

/** The last minute and hour that anything is known of. */
export interface PeakDayNow {
  /** The end of the newest second. */
  at: string;
  /** Over fewer than 60 seconds after a silence, and at the start of the day. */
  minute: Omit<PeakDayPoint, "at"> & { requests: number; seconds: number };
  /** Since when requests have failed, and have been slow, as they do in it, to ten seconds; null: they don't. */
  since: { errors: string | null; slow: string | null };
  /** Null: there were none. */
  hourRequests: number;
  /** Of the last minute, the worst first, up to eight. */
  labels: ({ label: string; share: number } & DayFigures)[];
  labelsTotal: number;
  /** Null: nothing was counted by label. */
  busiest: { label: string; share: number } | null;
  /** When the proven capacity is reached if it goes on like this; null: that isn't certain enough to say. */
  slope: SlopeForecast | null;
}

/** The throughput of the same weekday in usual weeks, on this day's clock: the middle of those weeks. */
export interface UsualWeekday {
  weeks: number;
  stepSeconds: number;
  /** [epoch second of this day, requests a second]. */
  points: [number, number][];
  /** What of those weeks was simulated; null: nothing. */
  simulated: SimulatedStretch | null;
  /** Whether some of those weeks were imported. Missing: the day was stored before weeks could be. */
  imported?: boolean;
}

export interface PeakDayGauge {
  name: string;
  unit: string | null;
  /** [epoch second, mean]. */
  points: [number, number][];
  /** Of the day so far. Null: its unit doesn't say what it is a share of. Missing: the day was stored before units could. */
  share?: GaugeBesideLoad["share"];
}

/** How the requests of the day are spread over labels as it goes on. */
export interface LabelMix {
  stepSeconds: number;
  /** The busiest of the day. */
  labels: string[];
  labelsTotal: number;
  points: {
    at: string;
    /** Of all labels. */
    requests: number;
    /** In the order of `labels`, from 0 to 1. */
    shares: number[];
  }[];
}

export type PeakDayUptime = NonNullable<PeakDaySummary["uptime"]>;

/** What a day is seen against. It changes slowly, so it is read less often than what happens now. */
export interface PeakDayBackground {
  earlier: EarlierCurve[];
  /** Null: fewer than two usual weeks are known. */
  usual: UsualWeekday | null;
  /** Up to twelve. */
  gauges: PeakDayGauge[];
  /** Null: nothing was counted by label. */
  mix: LabelMix | null;
  /** Null: it isn't known which requests failed. */
  uptime: PeakDayUptime | null;
  /** The strictest of the experiments that represent the peak, in milliseconds and from 0 to 1. */
  targets: { p99Ms: number | null; errorRate: number | null };
  /** Null: the day isn't over, or it isn't shown from live traffic. */
  summary: PeakDaySummary | null;
}

export interface PeakDayView extends PeakDayBackground {
  peakDay: PeakDayAnswer;
  /** When it was read. */
  now: string;
  phase: "before" | "during" | "after";
  pointSeconds: number;
  /** What its points are: live traffic, or what was imported or typed. */
  source: "live" | (typeof CURVE_SOURCES)[number];
  points: PeakDayPoint[];
  capacity: ProvenCapacity;
  /** When the capacity and the targets were those shown; null: they are those of now. */
  provenAt: string | null;
  events: ServiceEvent[];
  /** Null: nothing has arrived during the day yet, or it isn't shown from live traffic. */
  latest: PeakDayNow | null;
  /** When anything last arrived for the service. */
  heardAt: string | null;
  /** The names of sources that arrive now and aren't counted, because they can be the same requests again. */
  notCounted: string[];
  /** When series were last not counted because the service has too many; null: never. */
  leftOutAt: string | null;
  /** When a histogram last couldn't be counted: its buckets fall, or it has no bucket for all values; null: never. */
  unusableAt: string | null;
  /**
   * When data last arrived whose newest time was more than two minutes ahead of its arrival, or behind it (negative): a clock
   * is wrong, or it was sent late. More than 600 s ahead or a day behind, it was refused. Null: never, or what was sent late has
   * caught up. `partly`: other data had arrived in time.
   */
  offClock: { at: string; aheadSeconds: number; partly: boolean } | null;
  /** The part of the day in which live traffic was simulated; null: none, or it isn't shown from live traffic. */
  simulated: SimulatedStretch | null;
  /** Whether the day held; null: it isn't over, or that is being worked out. */
  answer: DayAnswer | null;
  /** Of the whole day so far. */
  total: {
    requests: number;
    errors: number | null;
    /** Of some requests it isn't known whether they failed. */
    errorsAtLeast?: true | undefined;
    peak: { at: string; throughput: number } | null;
  };
}
