import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedExperiment, seedRun } from "./testing/run.ts";
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

const OURS = "c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')";

it("what others would get by default, and in the schema, is nothing more", async () => {
  expect(await lines("select defaclobjtype::text as line from pg_default_acl")).toEqual([]);
  expect(
    await lines(
      `select coalesce(r.rolname, 'public') || ' ' || lower(g.privilege_type) as line
       from pg_namespace n cross join aclexplode(n.nspacl) g left join pg_roles r on r.oid = g.grantee
       where n.nspname = 'public' and g.grantee <> n.nspowner order by 1`,
    ),
  ).toEqual([
    "headroom_accounts usage",
    "headroom_app usage",
    "headroom_cells usage",
    "headroom_entry usage",
    "headroom_jobs usage",
    "headroom_lookup usage",
    "public usage",
  ]);
});

it("the roles cannot log in and have no special attributes", async () => {
  const roles = await lines(
    `select concat_ws(' ', rolname, rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb) as line
     from pg_roles where rolname like 'headroom\\_%' and rolname not like 'headroom\\_test%' order by 1`,
  );
  expect(roles).toEqual(
    [
      "headroom_accounts",
      "headroom_app",
      "headroom_cells",
      "headroom_entry",
      "headroom_jobs",
      "headroom_lookup",
    ].map((role) => `${role} f f f f f`),
  );
  const memberships = await lines(
    `select m.member::regrole::text as line from pg_auth_members m where m.member in
       (select oid from pg_roles where rolname like 'headroom\\_%' and not rolcanlogin)`,
  );
  expect(memberships).toEqual([]);
});

const WORKSPACE = "NULLIF(current_setting('app.workspace'::text, true), ''::text))::uuid";

