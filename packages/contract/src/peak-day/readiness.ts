import { z } from "zod";
import { READINESS_RULES } from "@headroom/core";
import { acceptedRisk, removedExperiment } from "./accepted-risk.ts";
import { listedGameday, severity } from "./gameday.ts";
import {
  expectedPeak,
  experimentProofAnswer,
  productionProofAnswer,
  headroomPolicy,
  missAnswer,
  readinessReason,
} from "./headroom.ts";
import { instant } from "../instant.ts";
import { runOutcome } from "../run/judgement.ts";
import { dayFigures } from "./peak-day.ts";
import { figureRange } from "../run/summary.ts";
import { lineOfText, lineOrNull, optionalLine } from "../text.ts";
import { verdict } from "../run/verdict.ts";

export const MAX_READINESS_ACTIONS = 200;

/** Something that has to be done before a peak day. */
export const readinessActionFields = z.strictObject({
  title: lineOfText,
  /** A member or any other name. */
  owner: optionalLine,
  dueAt: instant.nullable().default(null),
});

/** Without defaults: what isn't given stays as it is. */
export const changedReadinessAction = z.strictObject({
  title: lineOfText.optional(),
  owner: lineOrNull.optional(),
  dueAt: instant.nullable().optional(),
  closed: z.boolean().optional(),
});

export const readinessAction = z.strictObject({
  id: z.string(),
  title: z.string(),
  owner: z.string().nullable(),
  dueAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  /** On which gameday it was found, and how severe it is; null: it wasn't found on one. */
  finding: z
    .strictObject({ gameday: z.strictObject({ id: z.string(), name: z.string() }), severity })
    .nullable(),
});
export type ReadinessAction = z.infer<typeof readinessAction>;

/** A run as evidence: over its judged window. */
export const evidenceRun = z.strictObject({
  id: z.string(),
  number: z.int(),
  ranAt: z.iso.datetime(),
  environment: z.string().nullable(),
  commit: z.string().nullable(),
  verdict: verdict.nullable(),
  /** What is concluded from it; null: it isn't decided yet. */
  outcome: runOutcome.nullable().default(null),
  /** Successful requests a second. */
  throughput: z.number().nullable(),
  p99Ms: z.number().nullable(),
  p99RangeMs: figureRange.nullable(),
  errorRate: z.number().nullable(),
  grade: z.enum(["A", "B", "C", "D"]).nullable(),
  simulated: z.boolean(),
});
export type EvidenceRun = z.infer<typeof evidenceRun>;

const rule = z.enum(Object.keys(READINESS_RULES) as [keyof typeof READINESS_RULES]);

const forecastRange = z.strictObject({ low: z.number(), high: z.number() });

/** What tests say about the requests of the day. */
export const dayForecast = z.strictObject({
  /** The day whose throughput is scaled to what is expected. */
  earlier: z.strictObject({ id: z.string(), name: z.string(), simulated: z.boolean() }),
  /** By what its throughput is multiplied. */
  growth: forecastRange,
  /** How long that day's throughput is known. */
  seconds: z.number(),
  requests: forecastRange,
  /** Requests that fail; null: no test says anything about errors. */
  failed: forecastRange.nullable(),
  /** How many requests may fail under the strictest error target; null if there is no such target. */
  allowed: forecastRange.nullable(),
  /** Null: no test says anything about p99 under that load. */
  p99AtPeakMs: figureRange.nullable(),
  p99TargetMs: z.number().nullable(),
  /** How long p99 is above the strictest target, surely and at most. */
  secondsOverP99: forecastRange.nullable(),
  /** How long the load is above everything that was tested: nothing is forecast there. */
  secondsUntested: forecastRange,
  /** The highest load about which every experiment says something; null: no run counts. */
  testedUpTo: z.number().nullable(),
  /** Experiments without a run that counts. */
  untested: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  /** What the failed requests would use of the budgets of SLOs about errors. */
  slos: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      /** Of its whole budget, in percent. */
      usesPercent: forecastRange,
      /** What is left of it now; negative once more is spent. */
      leftPercent: forecastRange,
    }),
  ),
});
export type DayForecastAnswer = z.infer<typeof dayForecast>;

const interval = {
  intervalSeconds: z.number(),
  /** With traffic. */
  intervals: z.int(),
  /** How many of them are above the target. */
  above: z.int(),
  /** When the highest began. */
  highestAt: z.iso.datetime(),
  unknownSeconds: z.number(),
};

const judgedDay = z.strictObject({
  verdict: z.enum(["held", "missed", "unknown"]),
  /** How long targets were missed in all; of a day that was imported, the length of the intervals that missed one. */
  missedSeconds: z.number(),
  unknownSeconds: z.number(),
  /** The strictest, in milliseconds and from 0 to 1; null: there was no such target. */
  targets: z.strictObject({ p99Ms: z.number().nullable(), errorRate: z.number().nullable() }),
  /** The targets are those of today: the day was entered after its end, so nobody knows what was promised then. */
  byTodaysTargets: z.boolean(),
  /** Of a day that was imported in points too coarse to be judged like live traffic; null: it wasn't. */
  imported: z
    .strictObject({
      /** As quoted by the file, of its intervals; null: not imported. */
      p99: z.strictObject({ ...interval, lowestMs: z.number(), highestMs: z.number() }).nullable(),
      /** Of all requests, from 0 to 1: a range if it isn't known of all of them which failed; null: not imported. */
      errors: z
        .strictObject({ ...interval, low: z.number(), high: z.number(), highest: z.number() })
        .nullable(),
      /** How much of the day has no throughput. */
      holeSeconds: z.number(),
    })
    .nullable(),
});

