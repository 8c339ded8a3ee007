-- An address that shows one run or one comparison to whoever has it. Of its secret only the hash is kept, of its
-- passphrase only a slow one.
create table share_link (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  subject_kind text not null check (subject_kind in ('run', 'comparison')),
  secret_hash bytea not null unique,
  passphrase_hash text,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  opened_count bigint not null default 0,
  last_opened_at timestamptz(3),
  unique (workspace_id, id)
);
create index share_link_workspace on share_link (workspace_id, created_at desc);

create table share_link_run (
  workspace_id uuid not null,
  share_link_id uuid not null,
  position integer not null,
  run_id uuid not null,
  primary key (share_link_id, position),
  unique (share_link_id, run_id),
  foreign key (workspace_id, share_link_id) references share_link (workspace_id, id) on delete cascade,
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade
);
create index share_link_run_run on share_link_run (run_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['share_link', 'share_link_run'] loop
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

grant select, insert on share_link, share_link_run to headroom_app;
grant update (revoked_at) on share_link to headroom_app;

-- Found by its secret before a workspace is known, and counted by whoever opens it.
create policy lookup on share_link to headroom_lookup using (true) with check (true);
grant select on share_link to headroom_lookup;
grant update (opened_count, last_opened_at) on share_link to headroom_lookup;

create function share_link_by_hash(hash bytea)
returns table (
  id uuid, workspace_id uuid, subject_kind text, passphrase_hash text, expires_at timestamptz, revoked_at timestamptz
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.workspace_id, s.subject_kind, s.passphrase_hash, s.expires_at, s.revoked_at
  from public.share_link s where s.secret_hash = hash
$$;

create function note_share_link_opened(link_id uuid, at timestamptz)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update public.share_link
  set opened_count = opened_count + 1, last_opened_at = greatest(last_opened_at, at)
  where id = link_id
$$;

grant create on schema public to headroom_lookup;
do $$
declare
  signature regprocedure;
begin
  foreach signature in array array[
    'share_link_by_hash(bytea)',
    'note_share_link_opened(uuid, timestamptz)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to headroom_app', signature);
    execute format('alter function %s owner to headroom_lookup', signature);
  end loop;
end
$$;
revoke create on schema public from headroom_lookup;
