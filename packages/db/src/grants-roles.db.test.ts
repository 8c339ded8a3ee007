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

  it("of cells hold their wall against clever conditions", async () => {
    const views = await lines(
      `select concat_ws(' ', c.relname, c.relowner::regrole, c.reloptions::text) as line
       from pg_class c where ${OURS} and c.relkind = 'v' order by 1`,
    );
    expect(views).toEqual([
      "gauge_cell_read headroom_cells {security_barrier=true}",
      "live_cell_read headroom_cells {security_barrier=true}",
      "run_cell_read headroom_cells {security_barrier=true}",
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