it("the policies that reach across workspaces are these and no others", async () => {
  const policies = await lines(
    `select concat_ws(' ', tablename, lower(cmd), array_to_string(roles, ',')) || ': ' || coalesce(qual, with_check) as line
     from pg_policies where not roles = '{headroom_app}' order by tablename, policyname, roles, cmd`,
  );
  expect(policies).toEqual([
    "account all headroom_accounts: true",
    "attempt all headroom_lookup: true",
    "audit_entry insert headroom_lookup: (action = 'member.email'::text)",
    "ci_identity select headroom_lookup: true",
    "delivery select headroom_jobs: (created_at < (now() - '30 days'::interval))",
    "delivery delete headroom_jobs: (created_at < (now() - '30 days'::interval))",
    "exchanged_job_token select headroom_jobs: (expires_at < (now() - '1 day'::interval))",
    "exchanged_job_token delete headroom_jobs: (expires_at < (now() - '1 day'::interval))",
    "experiment select headroom_lookup: true",
    "experiment delete headroom_jobs: (provisional AND (NOT (EXISTS ( SELECT\n   FROM run r\n  WHERE (r.experiment_id = experiment.id)))))",
    "experiment update headroom_jobs: provisional",
    "experiment select headroom_jobs: true",
    "idempotency_key delete headroom_jobs: ((state = 'claimed'::text) OR (expires_at < now()))",
    "idempotency_key select headroom_jobs: true",
    "invitation select headroom_lookup: true",
    "live_proof select headroom_jobs: true",
    "live_run select headroom_jobs: true",
    "live_writer select headroom_jobs: true",
    "membership select headroom_lookup: true",
    "part delete headroom_jobs: (state <> ALL (ARRAY['published'::text, 'copy'::text]))",
    "part update headroom_jobs: (state <> ALL (ARRAY['published'::text, 'copy'::text]))",
    "part select headroom_jobs: true",
    `part select headroom_cells: (workspace_id = (${WORKSPACE})`,
    "peak_day select headroom_jobs: true",
    "peak_day_alert select headroom_jobs: true",
    "peak_day_frozen select headroom_jobs: true",
    "person all headroom_accounts: true",
    "person all headroom_lookup: true",
    "process all headroom_jobs: true",
    "replaced_secret all headroom_lookup: true",
    "replaced_secret select headroom_jobs: (valid_until < (now() - '30 days'::interval))",
    "replaced_secret delete headroom_jobs: (valid_until < (now() - '30 days'::interval))",
    "run select headroom_lookup: true",
    "run delete headroom_jobs: (published_at IS NULL)",
    "run update headroom_jobs: (published_at IS NULL)",
    "run select headroom_jobs: true",
    "series select headroom_jobs: true",
    `series select headroom_cells: (workspace_id = (${WORKSPACE})`,
    "service select headroom_lookup: true",
    "service delete headroom_jobs: (provisional AND (NOT (EXISTS ( SELECT\n   FROM experiment e\n  WHERE (e.service_id = service.id)))))",
    "service update headroom_jobs: provisional",
    "service select headroom_jobs: provisional",
    "service_day select headroom_jobs: true",
    "session all headroom_lookup: true",
    "session select headroom_jobs: (LEAST(expires_at, revoked_at) < (now() - '30 days'::interval))",
    "session delete headroom_jobs: (LEAST(expires_at, revoked_at) < (now() - '30 days'::interval))",
    "share_link all headroom_lookup: true",
    "sign_in_link all headroom_lookup: true",
    "sign_in_link select headroom_jobs: (expires_at < (now() - '7 days'::interval))",
    "sign_in_link delete headroom_jobs: (expires_at < (now() - '7 days'::interval))",
    "slo_alert select headroom_jobs: true",
    "token all headroom_lookup: true",
    "token select headroom_jobs: ((ci_identity_id IS NOT NULL) AND (expires_at < (now() - '7 days'::interval)))",
    "token delete headroom_jobs: ((ci_identity_id IS NOT NULL) AND (expires_at < (now() - '7 days'::interval)))",
    "token update headroom_jobs: (rotated_at IS NOT NULL)",
    "token select headroom_jobs: (rotated_at IS NOT NULL)",
    "traffic_body select headroom_jobs: true",
    "traffic_body delete headroom_jobs: true",
    "traffic_due all headroom_jobs: true",
    "traffic_exemplar select headroom_jobs: true",
    "traffic_exemplar delete headroom_jobs: true",
    "traffic_gap select headroom_jobs: true",
    "traffic_gap delete headroom_jobs: true",
    "traffic_metric select headroom_jobs: true",
    "traffic_metric delete headroom_jobs: true",
    "traffic_series select headroom_jobs: true",
    `traffic_series select headroom_cells: (workspace_id = (${WORKSPACE})`,
    "traffic_source select headroom_jobs: true",
    "traffic_source delete headroom_jobs: true",
    "traffic_storage all headroom_jobs: true",
    "unmapped_sender select headroom_jobs: true",
    "unmapped_sender delete headroom_jobs: true",
    "verification all headroom_accounts: true",
    "verification select headroom_jobs: (expires_at < (now() - '1 day'::interval))",
    "verification delete headroom_jobs: (expires_at < (now() - '1 day'::interval))",
    "weekly_mail select headroom_jobs: true",
    "workspace select headroom_jobs: (deleted_at IS NOT NULL)",
    "workspace delete headroom_jobs: (deleted_at IS NOT NULL)",
    "workspace select headroom_lookup: true",
    "workspace select headroom_jobs: (settings ? 'keepRunsDays'::text)",
    "workspace select headroom_jobs: (storage_warned > 0)",
    "workspace_quota select headroom_jobs: true",
  ]);
});

