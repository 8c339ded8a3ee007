import { z } from "zod";

export const EVENT_KINDS = ["deploy", "scale", "cache-flush", "failure", "note"] as const;

const title = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, "control characters are not allowed");

/** What happened at a moment of a run. */
const newRunEvent = z.strictObject({
  at: z.iso.datetime({ offset: true }),
  kind: z.enum(EVENT_KINDS),
  title,
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable()
    .optional(),
});

/** What `POST /v1/runs/{id}/events` takes; one event may come alone. */
export const runEvents = z.array(newRunEvent).min(1).max(1_000);

export interface RunEvent {
  at: string;
  kind: (typeof EVENT_KINDS)[number];
  title: string;
  url: string | null;
}
