/** Whether everything of a run has arrived. Interrupted: its writers fell silent. */
export const RUN_STATUSES = ["receiving", "finished", "interrupted"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** What a part of a run contains: results that were uploaded or streamed, or only gauges that were measured separately. */
export const PART_KINDS = ["requests", "gauges", "live"] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** How far a part is. Only what is published, or is being received from a stream, can be seen. */
export const PART_STATES = ["writing", "receiving", "published", "copy", "replaced", "failed"] as const;

/** What is stored over time, under a label or a gauge's name. */
export const SERIES_KINDS = ["requests", "gauge"] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];
