import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOwnTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createOwnTestDatabase();
});
afterAll(() => test.drop());

const lines = async (text: string): Promise<string[]> => {
  const rows = await test.db.asJobs((tx) => tx.query<{ line: string }>(text));
  return rows.map(({ line }) => line);
};

/** Tables that belong to no workspace, and why. */
const GLOBAL: Record<string, string> = {
  account: "how a person signs in; reached by headroom_accounts alone",
  applied_migration: "what the migrations have done; no role of the product may look at it",
  attempt: "by the hash of an email or an address; reached through look-ups alone",
  gauge_cell: "COPY and the columnstore exclude row level security; read through a view that joins series",
  live_log: "what all workspaces sent, in one order; reached by headroom_jobs alone",
  live_log_failed: "as live_log",
  live_log_head: "as live_log",
  live_position: "as live_log",
  person: "a person may be a member of several workspaces; each sees its members alone",
  process: "of the installation; reached by headroom_jobs alone",
  run_cell: "as gauge_cell",
  session: "a person's; reached through look-ups alone",
  sign_in_link: "a person's; reached through look-ups alone",
  traffic_cell_1: "as gauge_cell",
  traffic_cell_10: "as gauge_cell",
  traffic_cell_60: "as gauge_cell",
  traffic_cell_600: "as gauge_cell",
  traffic_gauge_1: "as gauge_cell",
  traffic_gauge_10: "as gauge_cell",
  traffic_gauge_60: "as gauge_cell",
  traffic_gauge_600: "as gauge_cell",
  verification: "what was mailed to a person; reached by headroom_accounts alone",
  workspace: "is the workspace: its own id stands in the policy",
};

const WITHOUT_WALL = [
  "applied_migration",
  "gauge_cell",
  "live_log",
  "live_log_failed",
  "live_log_head",
  "live_position",
  "run_cell",
  "traffic_cell_1",
  "traffic_cell_10",
  "traffic_cell_60",
  "traffic_cell_600",
  "traffic_gauge_1",
  "traffic_gauge_10",
  "traffic_gauge_60",
  "traffic_gauge_600",
];

const WORKSPACE = "NULLIF(current_setting('app.workspace'::text, true), ''::text))::uuid";

const OURS = "c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')";

