-- Who sends metrics of a service that doesn't exist, because nothing counts any of them: the names of the service, and what arrived.
create table unmapped_sender (
  workspace_id uuid not null references workspace (id) on delete cascade,
  slug text not null,
  name text not null,
  first_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  -- By name and field: what a service has in traffic_metric.
  metrics jsonb not null,
  primary key (workspace_id, slug)
);
create index unmapped_sender_seen on unmapped_sender (seen_at);

alter table unmapped_sender enable row level security, force row level security;
create policy tenant on unmapped_sender to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on unmapped_sender to headroom_app;

create policy forget on unmapped_sender for select to headroom_jobs using (true);
create policy forget_old on unmapped_sender for delete to headroom_jobs using (true);
grant select, delete on unmapped_sender to headroom_jobs;
