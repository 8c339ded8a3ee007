-- Secrets of tokens that were replaced. Until `valid_until`, they work beside the new one. They stay afterwards, so that who
-- still sends one learns what became of it.
alter table token
  add column rotated_at timestamptz(3),
  -- Who knows the secret since then. Null: a machine, or the person has left.
  add column rotated_by uuid references person (id) on delete set null,
  add unique (workspace_id, id);

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

alter table replaced_secret enable row level security;
alter table replaced_secret force row level security;
create policy tenant on replaced_secret to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on replaced_secret to headroom_app;

create policy lookup on replaced_secret to headroom_lookup using (true) with check (true);
grant select on replaced_secret to headroom_lookup;
grant update (last_used_at) on replaced_secret to headroom_lookup;

drop function token_by_hash(bytea);
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

create function touch_replaced_secret(hash bytea, at timestamptz)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update public.replaced_secret set last_used_at = at
  where secret_hash = hash and (last_used_at is null or last_used_at < at - interval '1 minute')
$$;

grant create on schema public to headroom_lookup;
do $$
declare
  signature regprocedure;
begin
  foreach signature in array array['token_by_hash(bytea)', 'touch_replaced_secret(bytea, timestamptz)']::regprocedure[] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to headroom_entry', signature);
    execute format('alter function %s owner to headroom_lookup', signature);
  end loop;
end
$$;
revoke create on schema public from headroom_lookup;
