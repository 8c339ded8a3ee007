-- Returns when an attempt counted under this key can be repeated; null if nothing is counted.
create function attempt_ends_at(hash bytea)
returns timestamptz
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select ends_at from public.attempt where key = hash
$$;

revoke execute on function attempt_ends_at(bytea) from public;
grant execute on function attempt_ends_at(bytea) to headroom_app;
grant create on schema public to headroom_lookup;
alter function attempt_ends_at(bytea) owner to headroom_lookup;
revoke create on schema public from headroom_lookup;