describe("every table", () => {
  it("belongs to a workspace, or is on the short list of those that do not", async () => {
    const homeless = await lines(
      `select c.relname as line from pg_class c where ${OURS} and c.relkind <> 'v' and not exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and a.attnotnull
       ) order by 1`,
    );
    expect(homeless).toEqual(Object.keys(GLOBAL).toSorted());
  });

  it("that belongs to a workspace is emptied with it, whatever it refers to in between", async () => {
    const kept = await lines(
      `with recursive emptied as (
         select 'workspace'::regclass::oid as id
         union
         select k.conrelid from pg_constraint k join emptied e on e.id = k.confrelid
         where k.contype = 'f' and k.confdeltype = 'c' and not exists (
           select from pg_attribute a
           where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and not a.attnotnull
         )
       )
       select c.relname as line from pg_class c join pg_attribute a on a.attrelid = c.oid
       where ${OURS} and c.relkind <> 'v' and a.attname = 'workspace_id' and a.attnotnull
         and c.oid not in (select id from emptied) order by 1`,
    );
    // A check makes sure that each of their rows has one owner or the other.
    expect(kept).toEqual(["delivery", "readiness_action"]);
  });

  it("has row level security that binds its owner too", async () => {
    const open = await lines(
      `select c.relname as line from pg_class c where ${OURS} and c.relkind <> 'v'
         and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
    );
    expect(open).toEqual(WITHOUT_WALL);
  });

  it("of a workspace shows the app role that workspace and no other", async () => {
    const tenants = await lines(
      `select c.relname as line from pg_class c join pg_attribute a on a.attrelid = c.oid
       where ${OURS} and c.relkind <> 'v' and a.attname = 'workspace_id' and a.attnotnull order by 1`,
    );
    const walls = await lines(
      `select concat_ws(' | ', tablename, cmd, qual, with_check) as line from pg_policies
       where roles = '{headroom_app}' and schemaname = 'public' order by tablename`,
    );
    const own = tenants.map((table) => wall(table, `(workspace_id = (${WORKSPACE})`));
    const expected = [...own, wall("workspace", `(id = (${WORKSPACE})`)].toSorted();
    expect(walls.filter((line) => !line.startsWith("person "))).toEqual(expected);
    expect(walls.filter((line) => line.startsWith("person "))).toEqual([
      expect.stringContaining(`(${WORKSPACE}`),
    ]);
    expect(tenants.length).toBeGreaterThanOrEqual(14);
  });
});

const wall = (table: string, condition: string) => `${table} | ALL | ${condition} | ${condition}`;

it("the grants are these and no others", async () => {
  const grants = await lines(
    `with granted as (
       select c.relname::text as object, g.grantee, g.privilege_type
       from pg_class c, aclexplode(c.relacl) g
       where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner
     ), granted_column as (
       select c.relname, a.attname, g.grantee, string_agg(lower(g.privilege_type), ' ' order by g.privilege_type) as rights
       from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g
       where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner
       group by c.relname, a.attname, g.grantee
     ), described as (
       select object, grantee, string_agg(lower(privilege_type), ' ' order by privilege_type) as rights
       from granted group by object, grantee
       union all
       select relname || '(' || string_agg(attname, ', ' order by attname collate "C") || ')', grantee, rights
       from granted_column group by relname, grantee, rights
     )
     select coalesce(r.rolname, 'public') || ' ' || object || ': ' || rights as line
     from described left join pg_roles r on r.oid = grantee
     order by r.rolname, object collate "C"`,
  );
  expect(grants).toEqual([
    "headroom_accounts account: delete insert select update",
    "headroom_accounts person: insert select update",
    "headroom_accounts verification: delete insert select update",
    "headroom_app accepted_risk: insert select update",
    "headroom_app audit_entry: insert select",
    "headroom_app change_acknowledgement: delete insert select update",
    "headroom_app channel: delete insert select update",
    "headroom_app ci_identity: delete insert select",
    "headroom_app ci_identity(last_used_at): update",
    "headroom_app delivery: insert select update",
    "headroom_app event_comparison: delete insert select",
    "headroom_app exchanged_job_token: insert select",
    "headroom_app exchanged_job_token(refused_at): update",
    "headroom_app experiment: insert select update",
    "headroom_app gameday: delete insert select update",
    "headroom_app gameday_step: delete insert select update",
    "headroom_app gauge_cell: insert",
    "headroom_app gauge_cell_read: select",
    "headroom_app idempotency_key: delete insert select update",
    "headroom_app invitation: insert select update",
    "headroom_app judgement: insert select update",
    "headroom_app last_visit: insert select update",
    "headroom_app live_addition: insert select",
    "headroom_app live_body: delete insert select",
    "headroom_app live_cell_read: select",
    "headroom_app live_metrics: insert select update",
    "headroom_app live_outcome: delete insert select",
    "headroom_app live_proof: delete insert select update",
    "headroom_app live_run: insert select update",
    "headroom_app live_source: delete insert select update",
    "headroom_app live_writer: insert select update",
    "headroom_app membership: delete insert select update",
    "headroom_app pair_statistics: delete insert select update",
    "headroom_app part: insert select update",
    "headroom_app part_failure: insert select",
    "headroom_app part_host: insert select",
    "headroom_app part_total: insert select",
    "headroom_app peak_day: delete insert select update",
    "headroom_app peak_day_alert: delete insert select update",
    "headroom_app peak_day_curve: delete insert select update",
    "headroom_app peak_day_earlier: delete insert select update",
    "headroom_app peak_day_frozen: delete insert select update",
    "headroom_app person: select",
    "headroom_app readiness_action: insert select update",
    "headroom_app readiness_visit: insert select update",
    "headroom_app removed_experiment: delete insert select update",
    "headroom_app reparse: insert select update",
    "headroom_app replaced_secret: insert select update",
    "headroom_app run: insert select update",
    "headroom_app run_cell: insert",
    "headroom_app run_cell_read: select",
    "headroom_app run_comment: delete insert select update",
    "headroom_app run_event: insert select",
    "headroom_app run_label: delete insert select update",
    "headroom_app run_notice: insert select update",
    "headroom_app run_verdict: delete insert select update",
    "headroom_app saved_view: delete insert select update",
    "headroom_app series: insert select",
    "headroom_app service: insert select update",
    "headroom_app service_day: delete insert select update",
    "headroom_app service_day_read: select",
    "headroom_app service_event: delete insert select update",
    "headroom_app share_link: insert select",
    "headroom_app share_link(revoked_at): update",
    "headroom_app share_link_run: insert select",
    "headroom_app slo: delete insert select update",
    "headroom_app slo_alert: delete insert select update",
    "headroom_app slo_objective: insert select",
    "headroom_app slow_request: insert select",
    "headroom_app target: insert select",
    "headroom_app target_set: insert select",
    "headroom_app token: insert select update",
    "headroom_app traffic: insert select update",
    "headroom_app traffic_body: insert select",
    "headroom_app traffic_cell_1: insert",
    "headroom_app traffic_cell_read: select",
    "headroom_app traffic_due: insert select",
    "headroom_app traffic_due(step): update",
    "headroom_app traffic_exemplar: delete insert select",
    "headroom_app traffic_gap: insert select update",
    "headroom_app traffic_gauge_1: insert",
    "headroom_app traffic_gauge_read: select",
    "headroom_app traffic_metric: insert select update",
    "headroom_app traffic_rule: insert select update",
    "headroom_app traffic_series: insert select",
    "headroom_app traffic_series(unit): update",
    "headroom_app traffic_source: delete insert select update",
    "headroom_app traffic_storage: insert select update",
    "headroom_app unmapped_sender: delete insert select update",
    "headroom_app usage_day: insert select update",
    "headroom_app usage_slot: insert select update",
    "headroom_app webhook_key: insert select update",
    "headroom_app weekly_mail: delete insert select update",
    "headroom_app workspace: insert select update",
    "headroom_app workspace_quota: insert select update",
    "headroom_cells gauge_cell: select",
    "headroom_cells part: select",
    "headroom_cells run_cell: select",
    "headroom_cells series: select",
    "headroom_cells traffic_cell_1: select",
    "headroom_cells traffic_cell_10: select",
    "headroom_cells traffic_cell_60: select",
    "headroom_cells traffic_cell_600: select",
    "headroom_cells traffic_gauge_1: select",
    "headroom_cells traffic_gauge_10: select",
    "headroom_cells traffic_gauge_60: select",
    "headroom_cells traffic_gauge_600: select",
    "headroom_cells traffic_series: select",
    "headroom_jobs delivery: delete",
    "headroom_jobs delivery(created_at, id): select",
    "headroom_jobs exchanged_job_token: delete",
    "headroom_jobs exchanged_job_token(ci_identity_id, expires_at, token_hash): select",
    "headroom_jobs experiment: delete select",
    "headroom_jobs experiment(provisional): update",
    "headroom_jobs gauge_cell: delete select",
    "headroom_jobs idempotency_key: delete select",
    "headroom_jobs live_log: insert select",
    "headroom_jobs live_log_failed: delete insert select",
    "headroom_jobs live_log_head: select update",
    "headroom_jobs live_position: select update",
    "headroom_jobs live_proof(made_at, service_id): select",
    "headroom_jobs live_run: select",
    "headroom_jobs live_writer: select",
    "headroom_jobs part: delete select",
    "headroom_jobs part(state): update",
    "headroom_jobs peak_day(ends_at, id, starts_at): select",
    "headroom_jobs peak_day_alert(checked_at, service_day_id, told): select",
    "headroom_jobs peak_day_frozen(earlier_due, frozen_at, proven_at, queued_at, service_day_id, traffic_due, workspace_id): select",
    "headroom_jobs process: delete insert select update",
    "headroom_jobs replaced_secret: delete",
    "headroom_jobs replaced_secret(last_used_at, secret_hash, token_id, valid_until): select",
    "headroom_jobs run: delete select",
    "headroom_jobs run(status): update",
    "headroom_jobs run_cell: delete select",
    "headroom_jobs series: select",
    "headroom_jobs service: delete select",
    "headroom_jobs service(provisional): update",
    "headroom_jobs service_day(created_at, id, peak_day_id, workspace_id): select",
    "headroom_jobs session: delete",
    "headroom_jobs session(expires_at, id, revoked_at): select",
    "headroom_jobs sign_in_link: delete",
    "headroom_jobs sign_in_link(expires_at, id): select",
    "headroom_jobs slo_alert(checked_at, slo_id, workspace_id): select",
    "headroom_jobs token: delete",
    "headroom_jobs token(ci_identity_id, expires_at, id, rotated_at): select",
    "headroom_jobs token(last_used_at): select update",
    "headroom_jobs traffic_body: delete select",
    "headroom_jobs traffic_cell_1: delete insert select",
    "headroom_jobs traffic_cell_10: delete insert select",
    "headroom_jobs traffic_cell_60: delete insert select",
    "headroom_jobs traffic_cell_600: delete insert select",
    "headroom_jobs traffic_due: delete insert select update",
    "headroom_jobs traffic_exemplar: delete select",
    "headroom_jobs traffic_gap: delete select",
    "headroom_jobs traffic_gauge_1: delete insert select",
    "headroom_jobs traffic_gauge_10: delete insert select",
    "headroom_jobs traffic_gauge_60: delete insert select",
    "headroom_jobs traffic_gauge_600: delete insert select",
    "headroom_jobs traffic_metric: delete select",
    "headroom_jobs traffic_series: select",
    "headroom_jobs traffic_source: delete select",
    "headroom_jobs traffic_storage: delete insert select update",
    "headroom_jobs unmapped_sender: delete select",
    "headroom_jobs verification: delete",
    "headroom_jobs verification(expires_at, id): select",
    "headroom_jobs weekly_mail(due_at, person_id, workspace_id): select",
    "headroom_jobs workspace: delete",
    "headroom_jobs workspace(deleted_at, id, settings, storage_warned): select",
    "headroom_jobs workspace_quota: select",
    "headroom_lookup attempt: delete insert select update",
    "headroom_lookup audit_entry: insert",
    "headroom_lookup ci_identity(id, workspace_id): select",
    "headroom_lookup experiment(id, workspace_id): select",
    "headroom_lookup invitation: select",
    "headroom_lookup membership: select",
    "headroom_lookup person: insert select",
    "headroom_lookup person(email_verified): update",
    "headroom_lookup replaced_secret: select",
    "headroom_lookup replaced_secret(last_used_at): update",
    "headroom_lookup run(id, published_at, workspace_id): select",
    "headroom_lookup service(id, workspace_id): select",
    "headroom_lookup session: insert select update",
    "headroom_lookup share_link: select",
    "headroom_lookup share_link(last_opened_at, opened_count): update",
    "headroom_lookup sign_in_link: insert select update",
    "headroom_lookup token: select",
    "headroom_lookup token(last_used_at): update",
    "headroom_lookup workspace: select",
  ]);
});