describe("functions and views", () => {
  const functions = `from pg_proc f where f.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = f.oid and d.deptype = 'e')`;

  it("that run as another role are look-ups and jobs: a fixed search path, and those may run them who need them", async () => {
    const found = await lines(
      `select concat_ws(' ', f.proname, f.proowner::regrole, f.prosecdef, f.proconfig[1],
         (select string_agg(coalesce(r.rolname, 'public'), ',' order by r.rolname) from aclexplode(f.proacl) g
          left join pg_roles r on r.oid = g.grantee where g.grantee <> f.proowner)) as line
       ${functions} order by 1`,
    );
    const lookedUp = "headroom_lookup t search_path=pg_catalog, public, pg_temp headroom_entry";
    const owned = "headroom_test_owner t search_path=pg_catalog, public, pg_temp";
    const jobs = [
      `queue_job ${owned} headroom_app`,
      `queue_job_later ${owned} headroom_app`,
      `queue_mail ${owned} headroom_accounts`,
      `job_counts ${owned} headroom_jobs`,
      `end_jobs_of ${owned} headroom_jobs`,
      `applied_migrations ${owned} headroom_jobs`,
      `live_log_bytes ${owned} headroom_jobs`,
      `trim_live_log ${owned} headroom_jobs`,
      `trim_traffic ${owned} headroom_jobs`,
      `remove_raw_file ${owned}`,
      `write_job ${owned}`,
      "judged_summary headroom_test_owner f",
      "refresh_experiment headroom_test_owner f search_path=pg_catalog, public, pg_temp",
      "refresh_experiments_of_workspace headroom_test_owner f search_path=pg_catalog, public, pg_temp",
    ];
    const lookups = [
      "attempt_ends_at",
      "close_session",
      "count_attempt",
      "ensure_person",
      "forget_attempts",
      "invitation_by_hash",
      "is_invited",
      "memberships_of",
      "note_share_link_opened",
      "open_session",
      "session_by_hash",
      "sessions_of",
      "share_link_by_hash",
      "switch_session",
      "token_by_hash",
      "touch_replaced_secret",
      "touch_session",
      "touch_token",
      "use_sign_in_link",
      "workspace_by_slug",
      "workspace_holding",
      "workspace_of_ci_identity",
    ].map((name) => `${name} ${lookedUp}`);
    const alsoForAccounts = ["close_sessions", "create_sign_in_link"].map(
      (name) => `${name} ${lookedUp.replace(/headroom_entry$/, "headroom_accounts,headroom_entry")}`,
    );
    const forAccounts = `note_email_change ${lookedUp.replace(/headroom_entry$/, "headroom_accounts")}`;
    expect(found).toEqual([...jobs, ...lookups, ...alsoForAccounts, forAccounts].toSorted());
  });

  it("hold their wall against clever conditions, or have no more rights than their reader", async () => {
    const views = await lines(
      `select concat_ws(' ', c.relname, c.relowner::regrole, c.reloptions::text) as line
       from pg_class c where ${OURS} and c.relkind = 'v' order by 1`,
    );
    expect(views).toEqual([
      "gauge_cell_read headroom_cells {security_barrier=true}",
      "live_cell_read headroom_cells {security_barrier=true}",
      "run_cell_read headroom_cells {security_barrier=true}",
      "service_day_read headroom_test_owner {security_invoker=true}",
      "traffic_cell_read headroom_cells {security_barrier=true}",
      "traffic_gauge_read headroom_cells {security_barrier=true}",
    ]);
  });
});

it("the jobs' schema is out of every role's reach", async () => {
  expect(
    await lines(
      `select r.rolname as line from pg_roles r where r.rolname like 'headroom\\_%' and not r.rolcanlogin
         and has_schema_privilege(r.oid, 'graphile_worker', 'usage')`,
    ),
  ).toEqual([]);
});

it("a chunk can't be read around the view", async () => {
  const part = await seedRun(test.db, await seedExperiment(test.db), { a: { 0: [1] } });
  const chunks = await lines("select show_chunks('run_cell')::text as line");
  expect(chunks.length).toBeGreaterThan(0);
  for (const chunk of chunks) {
    const look = test.db.inWorkspace(part.workspaceId, (tx) => tx.query(`select * from ${chunk}`));
    await expect(look).rejects.toMatchObject({ code: "42501" });
  }
});
