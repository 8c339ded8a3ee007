-- Where a workspace sends what happens to its runs and SLOs, and who gets a weekly mail.

create table channel (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('webhook', 'slack', 'teams', 'google-chat')),
  -- Whoever knows the URL of a chat can write to it, so it is encrypted. Its origin is what people see of it.
  sealed_url text not null,
  origin text not null,
  -- Null: all services.
  service_id uuid,
  events text[] not null check (cardinality(events) > 0),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by uuid,
  unique (workspace_id, id),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade
);

-- What became of a run as far as its channels are concerned. It also makes sure that nothing is sent twice.
create table run_notice (
  run_id uuid primary key,
  workspace_id uuid not null,
  -- When its last part arrived.
  queued_at timestamptz(3) not null default now(),
  -- Null: that it finished wasn't sent yet.
  finished_at timestamptz(3),
  -- Null: its comparison isn't known yet. Later runs aren't compared with one that was worse, though it can be chance, or that
  -- was under much more load: their own load would look like a regression.
  outcome text check (outcome in ('regressed', 'worse', 'busier', 'fine', 'unknown')),
  -- What was last sent about it, if anything.
  announced text check (announced in ('regressed', 'recovered')),
  -- What it was compared with, and what regressed.
  baseline_run_id uuid,
  regressions jsonb,
  -- It was parsed again, or this is a copy: whether it regressed has to be found out again, but nobody is told.
  silent boolean not null default false,
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade
);

-- One message to one receiver, as it is sent: to a channel, or to an SLO's own webhook.
create table delivery (
  id uuid primary key,
  workspace_id uuid not null,
  channel_id uuid,
  slo_id uuid,
  type text not null,
  title text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'retrying', 'delivered', 'given-up')),
  -- Each time that somebody sends it again, a new round of attempts begins.
  round integer not null default 1,
  attempts integer not null default 0,
  -- Of the last attempt. The status is null if there was no answer.
  status integer,
  problem text,
  created_at timestamptz(3) not null,
  tried_at timestamptz(3),
  -- Null: it isn't tried again automatically.
  next_at timestamptz(3),
  check (num_nonnulls(channel_id, slo_id) = 1),
  foreign key (workspace_id, channel_id) references channel (workspace_id, id) on delete cascade,
  foreign key (workspace_id, slo_id) references slo (workspace_id, id) on delete cascade
);
create index delivery_newest on delivery (workspace_id, created_at desc, id desc);
create index delivery_of_channel on delivery (channel_id, created_at desc, id desc) where channel_id is not null;
create index delivery_of_slo on delivery (slo_id) where slo_id is not null;
create index delivery_past on delivery (created_at);

-- Nobody gets the weekly mail without asking for it: no row, no mail.
create table weekly_mail (
  workspace_id uuid not null,
  person_id uuid not null,
  -- The next one is due on a Monday morning by the clocks of this zone.
  time_zone text not null,
  due_at timestamptz(3) not null,
  -- The next one says what got worse since then.
  told_until timestamptz(3) not null,
  primary key (workspace_id, person_id),
  foreign key (workspace_id, person_id) references membership (workspace_id, person_id) on delete cascade
);
create index weekly_mail_due on weekly_mail (due_at);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['channel', 'run_notice', 'delivery', 'weekly_mail'] loop
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
grant select, insert, update, delete on channel, weekly_mail to headroom_app;
grant select, insert, update on run_notice, delivery to headroom_app;

-- The sweep removes old ones, whatever they say.
create policy past on delivery for select to headroom_jobs using (created_at < now() - interval '30 days');
create policy past_removed on delivery for delete to headroom_jobs using (created_at < now() - interval '30 days');
grant select (id, created_at), delete on delivery to headroom_jobs;

-- Jobs see which ones are due.
create policy due on weekly_mail for select to headroom_jobs using (true);
grant select (workspace_id, person_id, due_at) on weekly_mail to headroom_jobs;
