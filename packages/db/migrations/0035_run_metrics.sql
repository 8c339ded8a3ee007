-- Metrics that clients of wire protocols send into a live run.
create table live_metrics (
  run_id uuid primary key references live_run (run_id) on delete cascade,
  workspace_id uuid not null references workspace (id) on delete cascade,
  -- As in table traffic: the best rule that arrived, and which counts when.
  rule text,
  counted_rule text,
  counted_before text,
  counted_from timestamptz(3),
  requests bigint not null default 0,
  -- Of these, the source doesn't say whether they failed.
  without_outcome bigint not null default 0,
  -- Requests that sources counted while they weren't heard for too long. They are in no cell.
  missed bigint not null default 0
);
create table live_source (
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null references live_metrics (run_id) on delete cascade,
  key text not null,
  state jsonb not null,
  heard_at timestamptz(3) not null,
  primary key (run_id, key)
);
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
  foreach tenant_table in array array['live_metrics', 'live_source', 'live_body'] loop
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
grant select, insert, update on live_metrics to headroom_app;
-- They are only needed until the run has ended.
grant select, insert, update, delete on live_source to headroom_app;
grant select, insert, delete on live_body to headroom_app;
