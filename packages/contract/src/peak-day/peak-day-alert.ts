import { z } from "zod";
import { DAY_ALERT_STATES } from "@headroom/core";
import { instant } from "../instant.ts";

export const MAX_ALERT_MINUTES = 30;
/** Long enough for planned work. Afterwards, alerts are sent again, even if somebody forgets to end the silence. */
export const MAX_SILENCE_HOURS = 24;

/** When channels are told of a peak day. */
export const peakDayAlertFields = z.strictObject({
  /** How many minutes in a row have to be bad. */
  minutes: z.int().min(1).max(MAX_ALERT_MINUTES).default(1),
  /** No alerts are sent until then, because of planned work. Null: they are sent. */
  silencedUntil: instant.nullable().default(null),
});

export const peakDayAlertAnswer = z.strictObject({
  minutes: z.int(),
  /** From calm to worst. Until the day starts, and for as long as nothing is wrong, it is calm. */
  state: z.enum(DAY_ALERT_STATES),
  /** Null: it has never been another. */
  since: z.iso.datetime().nullable(),
  /** Null: the day hasn't started. */
  checkedAt: z.iso.datetime().nullable(),
  acknowledgedAt: z.iso.datetime().nullable(),
  /** Null: nobody, a token, or somebody who has left. */
  acknowledgedBy: z.string().nullable(),
  silencedUntil: z.iso.datetime().nullable(),
  silencedBy: z.string().nullable(),
  /** How many channels are told. */
  channels: z.int(),
});
export type PeakDayAlertAnswer = z.infer<typeof peakDayAlertAnswer>;
