import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";

/** One line for each role, policy and grant that the migrations make. */
export const ACCESS_FILE = join(import.meta.dirname, "../access.txt");

const OURS = String.raw`r.rolname like 'headroom\_%' and not r.rolcanlogin`;
// Until PostgreSQL 16 a membership always came with the right to take the role.
const TAKES = `case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end`;

const PARTS = [
  `select 'role ' || r.rolname from pg_roles r where ${OURS}`,
  `select 'membership in ' || r.rolname from pg_roles r where ${OURS}
   and pg_has_role(current_user, r.oid, ${TAKES})`,
  `select 'schema public: usage for ' || r.rolname
   from pg_namespace n, aclexplode(n.nspacl) g join pg_roles r on r.oid = g.grantee
   where n.nspname = 'public' and g.privilege_type = 'USAGE' and ${OURS}`,
  `select 'table ' || c.relname || ': forced row level security'
   from pg_class c where c.relnamespace = 'public'::regnamespace and c.relrowsecurity and c.relforcerowsecurity`,
  `select 'table ' || p.tablename || ': policy ' || p.policyname || ' (' || lower(p.cmd) || ') for '
     || array_to_string(p.roles, ', ')
   from pg_policies p where p.schemaname = 'public'`,
  `select 'table ' || c.relname || ': ' || lower(g.privilege_type) || ' for ' || r.rolname
   from pg_class c, aclexplode(c.relacl) g join pg_roles r on r.oid = g.grantee
   where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner and ${OURS}`,
  `select 'table ' || c.relname || ': ' || lower(g.privilege_type) || ' of ' || a.attname || ' for ' || r.rolname
   from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g join pg_roles r on r.oid = g.grantee
   where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner and ${OURS}`,
  `select 'view ' || c.relname || ': owned by ' || r.rolname
   from pg_class c join pg_roles r on r.oid = c.relowner
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and ${OURS}`,
  `select 'function ' || f.proname || '(' || oidvectortypes(f.proargtypes) || '): owned by ' || r.rolname
   from pg_proc f join pg_roles r on r.oid = f.proowner
   where f.pronamespace = 'public'::regnamespace and ${OURS}`,
  `select 'function ' || f.proname || '(' || oidvectortypes(f.proargtypes) || '): execute for ' || r.rolname
   from pg_proc f, aclexplode(f.proacl) g join pg_roles r on r.oid = g.grantee
   where f.pronamespace = 'public'::regnamespace and g.grantee <> f.proowner and ${OURS}`,
  // A function without a list may be executed by everyone.
  `select 'function ' || f.proname || '(' || oidvectortypes(f.proargtypes) || '): closed to public'
   from pg_proc f
   where f.pronamespace = 'public'::regnamespace and f.prosecdef and f.proacl is not null
     and not exists (select from aclexplode(f.proacl) g where g.grantee = 0)`,
];

/** The roles, policies and grants that a database has, seen by the role that migrates. */
export async function readAccess(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select line from (${PARTS.join(" union all ")}) as found (line) order by line collate "C"`,
  );
  return rows.map(({ line }) => line);
}

/** What a database lacks of what the migrations make; more than that is the administrator's business. */
async function missingAccess(client: pg.Client): Promise<string[]> {
  const found = new Set(await readAccess(client));
  return readFileSync(ACCESS_FILE, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !found.has(line));
}

const SHOWN = 8;

/** Throws if tables came without the roles, policies and grants that the product needs to read them. */
export async function requireAccess(client: pg.Client): Promise<void> {
  const missing = await missingAccess(client);
  if (missing.length === 0) return;
  const shown = missing.slice(0, SHOWN).map((line) => `  ${line}`);
  if (missing.length > SHOWN) shown.push(`  and ${missing.length - SHOWN} more`);
  throw new Error(
    [
      `the database lacks ${missing.length} of the roles, policies and grants that Headroom needs:`,
      ...shown,
      "It was probably restored from a dump without its roles. Restore a backup instead: docs/backup.md.",
    ].join("\n"),
  );
}
