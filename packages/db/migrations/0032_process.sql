-- The processes of the installation, one row for each start. A process repeats that it is there, so one that was killed is seen
-- to be gone. The database's own starts are noted by the others.
create table process (
  id uuid primary key,
  kind text not null check (kind in ('database', 'ingest', 'web')),
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  -- When it shut down; null: it runs, or was killed.
  ended_at timestamptz(3),
  facts jsonb not null default '{}'
);
create unique index process_database_start on process (started_at) where kind = 'database';
create index process_start on process (started_at);
alter table process enable row level security;
alter table process force row level security;
create policy jobs on process to headroom_jobs using (true) with check (true);
grant select, insert, update, delete on process to headroom_jobs;

create function applied_migrations()
returns table (total integer, newest text, at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select count(*)::integer, max(m.name), max(m.run_on)::timestamptz from public.applied_migration m
$$;
revoke execute on function applied_migrations() from public;
grant execute on function applied_migrations() to headroom_jobs;
