import { z } from "zod";
import { newEvent, type RunEvent } from "./run-event.ts";

/** The body of `POST /v1/services/{service}/events`; a single event needs no list. */
export const serviceEvents = z.array(newEvent).min(1).max(1_000);

export const MAX_SERVICE_EVENTS = 10_000;

export interface ServiceEvent extends RunEvent {
  id: string;
  /** Who added it; null: a token, or a former member. */
  by: string | null;
  createdAt: string;
  /** Null: it is as it was added. */
  editedAt: string | null;
}

/** The stretch of live traffic on one side of an event, as a run. */
interface EventSide {
  runId: string;
  url: string;
  from: string;
  to: string;
}

/** The response of `POST /v1/services/{service}/events/{id}/comparison`. */
export interface EventComparison {
  event: ServiceEvent;
  before: EventSide;
  after: EventSide;
  /** The page that compares them. */
  url: string;
}
