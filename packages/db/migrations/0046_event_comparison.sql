-- What is usual between the hours before and after an event: how the same hours of earlier days differed. Kept with the two
-- runs, because the traffic of those days isn't.
create table event_comparison (
  workspace_id uuid not null,
  before_run_id uuid not null,
  after_run_id uuid not null,
  usual jsonb not null,
  created_at timestamptz(3) not null,
  primary key (before_run_id, after_run_id),
  foreign key (workspace_id, before_run_id) references run (workspace_id, id) on delete cascade,
  foreign key (workspace_id, after_run_id) references run (workspace_id, id) on delete cascade
);
create index event_comparison_after on event_comparison (after_run_id);

alter table event_comparison enable row level security;
alter table event_comparison force row level security;
create policy tenant on event_comparison to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on event_comparison to headroom_app;
