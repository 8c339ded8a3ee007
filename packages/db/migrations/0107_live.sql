-- Live runs, and the log in which everything that arrives live waits until it has been counted.

-- The log

-- In the order in which it was accepted. The log holds all workspaces side by side, so only the jobs role sees it.
create table live_log (
  accepted_at timestamptz(3) not null,
  position bigint not null,
  partition smallint not null,
  -- Already packed.
  body bytea storage external not null
);
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
  position bigint not null,
  -- Left by whoever moved it: a process that finds its own mark still knows what sources said last.
  mark uuid
);
insert into live_position (partition, position) select at, 0 from generate_series(0, 63) as at;

-- What could not be counted, kept for a person to look at. Counting continues behind it.
create table live_log_failed (
  position bigint primary key,
  partition smallint not null,
  body bytea not null,
  reason text not null,
  failed_at timestamptz(3) not null default now()
);

grant select, insert on live_log to headroom_jobs;
grant select, update on live_log_head, live_position to headroom_jobs;
-- Deleting a workspace deletes what could not be counted of it, too.
grant select, insert, delete on live_log_failed to headroom_jobs;

-- Removes whole hours, and never one that holds something uncounted.
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

create function live_log_bytes()
returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ select public.hypertable_size('public.live_log') $$;

revoke execute on function trim_live_log(interval), live_log_bytes() from public;
grant execute on function trim_live_log(interval), live_log_bytes() to headroom_jobs;

-- Runs and their writers

create table live_run (
  run_id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  -- Whether writers may join.
  state text not null check (state in ('open', 'finished')),
  -- Of the request that opened it.
  parameters jsonb not null,
  opened_at timestamptz(3) not null,
  heard_at timestamptz(3) not null,
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade
);
create index live_run_open on live_run (heard_at) where state = 'open';

-- A writer that ends becomes a part, as an upload does.
create table live_writer (
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null references live_run (run_id) on delete cascade,
  writer text not null,
  -- What earlier attempts sent no longer counts.
  attempt text not null,
  past_attempts text[] not null default '{}',
  state text not null check (state in ('open', 'finished', 'interrupted')),
  -- Whether its batches are still to become a part.
  staged boolean not null,
  cells bigint not null default 0,
  requests bigint not null default 0,
  bytes_in bigint not null default 0,
  -- It sends cells of all requests itself.
  sends_all boolean not null default false,
  first_second bigint,
  -- Exclusive.
  last_second bigint,
  first_start_us bigint,
  last_completion_us bigint,
  -- What it said at its end.
  ending jsonb,
  heard_at timestamptz(3) not null,
  -- The batches that counted, as ranges: {from, to, from, to, …}.
  counted integer[] not null default '{}',
  -- Of the last batches: their numbers and digests.
  recent bytea,
  -- Batches that arrived after it had ended, or for an attempt that was over.
  late bigint not null default 0,
  -- Numbers that arrived twice with different content.
  conflicts bigint not null default 0,
  part_id uuid,
  -- All of its requests so far, for those who look at the run while it is received: as it sent them, and as its labels add up.
  sent_total jsonb,
  added_up_total jsonb,
  primary key (run_id, writer)
);
create index live_writer_heard on live_writer (heard_at) where staged;

-- What a writer sends beside its cells: failures and gauges.
create table live_addition (
  id bigint generated always as identity primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  part_id uuid not null,
  body bytea not null,
  foreign key (workspace_id, part_id) references part (workspace_id, id) on delete cascade
);
create index live_addition_part on live_addition (part_id, id);

-- What became of a request that had to go through the log, until its sender has read it.
create table live_outcome (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null references live_run (run_id) on delete cascade,
  -- Null: it was done.
  problem jsonb,
  answer text,
  at timestamptz(3) not null,
  -- A request that may end the run is in the log, or about to be: whether what arrives now is before it isn't known yet.
  pending boolean not null default false
);
create index live_outcome_run on live_outcome (run_id);

-- Metrics that clients of wire protocols send into a live run. Its columns mean what those of `traffic` mean.
create table live_metrics (
  run_id uuid primary key references live_run (run_id) on delete cascade,
  workspace_id uuid not null references workspace (id) on delete cascade,
  rule text,
  counted_rule text,
  counted_before text,
  counted_from timestamptz(3),
  requests bigint not null default 0,
  -- Of these, the source doesn't say whether they failed.
  without_outcome bigint not null default 0,
  -- Requests that sources counted while they weren't heard for too long. They are in no cell.
  missed bigint not null default 0,
  left_out boolean not null default false,
  simulated boolean not null default false,
  real boolean not null default false,
  unusable integer not null default 0
);

-- As traffic_source.
create table live_source (
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null references live_metrics (run_id) on delete cascade,
  key text not null,
  state bytea not null,
  heard_at timestamptz(3) not null,
  target text,
  primary key (run_id, key)
) with (fillfactor = 60);

create table live_body (
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null references live_metrics (run_id) on delete cascade,
  digest text not null,
  at timestamptz(3) not null,
  primary key (run_id, digest)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'live_run', 'live_writer', 'live_addition', 'live_outcome', 'live_metrics', 'live_source', 'live_body'
  ] loop
    execute format('alter table %I enable row level security, force row level security', tenant_table);
    execute format(
      'create policy tenant on %I to headroom_app
         using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)',
      tenant_table
    );
  end loop;
end
$$;
grant select, insert, update on live_run, live_writer, live_metrics to headroom_app;
grant select, insert on live_addition to headroom_app;
grant select, insert, delete on live_outcome to headroom_app;
-- Only needed until the run has ended.
grant select, insert, update, delete on live_source to headroom_app;
grant select, insert, delete on live_body to headroom_app;

-- The sweep finds silent runs in every workspace, and leaves runs alone that are still expected.
create policy sweep_read on live_run for select to headroom_jobs using (true);
create policy sweep_read on live_writer for select to headroom_jobs using (true);
grant select on live_run, live_writer to headroom_jobs;
