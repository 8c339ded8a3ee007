import { z } from "zod";
import { PEAK_DAY_KINDS } from "@headroom/core";
import { JUDGED_SIDES } from "../comparison/comparison.ts";

export const MOST_SHARE_DAYS = 365;

/** A further parameter of `POST /v1/runs`: for how many days anyone with the link in the response may see the run. */
export const askedShare = z.object({
  share: z.coerce.number().int().min(1).max(MOST_SHARE_DAYS).optional(),
});

/** The response of `POST /v1/shares`. Its address is in no other response: only a hash of its secret is stored. */
export const createdShare = z.strictObject({
  id: z.uuid(),
  url: z.url(),
  expiresAt: z.iso.datetime(),
});
export type CreatedShareAnswer = z.infer<typeof createdShare>;

const MAX_LETTERS = 200;
/** The database can't be asked for a null character. */
const word = z
  .string()
  .min(1)
  .max(MAX_LETTERS)
  .transform((text) => text.replaceAll("\0", ""));

/** How the runs of two rounds are told apart, as in the address of their page. */
export const sharedRounds = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("configuration"), key: word, before: word, after: word }),
  /** The first day of the second round, in UTC. */
  z.strictObject({ by: z.literal("date"), split: z.iso.date() }),
]);
export type SharedRounds = z.output<typeof sharedRounds>;

/** A to Z. */
const LETTERS = 26;

/** What a share link shows, and nothing else. An invalid ID is not found. */
export const shareSubject = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("run"), runId: z.string() }),
  z.strictObject({
    kind: z.literal("comparison"),
    runIds: z.array(z.string()).min(2).max(20),
    /** For each run the index of its letter, 0 for A; by default in order. */
    positions: z
      .array(
        z
          .int()
          .min(0)
          .max(LETTERS - 1),
      )
      .optional(),
    /** The run that the others are compared with; the first one by default. */
    reference: z.string().optional(),
    /** Compares the pair as the judgement of its second run does. */
    judged: z.enum(JUDGED_SIDES).optional(),
  }),
  z.strictObject({
    kind: z.literal("rounds"),
    /** By the name in its page's address. */
    service: z.string(),
    rounds: sharedRounds,
  }),
  z.strictObject({ kind: z.literal("peak-day"), peakDayId: z.string() }),
  z.strictObject({ kind: z.literal("readiness"), peakDayId: z.string() }),
  z.strictObject({ kind: z.literal("gameday"), gamedayId: z.string() }),
]);
export type ShareSubject = z.infer<typeof shareSubject>;

export const USUAL_SHARE_DAYS = 30;
const PASSPHRASE_SHORTEST = 8;

export const newShare = z.strictObject({
  subject: shareSubject,
  expiresInDays: z.int().min(1).max(MOST_SHARE_DAYS).default(USUAL_SHARE_DAYS),
  passphrase: z
    .string()
    .min(PASSPHRASE_SHORTEST, `a passphrase needs at least ${PASSPHRASE_SHORTEST} characters`)
    .max(200, "a passphrase can have at most 200 characters")
    .nullable()
    .default(null),
  /** Of a run, a comparison and rounds: whether it shows the configuration of the runs and what was changed for them. */
  configuration: z.boolean().default(false),
  /** Of a run and a comparison: whether it shows the commits and branches of the runs. */
  commits: z.boolean().default(false),
});

/** The body of `POST /v1/shares`. */
export const newShareByApi = newShare.extend({
  /** Of rounds and readiness reports: they stay as they are now. */
  frozen: z.boolean().default(false),
});

/** The query of `GET /v1/shares`: what the links show. */
export const shareParameters = z.union([
  z.strictObject({ run: z.string() }),
  z.strictObject({
    runs: z.string().max(2_000),
    reference: z.string().optional(),
    judged: z.enum(JUDGED_SIDES).optional(),
  }),
  z.strictObject({ service: z.string(), key: z.string(), before: z.string(), after: z.string() }),
  z.strictObject({ service: z.string(), split: z.string() }),
  z.strictObject({ gameday: z.string() }),
  z.strictObject({ peakDay: z.string(), kind: z.enum(PEAK_DAY_KINDS).default("peak-day") }),
]);

/** A link as `GET /v1/shares` lists it. */
export const listedShare = z.strictObject({
  id: z.uuid(),
  state: z.enum(["open", "expired", "revoked"]),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  hasPassphrase: z.boolean(),
  /** It shows the configuration of its runs. */
  showsConfiguration: z.boolean().default(false),
  /** It shows the commits and branches of its runs. */
  showsCommits: z.boolean().default(false),
  openedCount: z.int(),
  lastOpenedAt: z.iso.datetime().nullable(),
  /** It shows the report as it was then; null: what is. */
  frozenAt: z.iso.datetime().nullable(),
});
export const shareList = z.strictObject({ shares: z.array(listedShare) });
export type ListedShareAnswer = z.infer<typeof listedShare>;
