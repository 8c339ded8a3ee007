-- A peak day belongs to the workspace and has services. What was a peak day of one service becomes a day with that one, under the
-- same id, and all that was known of it is known of the service on that day.
alter table peak_day rename to service_day;
alter table service_day no force row level security;
drop index peak_day_ended, peak_day_service;
alter table service_day rename constraint peak_day_pkey to service_day_pkey;
alter table service_day rename constraint peak_day_workspace_id_id_key to service_day_workspace_id_id_key;
alter table service_day rename constraint peak_day_expected_peak_check to service_day_expected_peak_check;

create table peak_day (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  name text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- In which its times are shown, an IANA name.
  time_zone text not null,
  -- Days are laid over each other at this moment: "doors open".
  event_name text not null,
  event_at timestamptz(3) not null,
  owner text,
  notes text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  unique (workspace_id, id),
  check (starts_at < ends_at),
  check (event_at between starts_at and ends_at)
);
insert into peak_day (
  id, workspace_id, name, starts_at, ends_at, time_zone, event_name, event_at, owner, notes, version, created_at, updated_at, updated_by
)
select
  id, workspace_id, name, starts_at, ends_at, time_zone, event_name, event_at, owner, notes, version, created_at, updated_at, updated_by
from service_day;
create index peak_day_starts on peak_day (workspace_id, starts_at);
create index peak_day_ended on peak_day (ends_at);

-- What belongs to the day itself, and no longer to its only service.
alter table gameday drop constraint gameday_workspace_id_peak_day_id_fkey;
alter table gameday
  add foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete set null (peak_day_id);
alter table readiness_action drop constraint readiness_action_workspace_id_peak_day_id_fkey;
alter table readiness_action
  add foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete cascade;
alter table share_link drop constraint share_link_workspace_id_peak_day_id_fkey;
alter table share_link add foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete cascade;

alter table service_day drop constraint peak_day_workspace_id_service_id_fkey;
alter table service_day
  drop column name, drop column starts_at, drop column ends_at, drop column time_zone, drop column event_name, drop column event_at,
  drop column owner, drop column notes, drop column version, drop column updated_at, drop column updated_by,
  add column peak_day_id uuid;
update service_day set peak_day_id = id;
alter table service_day
  alter column peak_day_id set not null,
  add unique (peak_day_id, service_id),
  add foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete cascade,
  add foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade;
create index service_day_service on service_day (workspace_id, service_id);
alter table service_day force row level security;
alter table peak_day enable row level security, force row level security;
create policy tenant on peak_day to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on peak_day to headroom_app;

-- A service on a day, with the day's times.
create view service_day_read with (security_invoker = true) as
select
  s.id, s.workspace_id, s.peak_day_id, s.service_id, s.expected_peak, s.expected_source, s.created_at,
  d.name, d.starts_at, d.ends_at, d.time_zone, d.event_name, d.event_at
from service_day s join peak_day d on d.id = s.peak_day_id;
grant select on service_day_read to headroom_app;

alter table peak_day_alert rename column peak_day_id to service_day_id;
alter table peak_day_earlier rename column peak_day_id to service_day_id;
alter table peak_day_earlier drop constraint peak_day_earlier_check1, drop constraint peak_day_earlier_workspace_id_earlier_id_fkey;
alter table peak_day_earlier
  add foreign key (workspace_id, earlier_id) references peak_day (workspace_id, id) on delete cascade;
alter table peak_day_curve rename column peak_day_id to service_day_id;
alter table peak_day_frozen rename column peak_day_id to service_day_id;
alter table readiness_visit rename column peak_day_id to service_day_id;

-- What was queued names them otherwise: the next sweep queues it again.
alter table peak_day_frozen no force row level security;
update peak_day_frozen set queued_at = null;
alter table peak_day_frozen force row level security;

-- Jobs see which days run, and which are over and not frozen yet, and nothing of what they say.
create policy due on peak_day for select to headroom_jobs using (true);
grant select (id, starts_at, ends_at) on peak_day to headroom_jobs;
grant select (peak_day_id) on service_day to headroom_jobs;
