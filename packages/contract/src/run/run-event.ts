import { EVENT_KINDS } from "@headroom/core";
import { z } from "zod";
import { instant } from "../instant.ts";
import { lineOfText } from "../text.ts";

/** Something that happened at one moment, of a run or to a service. */
export const newEvent = z.strictObject({
  at: instant,
  kind: z.enum(EVENT_KINDS),
  title: lineOfText,
  url: z
    .url({ protocol: /^https?$/, error: "must be a whole link, such as https://ci.example.com/1" })
    .max(2_000)
    .nullable()
    .optional(),
});

/** The body of `POST /v1/runs/{id}/events`; a single event needs no list. */
export const runEvents = z.array(newEvent).min(1).max(1_000);

/** Pages of a run show all of its events. */
export const MAX_RUN_EVENTS = 2_000;

export const runEvent = z.strictObject({
  at: z.iso.datetime(),
  kind: z.enum(EVENT_KINDS),
  title: z.string(),
  url: z.string().nullable(),
});
export type RunEvent = z.infer<typeof runEvent>;
