-- Traces of slow requests, as metrics name them: a few for each label and minute.
create table traffic_exemplar (
  workspace_id uuid not null,
  service_id uuid not null,
  -- When the minute begins.
  at timestamptz(3) not null,
  label text not null,
  latency_us bigint not null check (latency_us >= 0),
  trace_id text not null check (trace_id ~ '^[0-9a-f]{8,32}$'),
  primary key (service_id, at, label, latency_us),
  foreign key (workspace_id, service_id) references traffic (workspace_id, service_id) on delete cascade
);
create index traffic_exemplar_at on traffic_exemplar (at);

alter table traffic_exemplar enable row level security, force row level security;
create policy tenant on traffic_exemplar to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on traffic_exemplar to headroom_app;

create policy forget on traffic_exemplar for select to headroom_jobs using (true);
create policy forget_old on traffic_exemplar for delete to headroom_jobs using (true);
grant select, delete on traffic_exemplar to headroom_jobs;
