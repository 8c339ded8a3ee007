-- A live run waits as the batches that its writers send, a row each: one that comes again finds its place taken, and what
-- stands here belongs to no process. A writer that ends becomes a part, as an upload does.
create table live_run (
  run_id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  -- Whether writers may come.
  state text not null check (state in ('open', 'finished')),
  -- Of the request that opened it.
  parameters jsonb not null,
  opened_at timestamptz(3) not null,
  heard_at timestamptz(3) not null,
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade
);
create index live_run_open on live_run (heard_at) where state = 'open';

create table live_writer (
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null references live_run (run_id) on delete cascade,
  writer text not null,
  -- Its go at sending; what those before it sent counts no more.
  attempt text not null,
  past_attempts text[] not null default '{}',
  state text not null check (state in ('open', 'finished', 'interrupted')),
  -- Whether its batches are still to become a part.
  staged boolean not null,
  -- Of the last batch that counted.
  sequence integer not null default 0,
  digest bytea,
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
  primary key (run_id, writer)
);
create index live_writer_heard on live_writer (heard_at) where staged;

create table live_batch (
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null,
  writer text not null,
  sequence integer not null,
  body bytea not null,
  -- The labels whose cells are longer than a second, with their longest: [[name, kind, step]].
  coarse jsonb,
  primary key (run_id, writer, sequence),
  foreign key (run_id, writer) references live_writer (run_id, writer) on delete cascade
);
-- It is packed already.
alter table live_batch alter column body set storage external;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['live_run', 'live_writer', 'live_batch'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I to headroom_app
         using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)',
      tenant_table
    );
  end loop;
end
$$;

grant select, insert, update on live_run, live_writer to headroom_app;
grant select, insert, delete on live_batch to headroom_app;

-- The sweeper finds runs that fell silent in every workspace, and keeps its hands off runs that are still to come.
create policy sweep_read on live_run for select to headroom_jobs using (true);
create policy sweep_read on live_writer for select to headroom_jobs using (true);
grant select on live_run, live_writer to headroom_jobs;
