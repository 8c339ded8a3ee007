import { DAY_MILLIS } from "@headroom/core";

/** A session ends this long after it was last used, … */
export const SESSION_IDLE_MILLIS = 14 * DAY_MILLIS;
/** … and this long after it was opened at the latest. */
export const MAX_SESSION_MILLIS = 90 * DAY_MILLIS;
