import { z } from "zod";
import { DAY_SECONDS, LEFT_OUT, RUN_STATUSES, TICKED_OUTCOMES } from "@headroom/core";
import type { LeftOut } from "@headroom/core";
import { instant } from "../instant.ts";
import { runOutcome } from "../run/judgement.ts";
import { moment } from "../run/moment.ts";
import { startedFrom } from "../run/started-from.ts";
import { lineOfText, optionalLine, optionalText } from "../text.ts";
import { verdict } from "../run/verdict.ts";

export const MAX_GAMEDAYS = 500;
export const MAX_GAMEDAY_STEPS = 100;
export const MAX_GAMEDAY_ROLES = 30;
export const MAX_FINDINGS = 200;
export const LONGEST_GAMEDAY = 7 * DAY_SECONDS;
const MAX_NOTES = 5_000;
const MAX_TICK_NOTE = 1_000;

/** A step of a plan: an experiment that is to be run, or something that is tried and ticked by hand. */
export const plannedStep = z.strictObject({
  /** Of a step that is in the plan already, which keeps what has happened to it. */
  id: z.string().nullable().default(null),
  /** The ID of an experiment of the service, or its name. */
  experiment: optionalLine,
  /** What is tried, if it isn't an experiment. */
  title: optionalLine,
  /** Who watches it. */
  watcher: optionalLine,
  /** A step that is in the plan already takes on the targets that its experiment has now. */
  adoptTargets: z.boolean().default(false),
});
export type PlannedStep = z.output<typeof plannedStep>;

export const gamedayRole = z.strictObject({ who: lineOfText, does: lineOfText });

/** What people enter about a gameday. */
export const gamedayFields = z.strictObject({
  name: lineOfText,
  startsAt: moment,
  endsAt: moment,
  timeZone: z.string().trim().min(1).max(100),
  /** The ID of the peak day that it rehearses. */
  peakDay: optionalLine,
  /** Where it takes place; null: runs from anywhere count. */
  environment: optionalLine,
  lead: optionalLine,
  roles: z.array(gamedayRole).max(MAX_GAMEDAY_ROLES).default([]),
  notes: optionalText(MAX_NOTES),
  steps: z.array(plannedStep).max(MAX_GAMEDAY_STEPS).default([]),
});
export const newGameday = gamedayFields.extend({ service: lineOfText });
export const changedGameday = gamedayFields.extend({ version: startedFrom });
export type GamedayFields = z.output<typeof gamedayFields>;

/** What somebody saw who tried something. Null takes a tick back. */
export const gamedayTick = z.strictObject({
  outcome: z.enum(TICKED_OUTCOMES).nullable(),
  note: optionalText(MAX_TICK_NOTE),
  /** Who tried it, if a token says so. */
  by: optionalLine,
});

export const gamedayClosing = z.strictObject({
  /** Who closes it, if a token does. */
  by: optionalLine,
});

export const SEVERITIES = ["low", "medium", "high"] as const;
export const severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof severity>;

/** Something that was found and has to be done. With a peak day, it is an action of its readiness report. */
export const findingFields = z.strictObject({
  title: lineOfText,
  severity,
  /** A member or any other name. */
  owner: optionalLine,
  dueAt: instant.nullable().default(null),
  /** The step in which it was found. */
  step: z.string().nullable().default(null),
});

const named = z.strictObject({ id: z.string(), name: z.string() });

export const gamedayRun = z.strictObject({
  id: z.string(),
  number: z.int(),
  /** When it started, or when it was uploaded if its source doesn't say it or is ahead of that. */
  at: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  status: z.enum(RUN_STATUSES),
  environment: z.string().nullable(),
  simulated: z.boolean(),
  verdict: verdict.nullable(),
  /** What is concluded from it; null: it isn't decided yet. */
  outcome: runOutcome.nullable().default(null),
  /** Why it doesn't count; null: it counts. */
  leftOut: z.enum(Object.keys(LEFT_OUT) as [LeftOut, ...LeftOut[]]).nullable(),
  /** Each target with what the run showed, in the target's unit. */
  results: z.array(
    z.strictObject({ text: z.string(), value: z.number().nullable(), unit: z.string(), verdict }),
  ),
});
export type GamedayRunAnswer = z.infer<typeof gamedayRun>;

