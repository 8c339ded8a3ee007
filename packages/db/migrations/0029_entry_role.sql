-- Connections start as a role that can only look things up: a query that forgets to take a role sees no table. The roles that
-- see tables can no longer look up people, sessions and tokens, which belong to no workspace.
do $$
declare
  takes constant text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
  found record;
begin
  -- As in 0001: another database of the cluster may be creating the role at this moment.
  for attempt in 1..20 loop
    begin
      if not exists (select from pg_roles where rolname = 'headroom_entry') then
        create role headroom_entry nologin;
      end if;
      if not (
        pg_has_role(current_user, 'headroom_entry', takes) and pg_has_role(current_user, 'headroom_entry', 'usage')
      ) then
        grant headroom_entry to current_user;
      end if;
      exit;
    exception
      when duplicate_object or unique_violation or internal_error then
        if attempt = 20 then raise; end if;
        perform pg_sleep(0.05);
    end;
  end loop;

  for found in
    select f.oid::regprocedure as signature
    from pg_proc f
    where f.pronamespace = 'public'::regnamespace
      and f.proowner = 'headroom_lookup'::regrole
      and has_function_privilege('headroom_app', f.oid, 'execute')
  loop
    execute format('grant execute on function %s to headroom_entry', found.signature);
    execute format('revoke execute on function %s from headroom_app', found.signature);
  end loop;
end
$$;

grant usage on schema public to headroom_entry;
