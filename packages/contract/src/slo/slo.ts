import { HOUR_MILLIS } from "@headroom/core";
import { z } from "zod";
import { SLO_WINDOW_UNITS } from "@headroom/core";
import { simulatedStretch } from "../live/traffic.ts";
import { startedFrom } from "../run/started-from.ts";
import { lineOfText } from "../text.ts";

export const MAX_SLOS_OF_SERVICE = 20;
export const MAX_SLOS = 200;
const MAX_LATENCY_MS = HOUR_MILLIS;
const MAX_LABEL = 500;

const emptyIsNull = (value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value);

/** 99.9: in ten-thousandths of a percent, so that a budget is a whole number of requests in a million. */
const objectivePercent = z
  .number()
  .min(0.0001)
  .max(99.9999, "100% leaves no error budget: use at most 99.9999%")
  .refine(
    (percent) => Math.abs(percent * 10_000 - Math.round(percent * 10_000)) < 1e-6,
    "expected at most four decimals",
  );

export const sloWindow = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("rolling"), days: z.int().min(1).max(90) }),
  z.strictObject({
    kind: z.literal("calendar"),
    unit: z.enum(SLO_WINDOW_UNITS),
    timeZone: z.string().trim().min(1).max(100),
  }),
]);

const objective = {
  objectivePercent,
  /** A good request takes at most this long. Null: the time doesn't count. */
  latencyMs: z.number().min(0.001).max(MAX_LATENCY_MS).nullable().default(null),
  /** Whether a good request has no error. */
  withoutError: z.boolean().default(true),
};

/** What people enter about an SLO. */
export const sloFields = z.strictObject({
  name: lineOfText,
  /** Null: all requests of the service. */
  label: z.preprocess(emptyIsNull, z.string().max(MAX_LABEL).nullable()).default(null),
  ...objective,
  window: sloWindow,
});
export const newSlo = sloFields.extend({ service: lineOfText });
export const changedSlo = sloFields.extend({ version: startedFrom });
export type SloFields = z.output<typeof sloFields>;

const range = z.strictObject({ low: z.number(), high: z.number() });

export const sloAnswer = z.strictObject({
  id: z.string(),
  name: z.string(),
  service: z.strictObject({ slug: z.string(), name: z.string() }),
  label: z.string().nullable(),
  objectivePercent: z.number(),
  latencyMs: z.number().nullable(),
  withoutError: z.boolean(),
  window: sloWindow,
  /** Earlier objectives, latest first: what was measured under them stays judged by them. */
  earlier: z.array(
    z.strictObject({
      until: z.iso.datetime(),
      objectivePercent: z.number(),
      latencyMs: z.number().nullable(),
      withoutError: z.boolean(),
    }),
  ),
  version: z.int().positive(),
  updatedAt: z.iso.datetime(),
  url: z.string(),
});
export type SloAnswer = z.infer<typeof sloAnswer>;

/** The response of `POST /v1/slos/openslo`. */
export const importedSlo = z.strictObject({
  slo: sloAnswer,
  created: z.boolean(),
  /** Places in the file that mean nothing here. */
  ignored: z.array(z.string()),
});
export type ImportedSlo = z.infer<typeof importedSlo>;

const burnRate = z.strictObject({ low: z.number(), high: z.number(), measuredSeconds: z.number() });

export const burnRuleState = z.enum(["alert", "quiet", "unsure", "no-requests"]);

/** How an SLO is doing. Ranges, because sources count latencies in buckets and don't always report failures. */
export const sloStatus = z.strictObject({
  at: z.iso.datetime(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  state: z.enum(["kept", "spent", "unsure", "no-requests"]),
  requests: z.number(),
  bad: range,
  /** Null without requests. */
  goodPercent: range.nullable(),
  /** The error budget of the requests so far. */
  budget: z.strictObject({
    requests: z.number(),
    /** As minutes in which every request of average traffic is bad. */
    minutes: z.number(),
    /** Negative once more than the budget is spent; null without requests. */
    leftPercent: range.nullable(),
    leftRequests: range.nullable(),
    leftMinutes: range.nullable(),
  }),
  elapsedSeconds: z.number(),
  /** How much of the window so far has requests. */
  measuredSeconds: z.number(),
  /** Requests that came in one number after a gap. Nobody knows how they went, so they aren't judged. */
  gapRequests: z.number(),
  /** The part of the window in which traffic was simulated; null: none. */
  simulated: simulatedStretch.nullable(),
  /** Maintenance of the window, which neither the budget nor the burn rates count, in whole ten minutes. */
  maintenance: z.array(
    z.strictObject({
      title: z.string(),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      /** It was entered or changed after it had begun. */
      enteredLater: z.boolean(),
    }),
  ),
  burnRates: z.array(
    z.strictObject({
      severity: z.enum(["page", "ticket"]),
      longSeconds: z.int(),
      shortSeconds: z.int(),
      alertingRate: z.number(),
      long: burnRate.nullable(),
      short: burnRate.nullable(),
      state: burnRuleState,
    }),
  ),
});
export type SloStatus = z.infer<typeof sloStatus>;

/** What was spent in ten minutes, or in several one after the other. */
const spending = z.strictObject({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  requests: z.number(),
  bad: range,
  /** Of the whole budget; null without a budget. */
  budgetPercent: range.nullable(),
  labels: z.array(z.strictObject({ label: z.string(), bad: range })),
  events: z.array(z.strictObject({ at: z.iso.datetime(), title: z.string() })),
});

export const sloReport = sloStatus.extend({
  /** What was left of the budget of the window so far, in order of time. */
  history: z.array(z.strictObject({ at: z.iso.datetime(), requests: z.number(), leftPercent: range })),
  /** The worst stretches, worst first. */
  spent: z.array(spending),
});
export type SloReport = z.infer<typeof sloReport>;

export const listedSlo = sloAnswer.extend({ status: sloStatus });
export const sloList = z.strictObject({ service: sloAnswer.shape.service, slos: z.array(listedSlo) });
export type ListedSlo = z.infer<typeof listedSlo>;
