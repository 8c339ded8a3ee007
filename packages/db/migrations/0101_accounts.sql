-- How people and machines sign in.

-- What a workspace measures. Here and not with the experiments, because tokens can be limited to one.
create table service (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  slug text not null check (slug <> ''),
  name text not null,
  created_at timestamptz(3) not null default now(),
  -- The first upload creates it, before there is a run to show. It goes again if no run is published.
  provisional boolean not null default false,
  unique (workspace_id, slug),
  unique (workspace_id, id)
);

-- People

create table session (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_seen_at timestamptz(3),
  revoked_at timestamptz(3),
  -- Where the person is working at the moment.
  workspace_id uuid references workspace (id) on delete set null,
  -- What it was opened with, in words for its person.
  device text
);
create index session_person on session (person_id);
create index session_end on session (least(expires_at, revoked_at));

create table sign_in_link (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  -- It was sent to the person's address, so whoever opens it reads what arrives there.
  proves_email boolean not null default false
);
create index sign_in_link_person on sign_in_link (person_id);
create index sign_in_link_end on sign_in_link (expires_at);

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

-- Attempts to sign in, by the hash of what is limited: an email, an address.
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

create table last_visit (
  workspace_id uuid not null,
  person_id uuid not null,
  -- The latest look of the visit that is going on.
  seen_at timestamptz(3) not null,
  -- The latest look of the visit before; null: there was none.
  before_at timestamptz(3),
  primary key (workspace_id, person_id),
  foreign key (workspace_id, person_id) references membership (workspace_id, person_id) on delete cascade,
  check (before_at < seen_at)
);

-- Machines

-- The CI jobs that a workspace trusts. A job proves what it is with a token of its CI system, and gets one of ours for minutes.
create table ci_identity (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  name text not null,
  issuer text not null,
  -- All of them have to be in the job's token, with exactly these values.
  claims jsonb not null check (jsonb_typeof(claims) = 'object' and claims <> '{}'),
  scopes text[] not null check (scopes <@ array['ingest', 'read', 'manage'] and cardinality(scopes) > 0),
  service_id uuid,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  unique (workspace_id, id),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade
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
  rotated_at timestamptz(3),
  -- Who knows the secret since then. Null: a machine, or the person has left.
  rotated_by uuid references person (id) on delete set null,
  -- A token that a CI job got ends with the identity that it got it by.
  ci_identity_id uuid,
  unique (workspace_id, id),
  foreign key (workspace_id, service_id) references service (workspace_id, id) on delete cascade,
  foreign key (workspace_id, ci_identity_id) references ci_identity (workspace_id, id) on delete cascade
);
create index token_workspace on token (workspace_id, created_at desc);
create index token_of_ci_identity on token (ci_identity_id, expires_at) where ci_identity_id is not null;

-- Secrets of tokens that were replaced. Until `valid_until`, they work beside the new one. They stay for a while, so that whoever
-- still sends one learns what became of it.
create table replaced_secret (
  secret_hash bytea primary key,
  workspace_id uuid not null,
  token_id uuid not null,
  replaced_at timestamptz(3) not null,
  valid_until timestamptz(3) not null,
  last_used_at timestamptz(3),
  foreign key (workspace_id, token_id) references token (workspace_id, id) on delete cascade
);
create index replaced_secret_token on replaced_secret (workspace_id, token_id);
create index replaced_secret_end on replaced_secret (valid_until);

-- Who sees what

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'service', 'invitation', 'last_visit', 'ci_identity', 'token', 'replaced_secret'
  ] loop
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
grant select, insert, update on service, invitation, last_visit, token, replaced_secret to headroom_app;
grant select, insert, delete on ci_identity to headroom_app;
grant update (last_used_at) on ci_identity to headroom_app;

-- Belong to people, and to no workspace.
alter table session enable row level security, force row level security;
alter table sign_in_link enable row level security, force row level security;
alter table account enable row level security, force row level security;
alter table verification enable row level security, force row level security;
alter table attempt enable row level security, force row level security;

