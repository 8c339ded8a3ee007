/** What an event of a run, or of a service, is about. */
export const EVENT_KINDS = ["deploy", "scale", "cache-flush", "failure", "note"] as const;

/** Maintenance has an end, and SLO budgets leave it out. */
export const SERVICE_EVENT_KINDS = [...EVENT_KINDS, "maintenance"] as const;
