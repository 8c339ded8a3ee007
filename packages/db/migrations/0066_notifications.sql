-- Where a workspace sends what happens to its runs.
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

-- What became of a run as far as its channels are concerned. It is also what says that nothing is sent twice.
create table run_notice (
  run_id uuid primary key,
  workspace_id uuid not null,
  -- When its last part arrived.
  queued_at timestamptz(3) not null default now(),
  -- Null: that it finished wasn't sent yet.
  finished_at timestamptz(3),
  -- Null: its comparison isn't known yet.
  outcome text check (outcome in ('regressed', 'fine', 'unknown')),
  -- What was last sent of it, if anything.
  announced text check (announced in ('regressed', 'recovered')),
  -- What it was compared with, and what regressed.
  baseline_run_id uuid,
  regressions jsonb,
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
  -- Null: it isn't tried again by itself.
  next_at timestamptz(3),
  check (num_nonnulls(channel_id, slo_id) = 1),
  foreign key (workspace_id, channel_id) references channel (workspace_id, id) on delete cascade,
  foreign key (workspace_id, slo_id) references slo (workspace_id, id) on delete cascade
);
create index delivery_newest on delivery (workspace_id, created_at desc, id desc);
create index delivery_of_channel on delivery (channel_id, created_at desc, id desc) where channel_id is not null;
create index delivery_of_slo on delivery (slo_id) where slo_id is not null;
create index delivery_past on delivery (created_at);

alter table channel enable row level security;
alter table channel force row level security;
create policy tenant on channel to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on channel to headroom_app;

alter table run_notice enable row level security;
alter table run_notice force row level security;
create policy tenant on run_notice to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on run_notice to headroom_app;

alter table delivery enable row level security;
alter table delivery force row level security;
create policy tenant on delivery to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on delivery to headroom_app;

-- The sweep removes old ones, whatever they say.
create policy past on delivery for select to headroom_jobs using (created_at < now() - interval '30 days');
create policy past_removed on delivery for delete to headroom_jobs using (created_at < now() - interval '30 days');
grant select (id, created_at), delete on delivery to headroom_jobs;

-- As queue_job, for jobs that wait first, or of which those of one line run one after another.
create function queue_job_later(
  name text, payload jsonb, key text, attempts_most integer, delay_seconds integer, line text
)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  workspace constant uuid := nullif(current_setting('app.workspace', true), '')::uuid;
begin
  if workspace is null then
    raise exception 'a job is added for a workspace' using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(
    identifier => name,
    payload => (payload || jsonb_build_object('workspaceId', workspace))::json,
    queue_name => workspace || '/' || line,
    run_at => now() + make_interval(secs => delay_seconds),
    job_key => workspace || '/' || key,
    max_attempts => attempts_most
  );
end
$$;
revoke execute on function queue_job_later(text, jsonb, text, integer, integer, text) from public;
grant execute on function queue_job_later(text, jsonb, text, integer, integer, text) to headroom_app;
