-- Who sees what. Connections start as headroom_entry, which can only look things up. Each transaction then takes the role
-- that it needs: headroom_app within one workspace, headroom_accounts for people and how they sign in, headroom_jobs for
-- work across workspaces. Functions run as headroom_lookup, and views of cells as headroom_cells.

-- Roles belong to the whole cluster and migrations to one database: another database may have created them already, or be
-- creating them at this moment. Whoever loses that race looks again.
do $$
declare
  role_name text;
  -- Until PostgreSQL 16 a membership always came with the right to take the role.
  takes constant text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  foreach role_name in array array[
    'headroom_entry', 'headroom_app', 'headroom_accounts', 'headroom_jobs', 'headroom_lookup', 'headroom_cells'
  ] loop
    for attempt in 1..20 loop
      begin
        if not exists (select from pg_roles where rolname = role_name) then
          execute format('create role %I nologin', role_name);
        end if;
        -- The role that migrates also serves. A superuser may take every role without a grant.
        if not (pg_has_role(current_user, role_name, takes) and pg_has_role(current_user, role_name, 'usage')) then
          execute format('grant %I to current_user', role_name);
        end if;
        exit;
      exception
        when duplicate_object or unique_violation or internal_error then
          if attempt = 20 then raise; end if;
          perform pg_sleep(0.05);
      end;
    end loop;
  end loop;
end
$$;

create extension if not exists timescaledb;

grant usage on schema public
  to headroom_entry, headroom_app, headroom_accounts, headroom_jobs, headroom_lookup, headroom_cells;

-- Workspaces and their people

create table workspace (
  id uuid primary key,
  slug text not null unique check (slug <> ''),
  name text not null,
  settings jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  -- The percentage of the storage limit at which its owners were warned; 0: they weren't.
  storage_warned smallint not null default 0,
  -- Its owner deleted it. It closes immediately, and a job then removes what it has, cells first.
  deleted_at timestamptz(3)
);

create table person (
  id uuid primary key,
  email text not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  -- Somebody opened a link that was sent there.
  email_verified boolean not null default false,
  updated_at timestamptz(3) not null default now()
);
create unique index person_email_key on person (lower(email));

create table membership (
  workspace_id uuid not null references workspace (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, person_id)
);
create index membership_person on membership (person_id);

create table audit_entry (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  at timestamptz(3) not null default now(),
  actor_kind text not null check (actor_kind in ('person', 'token', 'system')),
  actor_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text,
  detail jsonb not null default '{}'
);
create index audit_entry_workspace on audit_entry (workspace_id, at desc);
-- After the sweep has removed the tokens of CI jobs, the log still says who they were.
create index audit_entry_exchange on audit_entry (subject_id) where action = 'ci-identity.exchange';

-- What a workspace uploaded each day, in UTC. Counted when an upload is published, and kept when its run is deleted.
create table usage_day (
  workspace_id uuid not null references workspace (id) on delete cascade,
  day date not null,
  uploads integer not null,
  samples bigint not null,
  bytes bigint not null,
  primary key (workspace_id, day)
);

-- What the operator of the server allows a workspace. Without a row, or where it is null, only the server's own limits apply.
create table workspace_quota (
  workspace_id uuid primary key references workspace (id) on delete cascade,
  uploads_per_day integer check (uploads_per_day >= 0),
  -- In place of the server's limit for every workspace.
  stored_bytes bigint check (stored_bytes > 0)
);

-- A tenant table's policy holds for its owner too, who migrates and serves: without a workspace, nobody sees a row.
do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['membership', 'audit_entry', 'usage_day', 'workspace_quota'] loop
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

