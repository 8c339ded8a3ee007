-- The CI jobs that a workspace trusts. A job proves what it is with a token of its CI system, and gets one of ours for some minutes.
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

alter table ci_identity enable row level security;
alter table ci_identity force row level security;
create policy tenant on ci_identity to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, delete on ci_identity to headroom_app;
grant update (last_used_at) on ci_identity to headroom_app;

-- A token that a job got ends with the identity that it got it by.
alter table token
  add column ci_identity_id uuid,
  add foreign key (workspace_id, ci_identity_id) references ci_identity (workspace_id, id) on delete cascade;
create index token_of_ci_identity on token (ci_identity_id, expires_at) where ci_identity_id is not null;

-- Who they were is still known from the audit log after the sweep has removed them.
create index audit_entry_exchange on audit_entry (subject_id) where action = 'ci-identity.exchange';
create policy past on token for select to headroom_jobs
  using (ci_identity_id is not null and expires_at < now() - interval '7 days');
create policy past_removal on token for delete to headroom_jobs
  using (ci_identity_id is not null and expires_at < now() - interval '7 days');
grant select (id, ci_identity_id, expires_at), delete on token to headroom_jobs;

create policy lookup on ci_identity for select to headroom_lookup using (true);
grant select (id, workspace_id) on ci_identity to headroom_lookup;

create function workspace_of_ci_identity(which uuid)
returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select workspace_id from public.ci_identity where id = which
$$;

grant create on schema public to headroom_lookup;
revoke execute on function workspace_of_ci_identity(uuid) from public;
grant execute on function workspace_of_ci_identity(uuid) to headroom_entry;
alter function workspace_of_ci_identity(uuid) owner to headroom_lookup;
revoke create on schema public from headroom_lookup;
