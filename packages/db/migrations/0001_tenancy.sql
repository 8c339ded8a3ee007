-- Roles belong to the whole cluster while migrations belong to one database: another database may have made them
-- already, or be making them at this moment. Whoever loses that race looks again.
do $$
declare
  role_name text;
  -- Until PostgreSQL 16 a membership always came with the right to take the role.
  takes constant text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  foreach role_name in array array['headroom_app', 'headroom_jobs', 'headroom_cells', 'headroom_lookup'] loop
    for attempt in 1..20 loop
      begin
        if not exists (select from pg_roles where rolname = role_name) then
          execute format('create role %I nologin', role_name);
        end if;
        -- Who migrates also serves: each transaction takes the role it needs. A superuser may without being told.
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

grant usage on schema public to headroom_app, headroom_jobs, headroom_cells, headroom_lookup;

create table workspace (
  id uuid primary key,
  slug text not null unique check (slug <> ''),
  name text not null,
  settings jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);

create table person (
  id uuid primary key,
  email text not null,
  name text not null,
  created_at timestamptz(3) not null default now()
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

create table session (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_seen_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index session_person on session (person_id);

create table sign_in_link (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index sign_in_link_person on sign_in_link (person_id);

create table service (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  slug text not null check (slug <> ''),
  name text not null,
  created_at timestamptz(3) not null default now(),
  unique (workspace_id, slug),
  unique (workspace_id, id)
);

create table token (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  scopes text[] not null check (scopes <@ array['ingest', 'read', 'manage'] and cardinality(scopes) > 0),
  service_id uuid,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade
);
create index token_workspace on token (workspace_id, created_at desc);

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

alter table workspace enable row level security;
alter table workspace force row level security;
create policy tenant on workspace to headroom_app
  using (id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (id = nullif(current_setting('app.workspace', true), '')::uuid);

-- People are shared by workspaces; a workspace sees its members and nobody else.
alter table person enable row level security;
alter table person force row level security;
create policy tenant on person for select to headroom_app
  using (
    exists (
      select from membership m
      where m.person_id = person.id
        and m.workspace_id = nullif(current_setting('app.workspace', true), '')::uuid
    )
  );

-- Sessions and links belong to people and are reached through the look-ups of 0004 alone.
alter table session enable row level security;
alter table session force row level security;
alter table sign_in_link enable row level security;
alter table sign_in_link force row level security;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['membership', 'service', 'token', 'audit_entry'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I to headroom_app
         using (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)
         with check (workspace_id = nullif(current_setting(''app.workspace'', true), '''')::uuid)',
      tenant_table
    );
  end loop;
end
$$;

grant select, insert, update on workspace to headroom_app;
grant select on person to headroom_app;
grant select, insert, update, delete on membership to headroom_app;
grant select, insert, update on service, token to headroom_app;
-- The audit log only grows.
grant select, insert on audit_entry to headroom_app;
