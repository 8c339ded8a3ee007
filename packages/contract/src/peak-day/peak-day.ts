import { z } from "zod";
import { CURVE_UNITS, DAY_ALERT_STATES, DAY_SECONDS } from "@headroom/core";
import { moment } from "../run/moment.ts";
import { startedFrom } from "../run/started-from.ts";
import { lineOfText, optionalLine, optionalText } from "../text.ts";

const MAX_NOTES = 5_000;

/** By how much a day is expected to be larger than an earlier one. */
const growth = z.number().positive().max(1_000);

export const MAX_EARLIER_DAYS = 10;
export const MAX_PEAK_DAYS = 500;
/** A curve of a whole week in minutes, or of a day in tens of seconds. */
export const MAX_CURVE_POINTS = 10_080;
export const LONGEST_PEAK_DAY = 14 * DAY_SECONDS;

/** What people enter about a peak day. */
export const peakDayFields = z.strictObject({
  name: lineOfText,
  startsAt: moment,
  endsAt: moment,
  timeZone: z.string().trim().min(1).max(100),
  /** What the day is about, such as "doors open": days are laid over each other at this moment. */
  eventName: lineOfText,
  eventAt: moment,
  /** Requests a second. */
  expectedPeak: z.number().positive().max(1e12).nullable().default(null),
  /** Where the expected peak comes from. */
  expectedSource: optionalLine,
  owner: optionalLine,
  notes: optionalText(MAX_NOTES),
  earlier: z
    .array(z.strictObject({ id: z.string(), growthLow: growth, growthHigh: growth }))
    .max(MAX_EARLIER_DAYS)
    .default([]),
});
export const newPeakDay = peakDayFields.extend({ service: lineOfText });
export const changedPeakDay = peakDayFields.extend({ version: startedFrom });
export type PeakDayFields = z.output<typeof peakDayFields>;

const day = {
  id: z.string(),
  name: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  timeZone: z.string(),
  eventName: z.string(),
  eventAt: z.iso.datetime(),
};

export const CURVE_SOURCES = ["file", "typed"] as const;

/** What a file is about: the day itself, or the weeks before it, which say what is usual. */
export const CURVE_PARTS = ["day", "weeks-before"] as const;
/** How long before the day what is imported of its weeks can be. */
export const WEEKS_BEFORE = 9;
/** In what an imported p99 can be. */
export const P99_UNITS = ["s", "ms", "us"] as const;
/** What an imported series of errors can count: failed requests, or their share. */
export const ERROR_UNITS = [...CURVE_UNITS, "share", "percent"] as const;

