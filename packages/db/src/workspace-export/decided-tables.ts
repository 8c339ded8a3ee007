/** What an export of one workspace takes of a table. A test fails for a table or a telling column that is not decided here. */
export type Decision =
  /** The rows of the workspace. Some columns get another value, for the reason given. */
  | { kind: "rows"; instead?: Readonly<Record<string, Instead>> }
  /** Cells carry no workspace: they are of its series. */
  | { kind: "cells"; of: "series" | "traffic_series" }
  | { kind: "workspace" }
  /** The people whom its rows name. */
  | { kind: "people"; instead: Readonly<Record<string, Instead>> }
  | { kind: "left-out"; because: string };

interface Instead {
  sql: string;
  because: string;
}

const ROWS: Decision = { kind: "rows" };
const CELLS: Decision = { kind: "cells", of: "series" };
const TRAFFIC: Decision = { kind: "cells", of: "traffic_series" };
const leftOut = (because: string): Decision => ({ kind: "left-out", because });

/** Nobody knows what hashes to it, and no two rows have the same. */
const UNUSABLE_HASH = "sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea)";
const A_SECRET = "a secret, and valid in the first instance alone";
const OF_THE_SERVER = "of the installation, not of a workspace";
const SIGN_IN = "how a person signs in; people sign in again where they are imported";
const IN_THE_LOG = "what is not counted yet; a live run ends in the copy with what had been counted";
const MOMENTARY = "remembered for minutes, against what is sent twice";
const COUNTERS = "a copy that resumed from these counters would count the time in between as one second";

export const DECISIONS: Readonly<Record<string, Decision>> = {
  accepted_risk: ROWS,
  account: leftOut(SIGN_IN),
  applied_migration: leftOut("in the manifest"),
  attempt: leftOut(SIGN_IN),
  audit_entry: ROWS,
  change_acknowledgement: ROWS,
  // No secret: a job needs a token that its CI system signed for this instance.
  ci_identity: ROWS,
  channel: leftOut("its address is a secret, sealed with the key of the first instance"),
  delivery: leftOut("what was sent from the first instance, to a channel that is left out"),
  event_comparison: ROWS,
  exchanged_job_token: leftOut("tokens for the first instance, which no other accepts"),
  experiment: ROWS,
  gameday: ROWS,
  gameday_step: ROWS,
  gauge_cell: CELLS,
  idempotency_key: leftOut(MOMENTARY),
  invitation: leftOut(A_SECRET),
  judgement: ROWS,
  last_visit: ROWS,
  live_addition: ROWS,
  live_body: leftOut(MOMENTARY),
  live_log: leftOut(IN_THE_LOG),
  live_log_failed: leftOut(IN_THE_LOG),
  live_log_head: leftOut(OF_THE_SERVER),
  live_metrics: ROWS,
  live_outcome: leftOut(MOMENTARY),
  live_position: leftOut(OF_THE_SERVER),
  live_proof: ROWS,
  live_run: ROWS,
  live_source: leftOut(COUNTERS),
  live_writer: ROWS,
  membership: ROWS,
  pair_statistics: ROWS,
  part: {
    kind: "rows",
    // A number that no process takes, so that the next sweep removes what was being written.
    instead: { instance: { sql: "-1", because: "the process that wrote it is in the first instance" } },
  },
  part_failure: ROWS,
  part_host: ROWS,
  part_total: ROWS,
  peak_day: ROWS,
  peak_day_alert: ROWS,
  peak_day_curve: ROWS,
  peak_day_earlier: ROWS,
  peak_day_frozen: ROWS,
  person: {
    kind: "people",
    instead: { email_verified: { sql: "false", because: "proven there, not here" } },
  },
  process: leftOut(OF_THE_SERVER),
  readiness_action: ROWS,
  readiness_visit: ROWS,
  removed_experiment: ROWS,
  reparse: ROWS,
  replaced_secret: leftOut(A_SECRET),
  run: ROWS,
  run_cell: CELLS,
  run_comment: ROWS,
  run_event: ROWS,
  run_label: ROWS,
  run_notice: ROWS,
  run_verdict: ROWS,
  saved_view: ROWS,
  series: ROWS,
  service: ROWS,
  service_day: ROWS,
  service_event: ROWS,
  session: leftOut(SIGN_IN),
  share_link: {
    kind: "rows",
    instead: {
      secret_hash: { sql: UNUSABLE_HASH, because: A_SECRET },
      passphrase_hash: { sql: "null", because: A_SECRET },
      revoked_at: { sql: "coalesce(revoked_at, now())", because: "nobody can open it" },
    },
  },
  share_link_run: ROWS,
  sign_in_link: leftOut(SIGN_IN),
  slo: ROWS,
  slo_alert: {
    kind: "rows",
    instead: {
      webhook_url: { sql: "null", because: "it often contains a secret, and a copy must not write there" },
    },
  },
  slo_objective: ROWS,
  slow_request: ROWS,
  target: ROWS,
  target_set: ROWS,
  token: {
    kind: "rows",
    instead: {
      token_hash: { sql: UNUSABLE_HASH, because: A_SECRET },
      revoked_at: { sql: "coalesce(revoked_at, now())", because: "nobody can use it" },
    },
  },
  traffic: ROWS,
  traffic_body: leftOut(MOMENTARY),
  traffic_cell_1: TRAFFIC,
  traffic_cell_10: TRAFFIC,
  traffic_cell_60: TRAFFIC,
  traffic_cell_600: TRAFFIC,
  traffic_due: ROWS,
  traffic_exemplar: ROWS,
  traffic_gap: ROWS,
  traffic_gauge_1: TRAFFIC,
  traffic_gauge_10: TRAFFIC,
  traffic_gauge_60: TRAFFIC,
  traffic_gauge_600: TRAFFIC,
  traffic_metric: ROWS,
  traffic_rule: ROWS,
  traffic_series: ROWS,
  traffic_source: leftOut(COUNTERS),
  traffic_storage: ROWS,
  unmapped_sender: ROWS,
  usage_day: ROWS,
  usage_slot: ROWS,
  verification: leftOut(SIGN_IN),
  webhook_key: leftOut("counts the signing keys of the first instance"),
  weekly_mail: leftOut("a mail that people asked the first instance for"),
  workspace: { kind: "workspace" },
  workspace_quota: leftOut("what the operator of the first instance allows"),
};

/** The columns that name a person, in any table. */
export const NAMES_PERSON = /^(person|author|actor)_id$|_by$/;
