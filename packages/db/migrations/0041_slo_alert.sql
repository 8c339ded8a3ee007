-- Who is notified when the state of an SLO changes, and what they were last notified of.
create table slo_alert (
  slo_id uuid primary key,
  workspace_id uuid not null,
  emails text[] not null,
  webhook_url text,
  -- Minutes since midnight in the zone.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  quiet_zone text,
  -- Null until it is known for the first time.
  state text check (state in ('ok', 'burning-slowly', 'spent', 'burning-fast')),
  state_at timestamptz(3),
  sent_state text not null default 'ok' check (sent_state in ('ok', 'burning-slowly', 'spent', 'burning-fast')),
  checked_at timestamptz(3),
  acknowledged_at timestamptz(3),
  -- Null: a token.
  acknowledged_by uuid,
  check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null) = (quiet_zone is null)),
  check ((state is null) = (state_at is null)),
  foreign key (workspace_id, slo_id) references slo (workspace_id, id) on delete cascade
);
create index slo_alert_checked on slo_alert (checked_at nulls first);

alter table slo_alert enable row level security;
alter table slo_alert force row level security;
create policy tenant on slo_alert to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on slo_alert to headroom_app;

-- Jobs see which ones are due, and nothing of what they say.
create policy due on slo_alert for select to headroom_jobs using (true);
grant select (slo_id, workspace_id, checked_at) on slo_alert to headroom_jobs;