/** The throughput of a day that was imported or typed in. */
const curveSummary = z.strictObject({
  source: z.enum(CURVE_SOURCES),
  importedAt: z.iso.datetime(),
  stepSeconds: z.int().positive(),
  points: z.int().positive(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Requests a second. */
  peak: z.number().nonnegative(),
  peakAt: z.iso.datetime(),
  /** Whether the file had them, too. */
  hasP99: z.boolean(),
  hasErrors: z.boolean(),
});
export type CurveSummary = z.infer<typeof curveSummary>;

/** The requests of a stretch against those of the same hours of usual weeks, which have no peak day in them. */
const volume = z.strictObject({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Of the hours that are known. */
  requests: z.number(),
  /** Whole hours in it. */
  hours: z.int(),
  knownHours: z.int(),
  /** Whether some of its hours were imported. */
  imported: z.boolean(),
  /** Latest first, up to four. Of each, only the hours that both have; a week with fewer than three quarters is left out. */
  weeks: z.array(
    z.strictObject({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      hours: z.int(),
      requests: z.number(),
      /** Of the stretch, in the same hours. */
      ownRequests: z.number(),
      imported: z.boolean(),
    }),
  ),
});

/** What a day came to. */
export const peakDaySummary = z.strictObject({
  requests: z.number().nonnegative(),
  /** Null: it isn't known which requests failed, or not of all of them. */
  errors: z.number().nonnegative().nullable(),
  /** Of all requests of the day. Null: not reported. */
  p99Ms: z.number().nullable(),
  /** Where p99 is only known to lie within. */
  p99Range: z.strictObject({ low: z.number(), high: z.number().nullable() }).nullable(),
  /** Of all requests of the day. Null: not reported, or the day was stored before this was kept. */
  meanMs: z.number().nullable(),
  /** The minute with the most requests, or a longer stretch where minutes are no longer kept. */
  busiest: z
    .strictObject({
      at: z.iso.datetime(),
      seconds: z.int().positive(),
      /** Requests a second. */
      throughput: z.number(),
    })
    .nullable(),
  /** The sixty minutes with the most requests. Null: the day is shorter. */
  busiestHour: z
    .strictObject({
      at: z.iso.datetime(),
      requests: z.number(),
      /** Requests a second, over all of the hour. */
      throughput: z.number(),
      /** How much of the hour has no data. Null: the day was stored before this was kept. */
      unknownSeconds: z.number().nullable(),
      /** Of all requests of the hour. Null: not reported, or the day was stored before this was kept. */
      p99Ms: z.number().nullable(),
      /** Where p99 is only known to lie within. */
      p99Range: z.strictObject({ low: z.number(), high: z.number().nullable() }).nullable(),
      meanMs: z.number().nullable(),
    })
    .nullable(),
  /** In whole minutes, or longer stretches of a long day. Null: it isn't known which requests failed. */
  uptime: z
    .strictObject({
      /** Most requests were answered without an error. */
      upSeconds: z.number(),
      /** Most requests failed. */
      downSeconds: z.number(),
      /** Nothing was reported, so nobody knows. */
      unknownSeconds: z.number(),
    })
    .nullable(),
  /** Null: nothing was counted by label. */
  busiestLabel: z.strictObject({ label: z.string(), share: z.number() }).nullable(),
  /** The busiest minute as a share of the proven capacity. Null: not proven. */
  ofProven: z.number().nullable(),
  /** The peak as a multiple of that of the latest earlier day, both in points of the same length. */
  timesEarlier: z
    .strictObject({
      id: z.string(),
      name: z.string(),
      times: z.number(),
      /** The peak of the earlier day, in requests a second. */
      earlierPeak: z.number(),
      pointSeconds: z.number().positive(),
    })
    .nullable(),
  /** Null: the day was stored before this was kept. */
  volume: z
    .strictObject({
      /** Of the day. Null: it is shorter than an hour. */
      window: volume.nullable(),
      /** Of the seven days that end with it. Null: it is as long as that itself. */
      week: volume.nullable(),
      /**
       * What was usual before it, against what was usual before its latest earlier day of about a year ago or more. Null: not all of
       * that is known. Missing: the day was stored before this was kept.
       */
      yearBefore: z
        .strictObject({
          earlier: z.strictObject({ id: z.string(), name: z.string(), startsAt: z.iso.datetime() }),
          /** "Saturday", of the hours of the day, or "week" if the two days are on different weekdays or begin at different times. */
          usual: z.string(),
          /** Requests a second. */
          before: z.number(),
          now: z.number(),
          imported: z.boolean(),
        })
        .nullable()
        .optional(),
    })
    .nullable(),
});
export type PeakDaySummary = z.infer<typeof peakDaySummary>;

/** Of a summary, what a report says of a day. */
export const dayFigures = peakDaySummary.pick({ busiestHour: true, volume: true });

/** A day that is over, as it was stored once no more traffic of it could arrive. */
const frozenDay = z.strictObject({
  at: z.iso.datetime(),
  /** The stretch that it holds: another one than the day's if its times were changed after its traffic was removed. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  summary: peakDaySummary,
});

export const peakDayAnswer = z.strictObject({
  ...day,
  service: z.strictObject({ slug: z.string(), name: z.string() }),
  expectedPeak: z.number().nullable(),
  expectedSource: z.string().nullable(),
  owner: z.string().nullable(),
  notes: z.string().nullable(),
  /** Latest first. */
  earlier: z.array(z.strictObject({ ...day, growthLow: z.number(), growthHigh: z.number() })),
  /** Null: it shows the service's live traffic. */
  curve: curveSummary.nullable(),
  /** The throughput of the weeks before it. Null: not imported. */
  weeksBefore: curveSummary.nullable(),
  /** Null: it isn't over, or more of its traffic can arrive, or it doesn't show live traffic. */
  frozen: frozenDay.nullable(),
  version: z.int().positive(),
  updatedAt: z.iso.datetime(),
  url: z.string(),
});
export type PeakDayAnswer = z.infer<typeof peakDayAnswer>;

export const listedPeakDay = z.strictObject({
  ...day,
  service: z.strictObject({ slug: z.string(), name: z.string() }),
  /** As entered. */
  expectedPeak: z.number().nullable(),
  /** Where none was entered: what growth over its newest earlier day comes to. Null: it isn't known, or the day is over. */
  growthPeak: z.number().nullable(),
  /** Whether its throughput was imported or typed in. */
  hasCurve: z.boolean(),
  /** What its page leads with while the day runs, and how bad that is (null: unknown); null: it doesn't run. */
  headline: z
    .strictObject({ lead: z.string(), rest: z.string(), state: z.enum(DAY_ALERT_STATES).nullable() })
    .nullable(),
  url: z.string(),
});
export const peakDayList = z.strictObject({ peakDays: z.array(listedPeakDay) });
export type ListedPeakDay = z.infer<typeof listedPeakDay>;

/** What was understood of a file that is to be the throughput of a peak day. */
export const curvePreview = z.strictObject({
  format: z.string(),
  series: z.array(z.strictObject({ name: z.string(), unit: z.string().nullable(), values: z.int() })),
  /** Null: there are several, and none was chosen. */
  chosen: z.string().nullable(),
  /** Null: the file doesn't say it, and nobody has. */
  unit: z.enum(CURVE_UNITS).nullable(),
  /** The highest value under each unit, in requests a second. */
  units: z.array(z.strictObject({ unit: z.enum(CURVE_UNITS), peak: z.number() })),
  /** Null: something has to be chosen first. */
  figures: z
    .strictObject({
      /** Between two values of the file. */
      stepSeconds: z.int().positive(),
      /** Between two points that are kept. */
      keptSeconds: z.int().positive(),
      points: z.int().nonnegative(),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      peak: z.number(),
      peakAt: z.iso.datetime(),
      requests: z.number(),
      holes: z.strictObject({
        count: z.int(),
        seconds: z.number(),
        first: z.array(z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime() })),
      }),
      /** [epoch second, requests a second], for a chart. */
      drawn: z.array(z.tuple([z.number(), z.number()])),
      drawnSeconds: z.int().positive(),
    })
    .nullable(),
  /** Null: none was chosen, or something has to be said about it first. */
  p99: z
    .strictObject({ stepSeconds: z.int().positive(), points: z.int().nonnegative(), highestMs: z.number() })
    .nullable(),
  errors: z.strictObject({ points: z.int().nonnegative(), failed: z.number() }).nullable(),
  /** What will be left out or changed. */
  notes: z.array(z.string()),
  /** What has to be chosen or put right before it can be used. */
  problems: z.array(
    z.strictObject({
      /** The parameter that is missing; null: the file has to be changed. */
      field: z.enum(["series", "unit", "p99Unit", "errorsUnit"]).nullable(),
      message: z.string(),
    }),
  ),
});
export type CurvePreview = z.infer<typeof curvePreview>;

/** The parameters of `POST /v1/peak-days/{id}/curve`. */
export const curveParameters = z.strictObject({
  series: z.string().max(1_000).optional(),
  unit: z.enum(CURVE_UNITS).optional(),
  of: z.enum(CURVE_PARTS).default("day"),
  /** The series with p99. */
  p99: z.string().max(1_000).optional(),
  p99Unit: z.enum(P99_UNITS).optional(),
  /** The series with failed requests, or their share. */
  errors: z.string().max(1_000).optional(),
  errorsUnit: z.enum(ERROR_UNITS).optional(),
  /** Only says what was understood. */
  preview: z.enum(["true", "false"]).default("false"),
  /** The name of the file, for people. */
  file: lineOfText.optional(),
});

/** The parameters of `DELETE /v1/peak-days/{id}/curve`. */
export const curvePart = z.strictObject({ of: z.enum(CURVE_PARTS).default("day") });

/** A few moments of a day with their throughput; lines are drawn between them. */
export const typedCurve = z.strictObject({
  points: z
    .array(
      z.strictObject({
        at: moment,
        requestsPerSecond: z.number().nonnegative().max(1e12),
      }),
    )
    .min(2)
    .max(1_000),
});
