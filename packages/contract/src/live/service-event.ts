import { z } from "zod";
import { instant } from "../instant.ts";
import { HOUR_MILLIS, SERVICE_EVENT_KINDS } from "@headroom/core";
import { newEvent, runEvent } from "../run/run-event.ts";

/** Longer maintenance would hide a window more than it explains it. */
const MAX_MAINTENANCE_HOURS = 7 * 24;

export const serviceEventFields = newEvent.extend({
  kind: z.enum(SERVICE_EVENT_KINDS),
  /** When maintenance ends. Of maintenance only. */
  until: instant.nullable().optional(),
});

/** Something that happened to a service, or is going to be done to it. */
export const newServiceEvent = serviceEventFields.superRefine(({ kind, at, until = null }, context) => {
  const refuse = (message: string) => context.addIssue({ code: "custom", path: ["until"], message });
  if (kind !== "maintenance") {
    if (until !== null) refuse("only maintenance has an end");
    return;
  }
  if (until === null) return refuse("maintenance needs an end");
  const millis = Date.parse(until) - Date.parse(at);
  if (millis <= 0) refuse("maintenance has to end after it begins");
  if (millis > MAX_MAINTENANCE_HOURS * HOUR_MILLIS)
    refuse(`maintenance can last at most ${MAX_MAINTENANCE_HOURS} hours`);
});

/** The body of `POST /v1/services/{service}/events`; a single event needs no list. */
export const serviceEvents = z.array(newServiceEvent).min(1).max(1_000);

export const MAX_SERVICE_EVENTS = 10_000;

export const serviceEvent = runEvent.extend({
  kind: z.enum(SERVICE_EVENT_KINDS),
  /** When maintenance ends; null: it is no maintenance. */
  until: z.iso.datetime().nullable(),
  id: z.string(),
  /** Who added it; null: a token, or a former member. */
  by: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Null: it is as it was added. */
  editedAt: z.iso.datetime().nullable(),
});
export type ServiceEvent = z.infer<typeof serviceEvent>;

/** The query of `GET /v1/services/{service}/events`. */
export const serviceEventParameters = z.strictObject({ from: instant.optional(), to: instant.optional() });

/** The stretch of live traffic on one side of an event, as a run. */
const eventSide = z.strictObject({
  runId: z.string(),
  url: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
});

/** The response of `POST /v1/services/{service}/events/{id}/comparison`. */
export const eventComparison = z.strictObject({
  event: serviceEvent,
  before: eventSide,
  after: eventSide,
  /** The page that compares them. */
  url: z.string(),
});
export type EventComparison = z.infer<typeof eventComparison>;