alter table workspace enable row level security, force row level security;
create policy tenant on workspace to headroom_app
  using (id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (id = nullif(current_setting('app.workspace', true), '')::uuid);

-- Workspaces share people. Each sees its members and nobody else.
alter table person enable row level security, force row level security;
create policy tenant on person for select to headroom_app
  using (
    exists (
      select from membership m
      where m.person_id = person.id
        and m.workspace_id = nullif(current_setting('app.workspace', true), '')::uuid
    )
  );

grant select, insert, update on workspace, usage_day, workspace_quota to headroom_app;
grant select on person to headroom_app;
grant select, insert, update, delete on membership to headroom_app;
-- The audit log only grows.
grant select, insert on audit_entry to headroom_app;

-- Jobs see the workspaces that want their old runs deleted, those that were warned, and those that were deleted.
create policy retention on workspace for select to headroom_jobs using (settings ? 'keepRunsDays');
create policy storage_warned on workspace for select to headroom_jobs using (storage_warned > 0);
create policy deletion on workspace for select to headroom_jobs using (deleted_at is not null);
create policy deletion_removal on workspace for delete to headroom_jobs using (deleted_at is not null);
grant select (id, settings, storage_warned, deleted_at), delete on workspace to headroom_jobs;

-- Owners get mail before their workspace is full, and the operator lists the workspaces with a quota.
create policy jobs on workspace_quota for select to headroom_jobs using (true);
grant select on workspace_quota to headroom_jobs;

-- Look-ups

-- What has to be found before a workspace is known. Each function answers one question about one secret or one person.
-- headroom_lookup sees only the tables that it needs, and only these functions run as it.
create policy lookup on workspace for select to headroom_lookup using (true);
create policy lookup on membership for select to headroom_lookup using (true);
create policy lookup on person to headroom_lookup using (true) with check (true);
grant select on workspace, membership to headroom_lookup;
grant select, insert on person to headroom_lookup;
grant update (email_verified) on person to headroom_lookup;

create function workspace_by_slug(wanted text)
returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select id from public.workspace where slug = wanted
$$;

create function memberships_of(member_id uuid)
returns table (workspace_id uuid, slug text, name text, role text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select w.id, w.slug, w.name, m.role
  from public.membership m join public.workspace w on w.id = m.workspace_id
  where m.person_id = member_id order by w.name, w.id
$$;

create function ensure_person(new_id uuid, wanted_email text, wanted_name text)
returns uuid
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into public.person (id, email, name) values (new_id, wanted_email, wanted_name)
  on conflict (lower(email)) do nothing;
  select id from public.person where lower(email) = lower(wanted_email)
$$;

-- To own a function, a role has to be allowed to create one.
grant create on schema public to headroom_lookup;
do $$
declare
  signature regprocedure;
begin
  foreach signature in array array[
    'workspace_by_slug(text)',
    'memberships_of(uuid)',
    'ensure_person(uuid, text, text)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to headroom_entry', signature);
    execute format('alter function %s owner to headroom_lookup', signature);
  end loop;
end
$$;
revoke create on schema public from headroom_lookup;

-- Jobs

-- They are in the schema graphile_worker, which the migration step creates and no role of the product can see. These functions
-- are the only way to add one: for the workspace of the transaction and as part of it, so that both are there or neither is.
create function queue_job(name text, payload jsonb, key text, attempts_most integer)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  workspace constant uuid := nullif(current_setting('app.workspace', true), '')::uuid;
begin
  if workspace is null then
    raise exception 'a job is added for a workspace' using errcode = 'insufficient_privilege';
  end if;
  -- One workspace's key is never another's.
  perform graphile_worker.add_job(
    identifier => name,
    payload => (payload || jsonb_build_object('workspaceId', workspace))::json,
    job_key => workspace || '/' || key,
    max_attempts => attempts_most
  );
end
$$;

-- As queue_job, for jobs that wait first, that run one after another in their line, or that run only while no other is due.
create function queue_job_later(
  name text, payload jsonb, key text, attempts_most integer, delay_seconds integer, line text, when_idle boolean default false
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
    max_attempts => attempts_most,
    priority => case when when_idle then 10 else 0 end
  );
end
$$;

-- How many jobs wait or run, and how many were given up. It doesn't say whose they are.
create function job_counts()
returns table (waiting bigint, failed bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query
    select count(*) filter (where j.attempts < j.max_attempts or j.locked_at is not null),
      count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null)
    from graphile_worker.jobs j;
end
$$;

-- Ends everything that waits for a deleted workspace, except for the removal of its files.
create function end_jobs_of(which uuid)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.payload ->> 'workspaceId' = which::text and t.identifier not in ('remove-raw-file', 'delete-workspace')
  ));
end
$$;

revoke execute on function
  queue_job(text, jsonb, text, integer),
  queue_job_later(text, jsonb, text, integer, integer, text, boolean),
  job_counts(),
  end_jobs_of(uuid)
  from public;
grant execute on function
  queue_job(text, jsonb, text, integer),
  queue_job_later(text, jsonb, text, integer, integer, text, boolean)
  to headroom_app;
grant execute on function job_counts(), end_jobs_of(uuid) to headroom_jobs;

-- The installation

-- Its processes, one row for each start. A process repeats that it is there, so one that was killed is seen to be gone. The
-- database's own starts are noted by the others.
create table process (
  id uuid primary key,
  kind text not null check (kind in ('database', 'ingest', 'web')),
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  -- When it shut down; null: it runs, or was killed.
  ended_at timestamptz(3),
  facts jsonb not null default '{}'
);
create unique index process_database_start on process (started_at) where kind = 'database';
create index process_start on process (started_at);

alter table process enable row level security, force row level security;
create policy jobs on process to headroom_jobs using (true) with check (true);
grant select, insert, update, delete on process to headroom_jobs;

create function applied_migrations()
returns table (total integer, newest text, at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select count(*)::integer, max(m.name), max(m.run_on)::timestamptz from public.applied_migration m
$$;
revoke execute on function applied_migrations() from public;
grant execute on function applied_migrations() to headroom_jobs;
