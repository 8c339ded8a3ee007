-- Addresses that show one thing to whoever has them, without an account.

create table share_link (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  subject_kind text not null
    constraint share_link_subject_kind_check
    check (subject_kind in ('run', 'comparison', 'rounds', 'peak-day', 'readiness', 'gameday')),
  -- Of its secret only the hash is kept, of its passphrase only a slow one.
  secret_hash bytea not null unique,
  passphrase_hash text,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  opened_count bigint not null default 0,
  last_opened_at timestamptz(3),
  -- Which run of a comparison the others are compared with; null: the first.
  reference_run_id uuid,
  -- Of a peak day, and of its readiness report.
  peak_day_id uuid,
  -- What it showed when the link was created. Null: it shows how things are.
  frozen jsonb,
  -- Of the rounds of a service, and how the runs of the two rounds are told apart.
  service_id uuid,
  rounds jsonb,
  gameday_id uuid,
  unique (workspace_id, id),
  foreign key (workspace_id, peak_day_id) references peak_day (workspace_id, id) on delete cascade,
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade,
  foreign key (workspace_id, gameday_id) references gameday (workspace_id, id) on delete cascade,
  constraint share_link_peak_day_check check ((subject_kind in ('peak-day', 'readiness')) = (peak_day_id is not null)),
  constraint share_link_frozen_check check (frozen is null or subject_kind in ('rounds', 'readiness')),
  constraint share_link_rounds_check
    check ((subject_kind = 'rounds') = (service_id is not null) and (subject_kind = 'rounds') = (rounds is not null)),
  constraint share_link_gameday_check check ((subject_kind = 'gameday') = (gameday_id is not null))
);
create index share_link_workspace on share_link (workspace_id, created_at desc);
create index share_link_peak_day on share_link (peak_day_id) where peak_day_id is not null;
create index share_link_service on share_link (service_id) where service_id is not null;
create index share_link_gameday on share_link (gameday_id) where gameday_id is not null;

-- The runs that it shows. The position of a run is the place of its letter.
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
grant select, insert on share_link, share_link_run to headroom_app;
grant update (revoked_at) on share_link to headroom_app;

-- Found by its secret before a workspace is known, and counted when somebody opens it.
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
    execute format('grant execute on function %s to headroom_entry', signature);
    execute format('alter function %s owner to headroom_lookup', signature);
  end loop;
end
$$;
revoke create on schema public from headroom_lookup;
