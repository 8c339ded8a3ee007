/** What a token can be created for. */
export const SCOPES = ["ingest", "read", "manage"] as const;
export type Scope = (typeof SCOPES)[number];

/** What the members of a workspace are, from the one who may do most. */
export const ROLES = ["owner", "editor", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Who the audit log can name. People who opened a share link change nothing. */
export const ACTOR_KINDS = ["person", "token", "system"] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** What a share link can show. */
export const SHARED_KINDS = ["run", "comparison", "rounds", "peak-day", "readiness", "gameday"] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

/** What a share link can show as it was when the link was created. */
export const FREEZABLE_KINDS = ["rounds", "readiness"] as const satisfies readonly SharedKind[];

/** What a share link can show with the configuration of its runs. */
export const CONFIGURED_KINDS = ["run", "comparison", "rounds"] as const satisfies readonly SharedKind[];

/** What a share link can show with the commits and branches of its runs. */
export const COMMIT_KINDS = ["run", "comparison"] as const satisfies readonly SharedKind[];

/** What a share link can show of a peak day. */
export const PEAK_DAY_KINDS = ["peak-day", "readiness"] as const satisfies readonly SharedKind[];
export type PeakDayKind = (typeof PEAK_DAY_KINDS)[number];