-- What checks passwords and talks to other sign-in services sees people and how they sign in, and nothing of any workspace.
create policy accounts on person to headroom_accounts using (true) with check (true);
create policy accounts on account to headroom_accounts using (true) with check (true);
create policy accounts on verification to headroom_accounts using (true) with check (true);
grant select, insert, update on person to headroom_accounts;
grant select, insert, update, delete on account, verification to headroom_accounts;

-- The sweep sees what no longer lets anybody in, and only that: a session thirty days after its end, a link or a CI job's token
-- after seven, a mailed secret after one, a replaced secret after thirty.
create policy past on session for select to headroom_jobs
  using (least(expires_at, revoked_at) < now() - interval '30 days');
create policy past_removal on session for delete to headroom_jobs
  using (least(expires_at, revoked_at) < now() - interval '30 days');
create policy past on sign_in_link for select to headroom_jobs using (expires_at < now() - interval '7 days');
create policy past_removal on sign_in_link for delete to headroom_jobs using (expires_at < now() - interval '7 days');
create policy past on verification for select to headroom_jobs using (expires_at < now() - interval '1 day');
create policy past_removal on verification for delete to headroom_jobs using (expires_at < now() - interval '1 day');
create policy past on token for select to headroom_jobs
  using (ci_identity_id is not null and expires_at < now() - interval '7 days');
create policy past_removal on token for delete to headroom_jobs
  using (ci_identity_id is not null and expires_at < now() - interval '7 days');
create policy past on replaced_secret for select to headroom_jobs using (valid_until < now() - interval '30 days');
create policy past_removal on replaced_secret for delete to headroom_jobs
  using (valid_until < now() - interval '30 days');
grant select (id, expires_at, revoked_at), delete on session to headroom_jobs;
grant select (id, expires_at), delete on sign_in_link, verification to headroom_jobs;
grant select (id, ci_identity_id, expires_at), delete on token to headroom_jobs;
grant select (secret_hash, token_id, valid_until, last_used_at), delete on replaced_secret to headroom_jobs;

-- When a token was last used is still known after the secret that it was used with is gone.
create policy rotated on token for select to headroom_jobs using (rotated_at is not null);
create policy past_use on token for update to headroom_jobs using (rotated_at is not null) with check (true);
grant select (rotated_at, last_used_at), update (last_used_at) on token to headroom_jobs;

-- Look-ups

create policy lookup on service for select to headroom_lookup using (true);
create policy lookup on session to headroom_lookup using (true) with check (true);
create policy lookup on sign_in_link to headroom_lookup using (true) with check (true);
create policy lookup on attempt to headroom_lookup using (true) with check (true);
create policy lookup on invitation for select to headroom_lookup using (true);
create policy lookup on ci_identity for select to headroom_lookup using (true);
create policy lookup on token to headroom_lookup using (true) with check (true);
create policy lookup on replaced_secret to headroom_lookup using (true) with check (true);
grant select (id, workspace_id) on service, ci_identity to headroom_lookup;
grant select, insert, update on session, sign_in_link to headroom_lookup;
grant select, insert, update, delete on attempt to headroom_lookup;
grant select on invitation, token, replaced_secret to headroom_lookup;
grant update (last_used_at) on token, replaced_secret to headroom_lookup;

