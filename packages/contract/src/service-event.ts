import { z } from "zod";
import { instant } from "./instant.ts";
import { newEvent, runEvent } from "./run-event.ts";

/** The body of `POST /v1/services/{service}/events`; a single event needs no list. */
export const serviceEvents = z.array(newEvent).min(1).max(1_000);

export const MAX_SERVICE_EVENTS = 10_000;

export const serviceEvent = runEvent.extend({
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
