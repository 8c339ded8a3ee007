-- How people come in. What checks passwords and speaks with other sign-in services works under a role of its own, which
-- sees people and their ways of signing in and nothing of any workspace.
do $$
declare
  takes constant text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  -- As in 0001: another database of the cluster may be making the role at this moment.
  for attempt in 1..20 loop
    begin
      if not exists (select from pg_roles where rolname = 'headroom_accounts') then
        create role headroom_accounts nologin;
      end if;
      if not (
        pg_has_role(current_user, 'headroom_accounts', takes) and pg_has_role(current_user, 'headroom_accounts', 'usage')
      ) then
        grant headroom_accounts to current_user;
      end if;
      exit;
    exception
      when duplicate_object or unique_violation or internal_error then
        if attempt = 20 then raise; end if;
        perform pg_sleep(0.05);
    end;
  end loop;
end
$$;

grant usage on schema public to headroom_accounts;

alter table person
  -- Somebody opened a link that was sent there.
  add column email_verified boolean not null default false,
  add column updated_at timestamptz(3) not null default now();

create table account (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  -- "credential" is a password; the others are sign-in services.
  provider text not null,
  -- Who the person is there.
  subject text not null,
  password_hash text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (provider, subject)
);
create index account_person on account (person_id);

-- Secrets that were mailed, by their hash.
create table verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index verification_identifier on verification (identifier);
create index verification_expiry on verification (expires_at);

-- Attempts to come in, by the hash of what is limited: an email, an address.
create table attempt (
  key bytea primary key,
  count integer not null,
  ends_at timestamptz(3) not null
);
create index attempt_end on attempt (ends_at);