export const readinessReport = z.strictObject({
  peakDay: z.strictObject({
    id: z.string(),
    name: z.string(),
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    timeZone: z.string(),
    eventName: z.string(),
    eventAt: z.iso.datetime(),
  }),
  service: z.strictObject({ slug: z.string(), name: z.string() }),
  /** When it was read. */
  now: z.iso.datetime(),
  phase: z.enum(["before", "during", "after"]),
  verdict: z.enum(["ready", "at-risk", "not-ready"]),
  /**
   * Of when the verdict and what it rests on are: now, or once the day is over, when it ended. Null: the day is over, and
   * nobody knows what was said of it then; the verdict is today's and says nothing about the day.
   */
  judgedAt: z.iso.datetime().nullable(),
  /** The answer: whether the service is ready, or once the day is over, whether it held. */
  sentence: z.string(),
  /** What the verdict says: of `judgedAt`. */
  verdictSentence: z.string(),
  /** Worst first. */
  reasons: z.array(readinessReason),
  rules: z.array(z.strictObject({ rule, level: z.enum(["at-risk", "not-ready"]), words: z.string() })),
  policy: headroomPolicy,
  /** The lowest over the experiments; null: unproven. */
  capacity: z.number().nullable(),
  expected: expectedPeak.nullable(),
  required: z.number().nullable(),
  times: z.number().nullable(),
  representative: z.enum(["yes", "in-part", "no", "unknown"]).nullable(),
  turnsGreen: z.array(z.string()),
  /** With a date, it happens then. */
  turnsRed: z.array(z.strictObject({ words: z.string(), at: z.iso.datetime().nullable() })),
  experiments: z.array(
    experimentProofAnswer.extend({
      group: z.string().nullable(),
      owner: z.string().nullable(),
      targets: z.array(z.string()),
      /** Its baseline, or else the run before the newest one. */
      before: evidenceRun.nullable(),
      /** Its newest complete run. */
      newest: evidenceRun.nullable(),
      /** All that the newest run missed is accepted. */
      missesAccepted: z.boolean(),
      /** What the newest run missed and nobody has accepted, if it would count once accepted. */
      /** `value`: of a range, the worse end. */
      openMisses: z.array(missAnswer.extend({ value: z.number() })),
    }),
  ),
  /** The most of the days for which a proof counts; null or missing: nothing was held. */
  production: productionProofAnswer.nullable().optional(),
  /** Those that count now, the first to end first; then those that ended in the last 90 days, the last one first. */
  risks: z.array(acceptedRisk),
  /** Experiments that represented the peak and no longer do, the last one first. */
  removed: z.array(removedExperiment),
  /** Before the day; null: it has begun, or no earlier day shows how its throughput will run. */
  forecast: dayForecast.nullable(),
  /** What the day showed of what was predicted; null: it isn't over, or this is being worked out. */
  reconciled: z
    .strictObject({
      /** It is provisional: traffic of the day can arrive until then. Null: it is final. */
      changesUntil: z.iso.datetime().nullable(),
      expected: z.number().nullable(),
      /** The busiest minute. */
      real: z.number().nullable(),
      /** Whether the day met its targets, whatever tests had proven; null: the report was stored before this was kept. */
      day: judgedDay.nullable(),
      /** p99 when it was busiest, and what tests had seen under that load; null: nobody knows. */
      realP99Ms: figureRange.nullable(),
      predictedP99Ms: figureRange.nullable(),
      simulated: z.boolean(),
      /** What tests had proven, before any calibration; null: nothing, or nobody knows. */
      proven: z.number().nullable(),
      /** What they had measured while they missed a target, which was accepted as a risk; null: that wasn't so. */
      accepted: z.number().nullable(),
      environment: z.string().nullable(),
      outcome: z.enum(["confirmed", "lower", "not-reached", "unknown"]),
      /** The most that was held for 5 minutes with the targets met. */
      held: z.number().nullable(),
      busiestHour: dayFigures.shape.busiestHour,
      volume: dayFigures.shape.volume,
      /** Under which load the targets were missed for 5 minutes. */
      missedAt: z.number().nullable(),
      /** What later proofs of this environment are worth; null: as much as they say. */
      factor: z.number().nullable(),
    })
    .nullable(),
  /** Open ones first. */
  actions: z.array(readinessAction),
  /** Those that rehearse this day, and those of its service that rehearse none, latest first. */
  gamedays: z.array(listedGameday.omit({ service: true, url: true })),
  /** The newest runs of these experiments. */
  rehearsals: z.array(
    evidenceRun.extend({ experiment: z.strictObject({ id: z.string(), name: z.string() }) }),
  ),
});
export type ReadinessReport = z.infer<typeof readinessReport>;

/** What changed since a member last opened a report. */
export interface ReadinessChanges {
  since: string;
  words: string[];
}
