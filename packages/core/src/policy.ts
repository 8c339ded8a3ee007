/*
 * The rules of trust, each in one place: what a figure needs before a verdict depends on it, how finely time is drawn, and
 * how long actions can be undone. SQL gets them as parameters; pages build their text from them.
 */

import { HOUR_SECONDS } from "./time.ts";

/** Below this share of the expected requests, a good latency or error rate proves nothing: the load was not there. */
export const MIN_ACHIEVED_SHARE = 0.95;

/** Fewer requests than this beyond a percentile make it shaky. */
export const MIN_REQUESTS_BEYOND = 10;

/** With fewer requests than this, another run could give a different mean or extreme. */
export const MIN_REQUESTS_FOR_MEAN = 30;

/** A run was an outage if so large a share of its requests failed, or if none succeeded for so large a share of its time. */
export const OUTAGE_ERROR_SHARE = 0.5;
export const OUTAGE_TIME_SHARE = 0.05;

/** A run that is shorter than this share of the duration that is stated for it ended early. */
export const ENDED_EARLY_SHARE = 0.9;

/** Where stalls held back so large a share of the requests that should have been sent, a run doesn't show whether it holds. */
export const UNSENT_SHARE = 0.02;

/** How sure a verdict is by default: at most one in ten services exactly at their target is called met. */
export const TARGET_CONFIDENCE = 0.9;

/** How long a throughput has to be held to count as tested capacity. */
export const CAPACITY_HOLD_SECONDS = 300;

/**
 * A run collapsed if, after it held its capacity, it completed less than this share of that, for so long. A plan that falls
 * back to what it sent before isn't a collapse.
 */
export const COLLAPSE_SHARE = 0.1;
export const COLLAPSE_SECONDS = 120;

/** How many times the expected peak tests have to have proven. */
export const CAPACITY_FACTOR = 1.5;

/** How long what a test proved counts, and from which share of that time on it says that it ends. */
export const PROOF_DAYS = 45;
export const PROOF_FRESH_SHARE = 2 / 3;

/** After so many deploys, a proof is about another system than the one that is running. */
export const PROOF_DEPLOYS = 50;

/** Where the peak takes place. */
export const PEAK_ENVIRONMENT = "production";

/** The most points that anything over time is drawn with, and the fewest that can be requested. */
export const MAX_POINTS = 720;
export const MIN_POINTS = 10;

/** The slice lengths that any run can be read in. */
export const SLICE_SECONDS = [10, 60, 600, 1_800] as const;
export type SliceSeconds = (typeof SLICE_SECONDS)[number];

/** How long a deleted run can be restored; then it is removed for good. */
export const UNDO_DAYS = 7;

/** A run that began longer before its upload isn't one of an archive that says so: a clock is wrong. */
export const CLOCK_DAYS = 30;

/** A pair that could miss a change of this share is too noisy to tell. */
export const LARGE_CHANGE = 0.2;

/** Over how many days a page says why runs are unsure. */
export const UNSURE_DAYS = 30;

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/** The ranges that a workspace can choose from. */
export const SETTING_BOUNDS = {
  keepRunsDays: { min: 1, max: 3_650 },
  maxLabels: { min: 1, max: 1_000_000 },
  maxBadLinesShare: { min: 0, max: 1 },
  targetConfidence: { min: 0.5, max: 0.999 },
  capacityFactor: { min: 1, max: 100 },
  proofDays: { min: 1, max: 730 },
  proofDeploys: { min: 1, max: 100_000 },
} as const;

/** After its end, a peak day is frozen: a day in which late traffic is accepted, and an hour in which it is counted. */
export const FROZEN_AFTER_SECONDS = 25 * HOUR_SECONDS;

/** How long the reason may be that someone gives when they set a run aside or accept a change. */
export const MAX_RUN_REASON_LENGTH = 500;
