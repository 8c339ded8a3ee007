import type pg from "pg";
import { readAccess } from "./access.ts";

const OURS = `array(select oid from pg_roles where rolname like 'headroom\\_%' and not rolcanlogin)`;
// What TimescaleDB itself puts into the schema comes and goes with its versions.
const OWN = (row: string) =>
  `not exists (select from pg_depend e where e.classid = ${row}.tableoid and e.objid = ${row}.oid and e.deptype = 'e')`;
// Definitions are printed over several lines, and with other breaks by other versions of PostgreSQL.
const ONE_LINE = (text: string) => `btrim(regexp_replace(${text}, '\\s+', ' ', 'g'))`;
const TABLES = "c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')";
const OWNER = "(select t.relowner from pg_class t where t.oid = 'public.applied_migration'::regclass)";

const PARTS = [
  `select 'extension ' || extname from pg_extension where extname = 'timescaledb'`,

  `select concat_ws(' ', 'table', c.relname,
     case when c.relowner <> ${OWNER} then 'owned by ' || c.relowner::regrole::text end,
     case c.relpersistence when 'u' then 'unlogged' end, case when c.relrowsecurity then 'with row level security' end,
     (select string_agg(o, ', ' order by o) from unnest(c.reloptions) as o where o like 'fillfactor=%'))
   from pg_class c where ${TABLES} and ${OWN("c")}`,
  // By place, because a backup stores rows without the names of their columns.
  `select concat_ws(' ', 'table', c.relname || ': column',
     to_char(row_number() over (partition by c.oid order by a.attnum), 'FM00'), a.attname,
     format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
     case when a.attcollation <> t.typcollation then 'collate ' || a.attcollation::regcollation::text end,
     case a.attgenerated when 's' then 'stored as' when 'v' then 'computed as' else case when d.oid is not null then 'default' end end,
     pg_get_expr(d.adbin, d.adrelid), case a.attidentity when 'a' then 'identity' when 'd' then 'identity by default' end,
     case when a.attstorage <> t.typstorage then 'storage ' || a.attstorage::text end)
   from pg_class c
   join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   join pg_type t on t.oid = a.atttypid
   left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where ${TABLES} and ${OWN("c")}`,
  // PostgreSQL 18 lists what is not null as constraints, too.
  `select concat_ws(' ', 'table', c.relname || ': constraint', k.conname, pg_get_constraintdef(k.oid),
     case when not k.convalidated then 'not valid' end)
   from pg_constraint k join pg_class c on c.oid = k.conrelid
   where ${TABLES} and ${OWN("c")} and k.contype in ('c', 'f', 'p', 'u', 'x')`,
  `select concat_ws(' ', 'table', c.relname || ': index', ${ONE_LINE("pg_get_indexdef(i.indexrelid)")},
     case when not i.indisvalid then 'invalid' end)
   from pg_index i join pg_class c on c.oid = i.indrelid where ${TABLES} and ${OWN("c")}`,
  `select concat_ws(' ', 'table', c.relname || ': trigger', ${ONE_LINE("pg_get_triggerdef(g.oid)")},
     case g.tgenabled when 'O' then null else 'enabled ' || g.tgenabled::text end)
   from pg_trigger g join pg_class c on c.oid = g.tgrelid
   where ${TABLES} and not g.tgisinternal and g.tgname not like 'ts\\_%'`,
  `select concat_ws(' ', 'table', c.relname || ': policy', p.polname,
     case when not p.polpermissive then 'restrictive' end,
     case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
     'for', (select string_agg(case r.oid when 0 then 'public' else r.oid::regrole::text end, ', ' order by r.oid::regrole::text collate "C")
       from unnest(p.polroles) as r (oid)),
     'using ' || ${ONE_LINE("pg_get_expr(p.polqual, p.polrelid)")},
     'with check ' || ${ONE_LINE("pg_get_expr(p.polwithcheck, p.polrelid)")})
   from pg_policy p join pg_class c on c.oid = p.polrelid
   where ${TABLES} and p.polroles <@ array_append(${OURS}, 0::oid)`,
  `select 'table ' || c.relname || ': ' || lower(g.privilege_type) || ' for public'
   from pg_class c, aclexplode(c.relacl) g
   where c.relnamespace = 'public'::regnamespace and g.grantee = 0 and ${OWN("c")}`,
  `select concat_ws(' ', 'table', d.hypertable_name || ': in chunks by', d.column_name, 'of', d.time_interval)
   from timescaledb_information.dimensions d where d.hypertable_schema = 'public'`,

  `select concat_ws(' ', 'sequence', c.relname || ':', format_type(s.seqtypid, null), 'from', s.seqstart, 'by', s.seqincrement,
     'between', s.seqmin, 'and', s.seqmax, 'cache', s.seqcache, case when s.seqcycle then 'cycle' end,
     'of', d.refobjid::regclass::text || '.' || a.attname)
   from pg_sequence s join pg_class c on c.oid = s.seqrelid
   left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0
   left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
   where c.relnamespace = 'public'::regnamespace and ${OWN("c")}`,
  `select concat_ws(' ', 'view', c.relname || ':', array_to_string(c.reloptions, ', '),
     'as', ${ONE_LINE("pg_get_viewdef(c.oid)")})
   from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') and ${OWN("c")}`,
  `select concat_ws(' ', 'function', f.proname || '(' || pg_get_function_arguments(f.oid) || '):',
     'returns', pg_get_function_result(f.oid), 'in', l.lanname,
     case f.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
     case when f.prosecdef then 'security definer' end, case when f.proisstrict then 'strict' end,
     case when f.proleakproof then 'leakproof' end, case f.proparallel when 'u' then null else 'parallel ' || f.proparallel::text end,
     array_to_string(f.proconfig, ', '), case when f.proacl is null then 'open to public' end,
     'body', encode(sha256(convert_to(f.prosrc, 'UTF8')), 'hex'))
   from pg_proc f join pg_language l on l.oid = f.prolang
   where f.pronamespace = 'public'::regnamespace and ${OWN("f")}`,
  `select concat_ws(' ', 'type', t.typname || ':', t.typtype) from pg_type t left join pg_class c on c.oid = t.typrelid
   where t.typnamespace = 'public'::regnamespace and t.typelem = 0 and (c.oid is null or c.relkind = 'c') and ${OWN("t")}`,
  `select concat_ws(' ', 'comment on', i.type, i.identity || ':', d.description)
   from pg_description d cross join pg_identify_object(d.classoid, d.objoid, d.objsubid) i
   where i.schema = 'public' and not exists (
     select from pg_depend e where e.classid = d.classoid and e.objid = d.objoid and e.deptype = 'e'
   )`,
];

/**
 * Everything that migrations make, one line for each: what doesn't depend on the server, its edition of TimescaleDB, the
 * name of the role that migrates, or what has been stored.
 */
export async function readCatalog(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select distinct line from (${PARTS.join(" union all ")}) as found (line)`,
  );
  return [...rows.map(({ line }) => line), ...(await readAccess(client))].toSorted();
}
