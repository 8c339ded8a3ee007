import { z } from "zod";

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/;

/** A date and time by the clocks of a time zone that is given beside it, or with an offset of its own. */
export const moment = z
  .string()
  .trim()
  .max(40)
  .regex(MOMENT, "expected a date and time, such as 2026-11-27T08:00 or 2026-11-27T08:00:00-05:00");
