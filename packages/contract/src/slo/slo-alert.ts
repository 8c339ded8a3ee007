import { z } from "zod";
import { SLO_ALERT_STATES } from "@headroom/core";
import { deliveryHealth } from "../workspace/notification.ts";

const emptyIsNull = (value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value);
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "expected a time such as 22:00");

export const MAX_ALERT_EMAILS = 10;

/** Where and when people are notified of an SLO. */
export const sloAlertFields = z.strictObject({
  emails: z.array(z.email().max(254)).max(MAX_ALERT_EMAILS).default([]),
  webhookUrl: z
    .preprocess(
      emptyIsNull,
      z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .nullable(),
    )
    .default(null),
  /** No notifications in this time; what is true at its end is sent then. */
  quietHours: z
    .strictObject({ from: clockTime, to: clockTime, timeZone: z.string().trim().min(1).max(100) })
    .nullable()
    .default(null),
});
export type SloAlertFields = z.output<typeof sloAlertFields>;

export const sloAlertAnswer = z.strictObject({
  emails: z.array(z.string()),
  webhookUrl: z.string().nullable(),
  quietHours: z.strictObject({ from: z.string(), to: z.string(), timeZone: z.string() }).nullable(),
  /** Null: not known yet, or nobody is notified. */
  state: z.enum(SLO_ALERT_STATES).nullable(),
  since: z.iso.datetime().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  acknowledgedAt: z.iso.datetime().nullable(),
  /** Null: nobody, a token, or somebody who has left. */
  acknowledgedBy: z.string().nullable(),
  /** How messages to the webhook fare; null without a webhook. */
  deliveries: deliveryHealth.nullable(),
  /** With which webhooks are signed; null for those who may not edit. */
  signingKey: z.string().nullable(),
  /** Until then, they are also signed with the key before; null: with one key only. */
  previousKeyUntil: z.iso.datetime().nullable(),
});
export type SloAlertAnswer = z.infer<typeof sloAlertAnswer>;

/** The response of `POST /v1/slos/{id}/alert/test`: to how many addresses a test is sent, and whether to a webhook. */
export const sentTestAlert = z.strictObject({ emails: z.int(), webhook: z.boolean() });

export const rotateSigningKeyFields = z.strictObject({
  /** For so long, webhooks are also signed with the key before. */
  keepPreviousHours: z.int().min(0).max(168).default(24),
});

export const signingKeyAnswer = z.strictObject({
  signingKey: z.string(),
  previousKeyUntil: z.iso.datetime().nullable(),
});
export type SigningKeyAnswer = z.infer<typeof signingKeyAnswer>;
