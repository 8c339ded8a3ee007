-- What has to be found before a workspace is known. Each function answers one question about one secret or one
-- person; headroom_lookup sees only the tables it needs, and only these functions run as it.
create policy lookup on workspace for select to headroom_lookup using (true);
create policy lookup on membership for select to headroom_lookup using (true);
create policy lookup on person to headroom_lookup using (true) with check (true);
create policy lookup on session to headroom_lookup using (true) with check (true);
create policy lookup on sign_in_link to headroom_lookup using (true) with check (true);
create policy lookup on token to headroom_lookup using (true) with check (true);

grant select on workspace, membership to headroom_lookup;
grant select, insert on person to headroom_lookup;
grant select, insert, update on session, sign_in_link to headroom_lookup;
grant select on token to headroom_lookup;
grant update (last_used_at) on token to headroom_lookup;

create function token_by_hash(hash bytea)
returns table (
  id uuid, workspace_id uuid, name text, scopes text[], service_id uuid,
  expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select t.id, t.workspace_id, t.name, t.scopes, t.service_id, t.expires_at, t.revoked_at, t.last_used_at
  from public.token t where t.token_hash = hash
$$;

-- The last use is shown in minutes; writing it for every request would make each read a write.
create function touch_token(token_id uuid, at timestamptz)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update public.token set last_used_at = at
  where id = token_id and (last_used_at is null or last_used_at < at - interval '1 minute')
$$;

create function session_by_hash(hash bytea)
returns table (
  id uuid, person_id uuid, email text, name text,
  expires_at timestamptz, last_seen_at timestamptz, revoked_at timestamptz
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id, s.person_id, p.email, p.name, s.expires_at, s.last_seen_at, s.revoked_at
  from public.session s join public.person p on p.id = s.person_id where s.token_hash = hash
$$;

create function open_session(session_id uuid, owner_id uuid, hash bytea, opened_at timestamptz, ends_at timestamptz)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into public.session (id, person_id, token_hash, created_at, expires_at, last_seen_at)
  values (session_id, owner_id, hash, opened_at, ends_at, opened_at)
$$;

create function touch_session(session_id uuid, at timestamptz)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update public.session set last_seen_at = at
  where id = session_id and (last_seen_at is null or last_seen_at < at - interval '1 minute')
$$;

create function close_session(hash bytea, at timestamptz)
returns uuid
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update public.session set revoked_at = at where token_hash = hash and revoked_at is null returning id
$$;

create function create_sign_in_link(link_id uuid, owner_id uuid, hash bytea, made_at timestamptz, ends_at timestamptz)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into public.sign_in_link (id, person_id, token_hash, created_at, expires_at)
  values (link_id, owner_id, hash, made_at, ends_at)
$$;

-- Used up and answered in one statement: of two clicks at once, one gets in.
create function use_sign_in_link(hash bytea, at timestamptz)
returns uuid
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update public.sign_in_link set used_at = at
  where token_hash = hash and used_at is null and expires_at > at
  returning person_id
$$;

create function memberships_of(member_id uuid)
returns table (workspace_id uuid, slug text, name text, role text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select w.id, w.slug, w.name, m.role
  from public.membership m join public.workspace w on w.id = m.workspace_id
  where m.person_id = member_id order by w.name, w.id
$$;

create function workspace_by_slug(wanted text)
returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select id from public.workspace where slug = wanted
$$;

create function ensure_person(new_id uuid, wanted_email text, wanted_name text)
returns uuid
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into public.person (id, email, name) values (new_id, wanted_email, wanted_name)
  on conflict (lower(email)) do nothing;
  select id from public.person where lower(email) = lower(wanted_email)
$$;

grant create on schema public to headroom_lookup;
do $$
declare
  signature regprocedure;
begin
  foreach signature in array array[
    'token_by_hash(bytea)',
    'touch_token(uuid, timestamptz)',
    'session_by_hash(bytea)',
    'open_session(uuid, uuid, bytea, timestamptz, timestamptz)',
    'touch_session(uuid, timestamptz)',
    'close_session(bytea, timestamptz)',
    'create_sign_in_link(uuid, uuid, bytea, timestamptz, timestamptz)',
    'use_sign_in_link(bytea, timestamptz)',
    'memberships_of(uuid)',
    'workspace_by_slug(text)',
    'ensure_person(uuid, text, text)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to headroom_app', signature);
    execute format('alter function %s owner to headroom_lookup', signature);
  end loop;
end
$$;
revoke create on schema public from headroom_lookup;
