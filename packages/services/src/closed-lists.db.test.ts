import { afterAll, beforeAll, expect, it } from "vitest";
import {
  CHANNEL_KINDS,
  CURVE_PARTS,
  CURVE_SOURCES,
  DELIVERY_STATES,
  JUDGED_SIDES,
  LIVE_STATES,
  REPARSE_STATES,
  SEVERITIES,
  shareSubject,
} from "@headroom/contract";
import {
  ABSENT_FIGURES,
  ACTOR_KINDS,
  CHANGE_DIRECTIONS,
  CLOCKS,
  COMPARATORS,
  DAY_ALERT_STATES,
  ERRORS_BY,
  EVENT_KINDS,
  FAILURES_PARTS,
  COMMIT_KINDS,
  CONFIGURED_KINDS,
  FREEZABLE_KINDS,
  LATENCY_SOURCES,
  LOAD_MODELS,
  NOT_JUDGED_REASONS,
  PART_KINDS,
  PART_STATES,
  PEAK_DAY_KINDS,
  ROLES,
  REMOVALS,
  RUN_OUTCOMES,
  RUN_STATUSES,
  SCOPES,
  SERIES_KINDS,
  SHARED_KINDS,
  SLO_ALERT_STATES,
  SLO_WINDOW_UNITS,
  TEMPORALITIES,
  TICKED_OUTCOMES,
  VERDICTS,
  LIVE_HOLD_GAPS,
} from "@headroom/core";
import {
  ANNOUNCED,
  CI_EXCHANGE,
  DELETE_WORKSPACE,
  LIVE_RUN_STATES,
  PROCESS_KINDS,
  NOTICE_OUTCOMES,
  STORED_LABEL_KINDS,
  TARGET_SOURCES,
} from "@headroom/db";
import { createTestDatabase, readSchemaWords } from "@headroom/db/testing";
import type { ComparedWords } from "@headroom/db/testing";
import { STATISTICS_STATES } from "./comparison/work-comparison.ts";
import { CLAIM_STATES } from "./run/import/claim-key.ts";
import { VIEWED_PAGES } from "./saved-view/save.ts";
import { REMOVE_RAW_FILE } from "./run/import/keep-file.ts";

/** What each column can be. A list of the schema has exactly these words. */
const COLUMNS: Record<string, readonly string[]> = {
  "accepted_risk.comparator": COMPARATORS,
  "audit_entry.actor_kind": ACTOR_KINDS,
  "change_acknowledgement.direction": CHANGE_DIRECTIONS,
  "channel.kind": CHANNEL_KINDS,
  "ci_identity.scopes": SCOPES,
  "delivery.state": DELIVERY_STATES,
  "experiment.errors_by": ERRORS_BY,
  "experiment.latest_outcome": RUN_OUTCOMES,
  "experiment.latest_verdict": VERDICTS,
  "gameday_step.outcome": TICKED_OUTCOMES,
  "idempotency_key.state": CLAIM_STATES,
  "invitation.role": ROLES,
  "judgement.first_outcome": RUN_OUTCOMES,
  "judgement.outcome": RUN_OUTCOMES,
  "judgement.reason": NOT_JUDGED_REASONS,
  "live_proof.gap": LIVE_HOLD_GAPS,
  "live_run.state": LIVE_RUN_STATES,
  "live_writer.state": LIVE_STATES,
  "membership.role": ROLES,
  "pair_statistics.state": STATISTICS_STATES,
  "part.absent": ABSENT_FIGURES,
  "part.clock": CLOCKS,
  "part.errors_by": ERRORS_BY,
  "part.kind": PART_KINDS,
  "part.source": LATENCY_SOURCES,
  "part.state": PART_STATES,
  "peak_day_alert.state": DAY_ALERT_STATES,
  "peak_day_alert.told": DAY_ALERT_STATES,
  "peak_day_curve.part": CURVE_PARTS,
  "peak_day_curve.source": CURVE_SOURCES,
  "process.kind": PROCESS_KINDS,
  "readiness_action.severity": SEVERITIES,
  "removed_experiment.how": REMOVALS,
  "removed_experiment.state": ["accepted", "proven", "unproven"],
  "reparse.state": REPARSE_STATES,
  "run.errors_by": ERRORS_BY,
  "run.load_model": LOAD_MODELS,
  "run.outcome": RUN_OUTCOMES,
  "run.status": RUN_STATUSES,
  "run.verdict": VERDICTS,
  "run_event.kind": EVENT_KINDS,
  "run_notice.announced": ANNOUNCED,
  "run_notice.outcome": NOTICE_OUTCOMES,
  "run_notice.outcome_before": NOTICE_OUTCOMES,
  "run_verdict.comparator": COMPARATORS,
  "run_verdict.failures": FAILURES_PARTS,
  "run_verdict.verdict": VERDICTS,
  "saved_view.page": VIEWED_PAGES,
  "series.kind": SERIES_KINDS,
  "series.label_kind": STORED_LABEL_KINDS,
  "share_link.judged": JUDGED_SIDES,
  "share_link.subject_kind": SHARED_KINDS,
  "slo.window_unit": SLO_WINDOW_UNITS,
  "slo_alert.sent_state": SLO_ALERT_STATES,
  "slo_alert.state": SLO_ALERT_STATES,
  "target_set.source": TARGET_SOURCES,
  "token.scopes": SCOPES,
  "traffic_series.kind": SERIES_KINDS,
};

