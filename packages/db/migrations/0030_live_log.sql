-- Everything that arrives live stands in one log, in the order in which it was accepted, until it has been counted. The log
-- holds all workspaces side by side, so only the jobs role sees it.
create table live_log (
  accepted_at timestamptz(3) not null,
  position bigint not null,
  partition smallint not null,
  body bytea not null
);
-- It is packed already.
alter table live_log alter column body set storage external;
select create_hypertable('live_log', by_range('accepted_at', interval '1 hour'), create_default_indexes => false);
create index live_log_place on live_log (partition, position);

-- Whoever appends holds this row until the commit, so positions become visible in rising order and a reader misses none.
create table live_log_head (
  only_one boolean primary key default true check (only_one),
  next bigint not null
);
insert into live_log_head (next) values (1);

-- How far each partition has been counted, moved in the transaction that writes what it counts.
create table live_position (
  partition smallint primary key,
  position bigint not null
);
insert into live_position (partition, position) select at, 0 from generate_series(0, 63) as at;

-- What could not be counted, kept for a person to look at; the log goes on behind it.
create table live_log_failed (
  position bigint primary key,
  partition smallint not null,
  body bytea not null,
  reason text not null,
  failed_at timestamptz(3) not null default now()
);

grant select, insert on live_log to headroom_jobs;
grant select, update on live_log_head, live_position to headroom_jobs;
grant select, insert on live_log_failed to headroom_jobs;

-- Whole hours go, and never one that holds something uncounted.
create function trim_live_log(keep interval)
returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  waiting timestamptz;
begin
  select min(l.accepted_at) into waiting
  from public.live_log l join public.live_position p on p.partition = l.partition where l.position > p.position;
  return (
    select count(*) from public.drop_chunks('public.live_log', older_than => least(waiting, now() - keep))
  );
end
$$;
revoke execute on function trim_live_log(interval) from public;
grant execute on function trim_live_log(interval) to headroom_jobs;

create function live_log_bytes()
returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ select public.hypertable_size('public.live_log') $$;
revoke execute on function live_log_bytes() from public;
grant execute on function live_log_bytes() to headroom_jobs;

-- The cells of a live writer stand under a part of their own until it ends: no process owns it, and no sweep takes it.
alter table part drop constraint part_kind_check;
alter table part add constraint part_kind_check check (kind in ('requests', 'gauges', 'live'));
alter table part drop constraint part_state_check;
alter table part add constraint part_state_check
  check (state in ('writing', 'receiving', 'published', 'replaced', 'failed')),
  add check ((kind = 'live') >= (state = 'receiving'));

drop table live_batch;
alter table live_writer
  drop column sequence,
  drop column digest,
  -- The batches that counted, as ranges: {from, to, from, to, …}.
  add column counted integer[] not null default '{}',
  -- Of the last batches: their numbers and digests.
  add column recent bytea,
  -- Batches that came after it had ended, or for an attempt that was over.
  add column late bigint not null default 0,
  -- Numbers that came twice with different content.
  add column conflicts bigint not null default 0,
  add column part_id uuid,
  -- All of its requests so far, for those who look at the run while it is received: as it sent them, and as its labels add up.
  add column sent_total jsonb,
  add column added_up_total jsonb;
-- What stood in the old table is sent again from the start by writers that resume.
update live_writer set cells = 0, requests = 0, bytes_in = 0, first_second = null, last_second = null,
  first_start_us = null, last_completion_us = null where staged;

-- What a writer sends beside its cells: failures and gauges.
create table live_addition (
  id bigint generated always as identity primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  part_id uuid not null,
  body bytea not null,
  foreign key (workspace_id, part_id) references part (workspace_id, id) on delete cascade
);
create index live_addition_part on live_addition (part_id, id);
alter table live_addition enable row level security;
alter table live_addition force row level security;
create policy tenant on live_addition to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert on live_addition to headroom_app;

create view live_cell_read with (security_barrier = true) as
  select c.imported_at, s.run_id, c.series_id, c.part_id, c.step, c.offset_s, c.piece,
    c.requests, c.errors, c.items, c.bytes, c.sum_us, c.min_us, c.max_us, c.dist_kind, c.dist, c.dist_failed
  from run_cell c
  join series s on s.id = c.series_id
  join part p on p.id = c.part_id and p.run_id = s.run_id
  where p.kind = 'live' and p.state = 'receiving';
grant create on schema public to headroom_cells;
alter view live_cell_read owner to headroom_cells;
revoke create on schema public from headroom_cells;
grant select on live_cell_read to headroom_app;

-- What became of a request that had to go through the log, until the one who asked has read it.
create table live_outcome (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null references live_run (run_id) on delete cascade,
  -- Null: it was done.
  problem jsonb,
  answer text,
  at timestamptz(3) not null
);
create index live_outcome_run on live_outcome (run_id);
alter table live_outcome enable row level security;
alter table live_outcome force row level security;
create policy tenant on live_outcome to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on live_outcome to headroom_app;