export const gamedayStep = z.strictObject({
  id: z.string(),
  /** Null: it is ticked by hand. */
  experiment: named.extend({ deleted: z.boolean() }).nullable(),
  title: z.string(),
  watcher: z.string().nullable(),
  /** As planned. */
  targets: z.array(z.string()),
  /** What the experiment's targets are now; null: as planned. */
  changedTargets: z.array(z.string()).nullable(),
  state: z.enum(["met", "missed", "unsure", "open"]),
  /** What its runs showed; null: none counts. */
  words: z.string().nullable(),
  /** Those of its window, in order of time. */
  runs: z.array(gamedayRun),
  tick: z
    .strictObject({
      outcome: z.enum(TICKED_OUTCOMES),
      note: z.string().nullable(),
      by: z.string(),
      at: z.iso.datetime(),
    })
    .nullable(),
});
export type GamedayStepAnswer = z.infer<typeof gamedayStep>;

export const finding = z.strictObject({
  id: z.string(),
  title: z.string(),
  severity,
  owner: z.string().nullable(),
  dueAt: z.iso.datetime().nullable(),
  step: z.strictObject({ id: z.string(), title: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
});
export type FindingAnswer = z.infer<typeof finding>;

/** How many steps are in which state. */
const counts = z.strictObject({ met: z.int(), missed: z.int(), unsure: z.int(), open: z.int() });

const gameday = {
  id: z.string(),
  name: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  timeZone: z.string(),
  service: z.strictObject({ slug: z.string(), name: z.string() }),
  peakDay: named.nullable(),
  phase: z.enum(["planned", "running", "ended", "closed"]),
  url: z.string(),
};

export const listedGameday = z.strictObject({
  ...gameday,
  /** How many steps are planned. */
  steps: z.int(),
  /** How it went; null: it isn't closed. */
  counts: counts.nullable(),
});
export const gamedayList = z.strictObject({ gamedays: z.array(listedGameday) });
export type ListedGameday = z.infer<typeof listedGameday>;

/** What happened: it follows uploads until the gameday is closed, and then stays. */
export const gamedaySheet = z.strictObject({
  counts,
  sentence: z.string(),
  steps: z.array(gamedayStep),
  /** Runs of the service in the window that aren't in the plan. */
  others: z.array(gamedayRun.extend({ experiment: named })),
  /** The window has more runs than are listed, so steps can have missed some. */
  isCut: z.boolean(),
});
export type GamedaySheet = z.infer<typeof gamedaySheet>;

export const gamedayAnswer = z.strictObject({
  ...gameday,
  ...gamedaySheet.shape,
  environment: z.string().nullable(),
  lead: z.string().nullable(),
  roles: z.array(gamedayRole),
  notes: z.string().nullable(),
  /** When it was read. */
  now: z.iso.datetime(),
  /** It was written down after its window had begun. */
  plannedLate: z.boolean(),
  /** Other gamedays of the service at the same time: a run counts in each. */
  overlapping: z.array(named),
  /** As they are now, open ones first and of these the most severe. */
  findings: z.array(finding),
  /** Its sheet is frozen. */
  closed: z
    .strictObject({
      at: z.iso.datetime(),
      by: z.string(),
      /** As they were then. */
      findings: z.array(finding),
      /** What has become of its runs since then, in sentences. */
      changes: z.array(z.string()),
    })
    .nullable(),
  version: z.int().positive(),
  updatedAt: z.iso.datetime(),
});
export type GamedayAnswer = z.infer<typeof gamedayAnswer>;
