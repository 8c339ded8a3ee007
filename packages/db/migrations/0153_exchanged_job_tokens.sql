-- The tokens of CI jobs that were exchanged, until they expire: a copy of one isn't exchanged again.
create table exchanged_job_token (
  workspace_id uuid not null references workspace (id) on delete cascade,
  ci_identity_id uuid not null,
  -- A hash of the token's own ID, or of what was signed if it has none.
  token_hash bytea not null,
  -- Of the secret that came with the first exchange. Whoever knows it may exchange the token again; null: nobody.
  job_key_hash bytea,
  expires_at timestamptz(3) not null,
  -- When a copy was first refused, which is audited once.
  refused_at timestamptz(3),
  primary key (ci_identity_id, token_hash),
  foreign key (workspace_id, ci_identity_id) references ci_identity (workspace_id, id) on delete cascade
);
create index exchanged_job_token_end on exchanged_job_token (expires_at);

alter table exchanged_job_token enable row level security, force row level security;
create policy tenant on exchanged_job_token to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update (refused_at) on exchanged_job_token to headroom_app;

-- The sweep sees those that a day ago could no longer be exchanged, by whatever clock.
create policy past on exchanged_job_token for select to headroom_jobs using (expires_at < now() - interval '1 day');
create policy past_removal on exchanged_job_token for delete to headroom_jobs
  using (expires_at < now() - interval '1 day');
grant select (ci_identity_id, token_hash, expires_at), delete on exchanged_job_token to headroom_jobs;
