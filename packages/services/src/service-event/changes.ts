/** The kinds of events that change a service; what people note doesn't. */
export const CHANGES = ["deploy", "scale", "cache-flush", "failure"] as const;