-- `replaced_until` is null for the token's current secret.
create function token_by_hash(hash bytea)
returns table (
  id uuid, workspace_id uuid, name text, scopes text[], service_id uuid,
  expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz, replaced_until timestamptz
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select t.id, t.workspace_id, t.name, t.scopes, t.service_id, t.expires_at, t.revoked_at, t.last_used_at, null::timestamptz
  from public.token t where t.token_hash = hash
  union all
  select t.id, t.workspace_id, t.name, t.scopes, t.service_id, t.expires_at, t.revoked_at, r.last_used_at, r.valid_until
  from public.replaced_secret r join public.token t on t.id = r.token_id where r.secret_hash = hash
$$;

-- The last use is shown in minutes. Writing it for every request would turn each read into a write.
create function touch_token(token_id uuid, at timestamptz)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update public.token set last_used_at = at
  where id = token_id and (last_used_at is null or last_used_at < at - interval '1 minute')
$$;

create function touch_replaced_secret(hash bytea, at timestamptz)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update public.replaced_secret set last_used_at = at
  where secret_hash = hash and (last_used_at is null or last_used_at < at - interval '1 minute')
$$;

create function workspace_of_ci_identity(which uuid)
returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select workspace_id from public.ci_identity where id = which
$$;

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

create function touch_session(session_id uuid, at timestamptz)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update public.session set last_seen_at = at
  where id = session_id and (last_seen_at is null or last_seen_at < at - interval '1 minute')
$$;

-- Into a workspace of the session's own person and into no other; returns whether it went there.
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

create function close_session(hash bytea, at timestamptz)
returns uuid
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update public.session set revoked_at = at where token_hash = hash and revoked_at is null returning id
$$;

-- One session of that person if it is named, or else all of them except for the kept one; returns how many.
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

-- One statement, so that of two clicks at the same moment one signs in.
create function use_sign_in_link(hash bytea, at timestamptz)
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

-- Whether an address may create an account where only the invited may. Asked before there is a person, so it answers yes or no.
create function is_invited(wanted_email text, at timestamptz)
returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (
    select from public.invitation i
    where lower(i.email) = lower(wanted_email) and i.accepted_at is null and i.revoked_at is null
      and i.expires_at > at
  )
$$;

-- Counts one more in the window that is open, or opens one; returns the count.
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

-- When an attempt counted under this key can be repeated; null if nothing is counted.
create function attempt_ends_at(hash bytea)
returns timestamptz
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select ends_at from public.attempt where key = hash
$$;

-- A person's address has changed. Each of their workspaces notes it in its log, and links that went to the address before end, in
-- the transaction that changes it: its role sees no workspace.
create function note_email_change(owner_id uuid, address_before text, address_after text, changed_at timestamptz)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update public.sign_in_link set expires_at = changed_at
  where person_id = owner_id and used_at is null and expires_at > changed_at;
  insert into public.audit_entry (
    id, workspace_id, at, actor_kind, actor_id, action, subject_kind, subject_id, detail
  )
  select gen_random_uuid(), m.workspace_id, changed_at, 'person', owner_id, 'member.email', 'person', owner_id::text,
    jsonb_build_object('before', address_before, 'after', address_after)
  from public.membership m where m.person_id = owner_id;
end
$$;

create policy change_of_address on audit_entry for insert to headroom_lookup with check (action = 'member.email');
grant insert on audit_entry to headroom_lookup;

grant create on schema public to headroom_lookup;
do $$
declare
  signature regprocedure;
begin
  foreach signature in array array[
    'token_by_hash(bytea)',
    'touch_token(uuid, timestamptz)',
    'touch_replaced_secret(bytea, timestamptz)',
    'workspace_of_ci_identity(uuid)',
    'session_by_hash(bytea)',
    'open_session(uuid, uuid, bytea, timestamptz, timestamptz, text)',
    'touch_session(uuid, timestamptz)',
    'switch_session(uuid, uuid)',
    'sessions_of(uuid)',
    'close_session(bytea, timestamptz)',
    'close_sessions(uuid, timestamptz, uuid, uuid)',
    'create_sign_in_link(uuid, uuid, bytea, timestamptz, timestamptz, boolean)',
    'use_sign_in_link(bytea, timestamptz)',
    'invitation_by_hash(bytea)',
    'is_invited(text, timestamptz)',
    'count_attempt(bytea, timestamptz, timestamptz)',
    'forget_attempts(bytea)',
    'attempt_ends_at(bytea)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to headroom_entry', signature);
    execute format('alter function %s owner to headroom_lookup', signature);
  end loop;
end
$$;
-- What changes of an account need, in the transaction that makes them.
grant execute on function
  create_sign_in_link(uuid, uuid, bytea, timestamptz, timestamptz, boolean),
  close_sessions(uuid, timestamptz, uuid, uuid)
  to headroom_accounts;
revoke execute on function note_email_change(uuid, text, text, timestamptz) from public;
grant execute on function note_email_change(uuid, text, text, timestamptz) to headroom_accounts;
alter function note_email_change(uuid, text, text, timestamptz) owner to headroom_lookup;
revoke create on schema public from headroom_lookup;

-- Mail belongs to a person and to no workspace. Like every job, it leaves once its transaction is committed.
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
