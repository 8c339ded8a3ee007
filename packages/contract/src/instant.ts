import { z } from "zod";

/** The range in which microseconds since 1970 are exact in a double: until 2255. */
export const MAX_EPOCH_SECONDS = 9_000_000_000;

/** A moment that can be stored. */
export const instant = z.iso
  .datetime({
    offset: true,
    error: "expected a date and time with a time zone, such as 2026-11-21T15:00:00Z",
  })
  .refine((at) => {
    const millis = Date.parse(at);
    return millis >= 0 && millis <= MAX_EPOCH_SECONDS * 1_000;
  }, "expected a time between 1970 and 2255");
