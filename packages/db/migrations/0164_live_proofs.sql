-- What production itself held on a day in UTC, and why nothing if it held nothing.
create table live_proof (
  workspace_id uuid not null,
  service_id uuid not null,
  day date not null,
  -- Successful requests a second; null: nothing was held.
  throughput double precision check (throughput > 0),
  gap text check (gap in ('no-limit', 'nothing-known', 'never-met', 'contradicted', 'inside-bucket')),
  from_at timestamptz(3),
  to_at timestamptz(3),
  p99_low_ms double precision,
  -- Null beside a lower end: above the highest bound of the source.
  p99_high_ms double precision,
  error_rate double precision,
  -- What it was judged by.
  targets text[] not null,
  -- The last one of the day before or in the stretch.
  deploy jsonb,
  -- A target that lies inside a bucket of the source, and the bound that would settle it.
  inside jsonb,
  -- The least busy stretch that missed a target.
  missed jsonb,
  made_at timestamptz(3) not null,
  primary key (service_id, day),
  check ((throughput is null) = (gap is not null)),
  check ((throughput is null) = (from_at is null) and (from_at is null) = (to_at is null)),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade
);

alter table live_proof enable row level security, force row level security;
create policy tenant on live_proof to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on live_proof to headroom_app;

-- Jobs see when a service was last looked at, and nothing of what it held.
create policy due on live_proof for select to headroom_jobs using (true);
grant select (service_id, made_at) on live_proof to headroom_jobs;
