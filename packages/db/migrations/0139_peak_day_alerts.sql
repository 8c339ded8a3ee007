-- What people were told of a peak day while it runs. Made at the first look at it.
create table peak_day_alert (
  peak_day_id uuid primary key,
  workspace_id uuid not null,
  -- How many minutes in a row have to be bad.
  minutes smallint not null default 1 check (minutes between 1 and 30),
  state text not null default 'calm' check (state in ('calm', 'near', 'above', 'slow', 'errors', 'silent')),
  -- Null until it changes for the first time.
  state_at timestamptz(3),
  -- Since when each look has found something worse, or better, than the state.
  worse_since timestamptz(3),
  better_since timestamptz(3),
  told text not null default 'calm' check (told in ('calm', 'near', 'above', 'slow', 'errors', 'silent')),
  acknowledged_at timestamptz(3),
  -- Null: a token.
  acknowledged_by uuid,
  -- Until then, nobody is told anything.
  silenced_until timestamptz(3),
  silenced_by uuid,
  checked_at timestamptz(3),
  foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete cascade
);
alter table peak_day_alert enable row level security, force row level security;
create policy tenant on peak_day_alert to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on peak_day_alert to headroom_app;

-- Jobs see which days run and were looked at, and nothing of what they say.
create policy due on peak_day_alert for select to headroom_jobs using (true);
grant select (peak_day_id, checked_at, told) on peak_day_alert to headroom_jobs;
grant select (starts_at) on peak_day to headroom_jobs;

alter table channel drop constraint channel_kind_check;
alter table channel
  add constraint channel_kind_check
  check (kind in ('webhook', 'slack', 'teams', 'google-chat', 'discord', 'pagerduty', 'opsgenie'));