create table invitation (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  token_hash bytea not null unique,
  invited_by uuid references person (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by uuid references person (id) on delete set null,
  revoked_at timestamptz(3)
);
create index invitation_workspace on invitation (workspace_id, created_at desc);
create unique index invitation_one_open on invitation (workspace_id, lower(email))
  where accepted_at is null and revoked_at is null;

alter table session
  -- Where the person works just now.
  add column workspace_id uuid references workspace (id) on delete set null,
  -- What it was opened with, in words for its person.
  add column device text;
alter table sign_in_link
  -- It was sent to the person's address: whoever opens it reads what comes there.
  add column proves_email boolean not null default false;

do $$
declare
  own_table text;
begin
  foreach own_table in array array['account', 'verification', 'attempt', 'invitation'] loop
    execute format('alter table %I enable row level security', own_table);
    execute format('alter table %I force row level security', own_table);
  end loop;
  foreach own_table in array array['person', 'account', 'verification'] loop
    execute format('create policy accounts on %I to headroom_accounts using (true) with check (true)', own_table);
  end loop;
end
$$;
create policy tenant on invitation to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on invitation to headroom_app;
grant select, insert, update on person to headroom_accounts;
grant select, insert, update, delete on account, verification to headroom_accounts;

-- What the look-ups need beside what 0004 gave them.
create policy lookup on attempt to headroom_lookup using (true) with check (true);
create policy lookup on invitation for select to headroom_lookup using (true);
create policy lookup on service for select to headroom_lookup using (true);
create policy lookup on experiment for select to headroom_lookup using (true);
create policy lookup on run for select to headroom_lookup using (true);
grant select, insert, update, delete on attempt to headroom_lookup;
grant select on invitation to headroom_lookup;
grant select (id, workspace_id) on service, experiment to headroom_lookup;
grant select (id, workspace_id, published_at) on run to headroom_lookup;
grant update (email_verified) on person to headroom_lookup;

drop function session_by_hash(bytea);
create function session_by_hash(hash bytea)
returns table (
  id uuid, person_id uuid, email text, name text, workspace_id uuid,
  expires_at timestamptz, last_seen_at timestamptz, revoked_at timestamptz
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.person_id, p.email, p.name, s.workspace_id, s.expires_at, s.last_seen_at, s.revoked_at
  from public.session s join public.person p on p.id = s.person_id where s.token_hash = hash
$$;

drop function open_session(uuid, uuid, bytea, timestamptz, timestamptz);
create function open_session(
  session_id uuid, owner_id uuid, hash bytea, opened_at timestamptz, ends_at timestamptz, opened_with text
)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  -- Where the person was last is where the work goes on.
  insert into public.session (id, person_id, token_hash, created_at, expires_at, last_seen_at, device, workspace_id)
  values (session_id, owner_id, hash, opened_at, ends_at, opened_at, opened_with, (
    select s.workspace_id from public.session s
    where s.person_id = owner_id and s.workspace_id is not null
    order by s.last_seen_at desc nulls last limit 1
  ))
$$;

-- Into a workspace of the session's own person and into no other; answers whether it went there.
create function switch_session(session_id uuid, wanted uuid)
returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  with switched as (
    update public.session s set workspace_id = wanted
    where s.id = session_id and exists (
      select from public.membership m where m.person_id = s.person_id and m.workspace_id = wanted
    )
    returning s.id
  )
  select exists (select from switched)
$$;

create function sessions_of(owner_id uuid)
returns table (
  id uuid, device text, created_at timestamptz, expires_at timestamptz, last_seen_at timestamptz
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.device, s.created_at, s.expires_at, s.last_seen_at from public.session s
  where s.person_id = owner_id and s.revoked_at is null
  order by s.last_seen_at desc nulls last, s.id
$$;

-- One session of that person if it is named, else all of them but the kept one; answers how many.
create function close_sessions(owner_id uuid, at timestamptz, closed uuid, kept uuid)
returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  with ended as (
    update public.session s set revoked_at = at
    where s.person_id = owner_id and s.revoked_at is null
      and (closed is null or s.id = closed) and s.id is distinct from kept
    returning s.id
  )
  select count(*) from ended
$$;

drop function create_sign_in_link(uuid, uuid, bytea, timestamptz, timestamptz);
create function create_sign_in_link(
  link_id uuid, owner_id uuid, hash bytea, made_at timestamptz, ends_at timestamptz, mailed boolean
)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  -- A person has one live link: making a new one ends those before it.
  update public.sign_in_link set expires_at = made_at
  where person_id = owner_id and used_at is null and expires_at > made_at;
  insert into public.sign_in_link (id, person_id, token_hash, created_at, expires_at, proves_email)
  values (link_id, owner_id, hash, made_at, ends_at, mailed)
$$;

create or replace function use_sign_in_link(hash bytea, at timestamptz)
returns uuid
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  with used as (
    update public.sign_in_link set used_at = at
    where token_hash = hash and used_at is null and expires_at > at
    returning person_id, proves_email
  ), proved as (
    update public.person p set email_verified = true from used
    where p.id = used.person_id and used.proves_email and not p.email_verified
  )
  select person_id from used
$$;

create function invitation_by_hash(hash bytea)
returns table (
  id uuid, workspace_id uuid, workspace_name text, email text, role text, invited_by text,
  expires_at timestamptz, accepted_at timestamptz, revoked_at timestamptz
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select i.id, i.workspace_id, w.name, i.email, i.role, p.name, i.expires_at, i.accepted_at, i.revoked_at
  from public.invitation i
  join public.workspace w on w.id = i.workspace_id
  left join public.person p on p.id = i.invited_by
  where i.token_hash = hash
$$;

-- Which of the person's own workspaces something lies in. Of others' it says nothing.
create function workspace_holding(member_id uuid, thing uuid)
returns table (workspace_id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select w.id, w.name
  from (
    select r.workspace_id from public.run r where r.id = thing and r.published_at is not null
    union all select e.workspace_id from public.experiment e where e.id = thing
    union all select s.workspace_id from public.service s where s.id = thing
  ) held
  join public.membership m on m.workspace_id = held.workspace_id and m.person_id = member_id
  join public.workspace w on w.id = held.workspace_id
  limit 1
$$;

-- Counts one more in the window that is open, or opens one; answers the count.
create function count_attempt(hash bytea, at timestamptz, window_ends_at timestamptz)
returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  counted integer;
begin
  insert into public.attempt as a (key, count, ends_at) values (hash, 1, window_ends_at)
  on conflict (key) do update set
    count = case when a.ends_at <= at then 1 else a.count + 1 end,
    ends_at = case when a.ends_at <= at then excluded.ends_at else a.ends_at end
  returning a.count into counted;
  -- What is over goes, but for what another counts at this moment: the two would wait for each other.
  delete from public.attempt where key in (
    select a.key from public.attempt a where a.ends_at <= at and a.key <> hash limit 100 for update skip locked
  );
  return counted;
end
$$;

create function forget_attempts(hash bytea)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from public.attempt where key = hash
$$;

-- Mail belongs to a person and to no workspace; like every job it leaves once its transaction is committed.
create function queue_mail(payload jsonb, attempts_most integer)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    identifier => 'send-mail', payload => payload::json, max_attempts => attempts_most
  );
end
$$;
revoke execute on function queue_mail(jsonb, integer) from public;
grant execute on function queue_mail(jsonb, integer) to headroom_accounts;

-- What a person's own doings need, in the transaction that causes them.
grant execute on function
  create_sign_in_link(uuid, uuid, bytea, timestamptz, timestamptz, boolean),
  close_sessions(uuid, timestamptz, uuid, uuid)
  to headroom_accounts;

grant create on schema public to headroom_lookup;
do $$
declare
  signature regprocedure;
begin
  foreach signature in array array[
    'session_by_hash(bytea)',
    'open_session(uuid, uuid, bytea, timestamptz, timestamptz, text)',
    'switch_session(uuid, uuid)',
    'sessions_of(uuid)',
    'close_sessions(uuid, timestamptz, uuid, uuid)',
    'create_sign_in_link(uuid, uuid, bytea, timestamptz, timestamptz, boolean)',
    'use_sign_in_link(bytea, timestamptz)',
    'invitation_by_hash(bytea)',
    'workspace_holding(uuid, uuid)',
    'count_attempt(bytea, timestamptz, timestamptz)',
    'forget_attempts(bytea)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to headroom_app', signature);
    execute format('alter function %s owner to headroom_lookup', signature);
  end loop;
end
$$;
revoke create on schema public from headroom_lookup;
