-- What was worked out of a pair of sides, kept under a digest of all that it was worked out from: the runs with their
-- parts and judged windows, the earlier runs beside them, the method. Where one of these changes, so does the digest.
create table pair_statistics (
  workspace_id uuid not null references workspace (id) on delete cascade,
  digest bytea not null,
  -- Run ids of both sides and of the earlier runs, what vetoes, and how many labels.
  question jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  statistics jsonb,
  asked_at timestamptz(3) not null,
  primary key (workspace_id, digest),
  check ((state = 'done') = (statistics is not null))
);
create index pair_statistics_asked on pair_statistics (workspace_id, asked_at);

alter table pair_statistics enable row level security;
alter table pair_statistics force row level security;
create policy tenant on pair_statistics to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update, delete on pair_statistics to headroom_app;
