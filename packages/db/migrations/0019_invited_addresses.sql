-- Whether an address may make an account where only the invited may: asked before there is a person, and answered with
-- nothing but yes or no.
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

revoke execute on function is_invited(text, timestamptz) from public;
grant execute on function is_invited(text, timestamptz) to headroom_app;
grant create on schema public to headroom_lookup;
alter function is_invited(text, timestamptz) owner to headroom_lookup;
revoke create on schema public from headroom_lookup;