/** Columns without a check of their own, that the schema compares with single words. */
const UNCHECKED: Record<string, readonly string[]> = {
  // The second one is written by the database itself.
  "audit_entry.action": [CI_EXCHANGE, "member.email"],
  "traffic_metric.temporality": TEMPORALITIES,
};

/** A part that is complete, whether it counts or not. */
const ENDED_PARTS: readonly (typeof PART_STATES)[number][] = ["copy", "published"];

/** Places that list some of a column's words. */
const PARTS: Record<string, readonly string[]> = {
  "check share_link_configuration_check": CONFIGURED_KINDS,
  "check share_link_commits_check": COMMIT_KINDS,
  "check share_link_frozen_check": FREEZABLE_KINDS,
  "check share_link_peak_day_check": PEAK_DAY_KINDS,
  ...Object.fromEntries(
    ["index part_one_published", "policy sweep of part", "policy sweep_lock of part"].map((place) => [
      place,
      ENDED_PARTS,
    ]),
  ),
  // What is left to do once a workspace is deleted.
  "function end_jobs_of": [REMOVE_RAW_FILE, DELETE_WORKSPACE],
};

/** Whose columns functions and views compare. */
const TABLES: Record<string, string> = {
  "function refresh_experiment": "run",
  "view gauge_cell_read": "part",
  "view live_cell_read": "part",
  "view run_cell_read": "part",
};

/** Names of PostgreSQL's own. */
const NOT_COLUMNS = new Set(["errcode", "tg_table_name"]);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let schema: Awaited<ReturnType<typeof readSchemaWords>>;
beforeAll(async () => {
  database = await createTestDatabase();
  schema = await readSchemaWords(database.url);
});
afterAll(() => database.drop());

const columnOf = ({ place, table, column }: ComparedWords) => `${table ?? TABLES[place] ?? place}.${column}`;
const listed = (words: readonly string[] | undefined) => words?.toSorted().join(", ") ?? "no list";

it("every list of words in the schema has the words of its list in the code", () => {
  const lists = schema.compared.filter(({ isList }) => isList);
  const inSchema = lists.map((one) => `${one.place}: ${listed(one.words)}`);
  const inCode = lists.map((one) => `${one.place}: ${listed(PARTS[one.place] ?? COLUMNS[columnOf(one)])}`);
  expect(inSchema).toEqual(inCode);
});

it("every list in the code that is named here is in the schema", () => {
  const lists = schema.compared.filter(({ isList }) => isList);
  const whole = lists.filter(({ place }) => !Object.hasOwn(PARTS, place)).map(columnOf);
  expect([...new Set(whole)].toSorted()).toEqual(Object.keys(COLUMNS).toSorted());
  const parts = lists.map(({ place }) => place).filter((place) => Object.hasOwn(PARTS, place));
  expect(parts.toSorted()).toEqual(Object.keys(PARTS).toSorted());
});

it("every single word that the schema compares a column with, or sets by default, is one of the column's", () => {
  const single = schema.compared.filter(({ isList, column }) => !isList && !NOT_COLUMNS.has(column));
  const unknown = single.filter((one) => {
    const words = COLUMNS[columnOf(one)] ?? UNCHECKED[columnOf(one)] ?? [];
    return !one.words.every((word) => words.includes(word));
  });
  expect(unknown).toEqual([]);
});

it("all other text in checks, index predicates and policies is known not to be a list", () => {
  expect(schema.unread).toEqual([
    { place: "check run_price_check", text: String.raw`^\d{1,10}(\.\d{1,9})? [A-Z]{3}/[sh]$` },
    { place: "check slow_request_trace_id_check", text: "^[0-9a-f]{16}([0-9a-f]{16})?$" },
    { place: "check traffic_exemplar_trace_id_check", text: "^[0-9a-f]{8,32}$" },
    { place: "index judgement_worse", text: "state" },
    { place: "index judgement_worse", text: "worse" },
    { place: "policy retention of workspace", text: "keepRunsDays" },
  ]);
});

it("share links show what the API can create links for", () => {
  expect(shareSubject.options.map((option) => option.shape.kind.value)).toEqual([...SHARED_KINDS]);
});
