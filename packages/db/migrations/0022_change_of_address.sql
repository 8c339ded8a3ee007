-- A person's address has changed: each of their workspaces is told in its log, and links that went to the address before end. In the
-- transaction that changes it, whose role sees no workspace.
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

create policy change_of_address on audit_entry for insert to headroom_lookup
  with check (action = 'member.email');
grant insert on audit_entry to headroom_lookup;

revoke execute on function note_email_change(uuid, text, text, timestamptz) from public;
grant execute on function note_email_change(uuid, text, text, timestamptz) to headroom_accounts;
grant create on schema public to headroom_lookup;
alter function note_email_change(uuid, text, text, timestamptz) owner to headroom_lookup;
revoke create on schema public from headroom_lookup;
